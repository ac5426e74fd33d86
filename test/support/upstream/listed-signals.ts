import type { Sandbox } from '../../../sandbox/serve.ts';

interface ListedPage {
  readonly totalPages: number;
  readonly result: readonly {
    readonly bridge: { readonly bridgeId: string };
    readonly row: { readonly rowId: string };
  }[];
}

/**
 * What the service lists for a buyer, as `bridgeId/rowId`, by plain calls and without the client that is under
 * test. `parameters` beside buyerId and paging, such as `{ relativeDatePeriodFrom: 'LastThreeMonths' }`.
 */
async function listSignals(
  { url, token }: Pick<Sandbox, 'url' | 'token'>,
  buyerId: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const listed: string[] = [];
  for (let pageNumber = 1, pages = 1; pageNumber <= pages; pageNumber += 1) {
    const query = new URLSearchParams({
      buyerId,
      pageSize: '100',
      pageNumber: `${pageNumber}`,
      ...parameters,
    });
    const answer = await fetch(`${url}/api/external/feed/all/buyer-signals?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(`the service answered ${answer.status} to a listing`);
    const page = (await answer.json()) as ListedPage;
    pages = page.totalPages;
    listed.push(...page.result.map(({ bridge, row }) => `${bridge.bridgeId}/${row.rowId}`));
  }
  return listed;
}

/** The same of many buyers, sorted. A buyer's first scan goes back three months. */
export async function listAllSignals(
  sandbox: Pick<Sandbox, 'url' | 'token'>,
  buyerIds: readonly string[],
  relativeDatePeriodFrom = 'LastThreeMonths',
): Promise<string[]> {
  const lists = [];
  for (const buyerId of buyerIds)
    lists.push(...(await listSignals(sandbox, buyerId, { relativeDatePeriodFrom })));
  return lists.sort();
}

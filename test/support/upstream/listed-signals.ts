import type { Sandbox } from '../../../sandbox/serve.ts';

interface ListedPage {
  readonly totalPages: number;
  readonly result: readonly {
    readonly bridge: { readonly bridgeId: string };
    readonly row: { readonly rowId: string };
  }[];
}

/**
 * What the service lists for these buyers, as `bridgeId/rowId` and sorted, by plain calls and without the client that is
 * under test. A buyer's first scan goes back three months.
 */
export async function listAllSignals(
  { url, token }: Pick<Sandbox, 'url' | 'token'>,
  buyerIds: readonly string[],
  relativeDatePeriodFrom = 'LastThreeMonths',
): Promise<string[]> {
  const listed: string[] = [];
  for (const buyerId of buyerIds) {
    for (let pageNumber = 1, pages = 1; pageNumber <= pages; pageNumber += 1) {
      const parameters = { buyerId, pageSize: '100', pageNumber: `${pageNumber}`, relativeDatePeriodFrom };
      const answer = await fetch(
        `${url}/api/external/feed/all/buyer-signals?${new URLSearchParams(parameters)}`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      if (!answer.ok) throw new Error(`the service answered ${answer.status} to a listing`);
      const page = (await answer.json()) as ListedPage;
      pages = page.totalPages;
      listed.push(...page.result.map(({ bridge, row }) => `${bridge.bridgeId}/${row.rowId}`));
    }
  }
  return listed.sort();
}

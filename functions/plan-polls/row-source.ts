import { type BridgeApi, isLastPage, isRecord, type Page } from '../../shared/bridge-api/index.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';

/** The first lists wait for this reading, and more pages at once would take the rate of the lists after it. */
const pagesAtOnce = 4;

interface RowPagesQuery {
  readonly bridgeId: string;
  readonly newestFirst: boolean;
  readonly firstPage: number;
}

export interface RowPage extends Pick<Page<never>, 'pageNumber' | 'totalItems' | 'servedAt' | 'endFailed'> {
  readonly isLast: boolean;
  readonly rows: readonly {
    readonly id: string;
    readonly buyerId: string | null;
    readonly updatedAt: string | null;
  }[];
  readonly unreadable: readonly { readonly id: string; readonly buyerId: string | null }[];
}

/** `newestFirst` sorts by the time of the last change. */
export async function* rowPages(
  api: BridgeApi,
  { bridgeId, newestFirst, firstPage }: RowPagesQuery,
  deadline: number,
): AsyncGenerator<RowPage> {
  const sorts = newestFirst ? [{ column: 'rowUpdatedAt', direction: 'DESC' as const }] : undefined;
  const query = { bridgeId, pageNumber: firstPage, ...(sorts ? { sorts } : {}) };
  // The first page of the newest rows is usually enough.
  const options = newestFirst ? { deadline } : { deadline, pagesAtOnce };
  for await (const page of api.bridgeRowPages(query, options)) {
    const { result, unreadable: damaged, ...envelope } = page;
    const rows = result.map((row) => ({
      id: row.rowId,
      buyerId: buyerIdIn(row.buyerId),
      updatedAt: row.updatedAt ?? null,
    }));
    const unreadable = damaged.map(({ index, raw }) => {
      const row: unknown = JSON.parse(raw);
      const buyerId = isRecord(row) && typeof row.buyerId === 'string' ? row.buyerId : null;
      return { id: `${page.pageNumber}/${index}`, buyerId: buyerIdIn(buyerId) };
    });
    yield { ...envelope, isLast: isLastPage(page), rows, unreadable };
  }
}

/** The config has lower case, too. A list can only be requested by a UUID: another id would fail its message. */
function buyerIdIn(found: string | null | undefined): string | null {
  const id = found?.toLowerCase() ?? '';
  return isUuid(id) ? id : null;
}

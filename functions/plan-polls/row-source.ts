import { type BridgeApi, isLastPage, isRecord } from '../../shared/bridge-api/index.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';
import type { RowPage, RowPagesQuery } from './look-at-rows.ts';

/** Of a bridge that is read to its end. The first lists wait for it; more would take the rate of the lists after it. */
const pagesAtOnce = 4;

/** The rows of a bridge as pages of buyers. */
export async function* rowPages(
  api: BridgeApi,
  { bridgeId, newestFirst, firstPage }: RowPagesQuery,
  deadline: number,
): AsyncGenerator<RowPage> {
  const sorts = newestFirst ? [{ column: 'rowUpdatedAt', direction: 'DESC' as const }] : undefined;
  const query = { bridgeId, pageNumber: firstPage, ...(sorts ? { sorts } : {}) };
  // Of the newest rows, the first page is usually enough.
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

/**
 * In lower case like the config's ids, or one buyer would become two. A list can only be requested by a UUID, so any
 * other id names no buyer: it would fail the other buyers in its message.
 */
function buyerIdIn(found: string | null | undefined): string | null {
  const id = found?.toLowerCase() ?? '';
  return isUuid(id) ? id : null;
}

import type { BridgeApi } from '../../shared/bridge-api/index.ts';
import { ArgumentError, HttpStatusError } from '../../shared/domain/errors.ts';
import type { RowPage, RowPagesQuery } from './look-at-rows.ts';

/** The rows of a bridge as pages of buyers. */
export async function* rowPages(
  api: BridgeApi,
  { bridgeId, newestFirst, firstPage }: RowPagesQuery,
  deadline: number,
): AsyncGenerator<RowPage> {
  const sorts = newestFirst ? [{ column: 'rowUpdatedAt', direction: 'DESC' as const }] : undefined;
  const query = { bridgeId, pageNumber: firstPage, ...(sorts ? { sorts } : {}) };
  for await (const page of api.bridgeRowPages(query, { deadline })) {
    const rows = page.result.map((row) => ({
      buyerId: buyerIdIn(row.buyerId),
      updatedAt: row.updatedAt ?? null,
    }));
    yield { pageNumber: page.pageNumber, isLast: page.pageNumber >= page.totalPages, rows };
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * In lower case, as the config's are, or one buyer would be two. The contract says UUID, and no list can be asked for
 * by another: such a row names no buyer, and must not cost those that share a message with it.
 */
function buyerIdIn(found: string | null | undefined): string | null {
  const id = found?.toLowerCase() ?? '';
  return uuid.test(id) ? id : null;
}

/** The contract: a sort column that is not mapped on the server yields 400. */
export function isSortRefused(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 400;
}

/** Signals may come from a bridge whose rows the token may not list, that was removed, or whose id no path can hold. */
export function isClosed(error: unknown): boolean {
  if (error instanceof ArgumentError) return true;
  return error instanceof HttpStatusError && [400, 403, 404, 410].includes(error.status);
}

import type { BridgeOddities } from '../parts/bridge-oddities.ts';
import { isWithin } from '../parts/coincidence.ts';
import type { World } from '../parts/world.ts';

/** How long a page takes at the least, while as many calls for rows are under way. */
export function pageMs({ slow }: BridgeOddities, url: URL, underWay: number): number {
  if (slow === null || !url.pathname.includes(slow.bridgeId)) return 0;
  return slow.isOneByOne ? slow.pageMs * (1 + underWay) : slow.pageMs;
}

/** The service shows no more rows a page, except of the slow bridge: few, so that pages of a batch differ. */
export const rowsAPage = 2;
/** Newest first. A look reads one page of a bridge with few buyers: with fewer rows on it, it would miss some. */
const newestRowsAPage = 4;

/** Rows without a buyer, and a page of each of them: none where the rows are asked for by their last change. */
export function fillersOf(
  { plan }: World,
  bridgeId: string,
  sort: boolean,
): { readonly json: string[]; readonly pageSize: number } {
  const { slow } = plan.bridgeOddities;
  if (slow?.bridgeId !== bridgeId) return { json: [], pageSize: sort ? newestRowsAPage : rowsAPage };
  const updatedAt = new Date(plan.start - 9_000_000_000).toISOString();
  const json = Array.from({ length: slow.fillers }, (_, index) =>
    JSON.stringify({ rowId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, updatedAt }),
  );
  return { json, pageSize: 1 };
}

/** Whether no row names a buyer at that time, because all its rows were removed. */
export function isVanished({ vanishing }: BridgeOddities, buyerId: string, at: number): boolean {
  return vanishing?.buyerId === buyerId && isWithin(vanishing, at);
}

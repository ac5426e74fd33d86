import type { ServedPage } from '../world/upstream.ts';
import type { Instance, World } from '../world/world.ts';
import { readingsOf } from './check-scan.ts';

/** More than the pages of any list that one invocation has no time for. */
const remembered = 300;

/** What upstream served about a buyer, whoever asked. */
export function noteServed({ oracle }: World, buyerId: string, page: ServedPage): void {
  if (page.order !== 'Date') return;
  const pages = oracle.memory.served.get(buyerId) ?? [];
  pages.push(page);
  if (pages.length > remembered) pages.shift();
  oracle.memory.served.set(buyerId, pages);
}

/** The readings of an invocation. One that goes on where an earlier invocation ended has that one's pages in front. */
export function readingsBy(world: World, instance: Instance | null, buyerId: string): ServedPage[][] {
  const [first = [], ...others] = readingsOf(instance?.served.get(buyerId) ?? []);
  return first.length === 0 ? others : [[...pagesBefore(world, buyerId, first[0]), ...first], ...others];
}

/** Another instance may have read the same pages at the same time: those of the one that read the next page come first. */
function pagesBefore({ oracle }: World, buyerId: string, first: ServedPage | undefined): ServedPage[] {
  if (first === undefined) return [];
  const served = oracle.memory.served.get(buyerId) ?? [];
  let earlier = served.slice(0, served.lastIndexOf(first)).filter(({ period }) => period === first.period);
  const before = [first];
  for (let next = first; next.pageNumber > 1; [next] = before as [ServedPage]) {
    const isWanted = ({ pageNumber }: ServedPage): boolean => pageNumber === next.pageNumber - 1;
    const page = earlier.findLast((one) => isWanted(one) && one.by === next.by) ?? earlier.findLast(isWanted);
    if (page === undefined) break;
    earlier = earlier.slice(0, earlier.indexOf(page));
    before.unshift(page);
  }
  return before.slice(0, -1);
}

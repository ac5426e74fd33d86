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

function pagesBefore({ oracle }: World, buyerId: string, first: ServedPage | undefined): ServedPage[] {
  const served = oracle.memory.served.get(buyerId) ?? [];
  const before: ServedPage[] = [];
  let wanted = (first?.pageNumber ?? 1) - 1;
  for (let at = served.lastIndexOf(first as ServedPage) - 1; at >= 0 && wanted > 0; at -= 1) {
    const page = served[at] as ServedPage;
    if (page.pageNumber !== wanted || page.period !== first?.period) continue;
    before.unshift(page);
    wanted -= 1;
  }
  return before;
}

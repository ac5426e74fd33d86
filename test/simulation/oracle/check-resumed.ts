import type { Instance } from '../world/instance.ts';
import type { ServedPage } from '../world/upstream/served-page.ts';
import type { World } from '../world/world.ts';
import { readingsOf } from './check-scan.ts';

/** More than the pages of any list that one invocation has no time for. */
const remembered = 3_000;

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
  const [whole = [], ...others] = readingsOf(instance?.served.get(buyerId) ?? []);
  const first = withoutProbe(whole);
  const [from] = first;
  if (from === undefined) return others;
  return [...pagesBefore(world, buyerId, from).map((before) => [...before, ...first]), ...others];
}

/** A reading that goes on asks in the usual size first, and learns from the answer which size the service makes of it. */
function withoutProbe(reading: ServedPage[]): ServedPage[] {
  const [probe, next] = reading;
  const isProbe =
    next !== undefined && (probe?.pageNumber ?? 1) > 1 && next.pageNumber > (probe?.pageNumber ?? 1) + 1;
  return isProbe ? reading.slice(1) : reading;
}

/** Several instances may have read the same pages at the same time: one answer for each that it can have gone on from. */
function pagesBefore({ oracle }: World, buyerId: string, first: ServedPage): ServedPage[][] {
  const served = oracle.memory.served.get(buyerId) ?? [];
  const earlier = served.slice(0, served.lastIndexOf(first)).filter(({ period }) => period === first.period);
  const precedes = ({ pageNumber }: ServedPage): boolean => pageNumber === first.pageNumber - 1;
  const readers = new Set(earlier.filter(precedes).map(({ by }) => by));
  if (first.pageNumber === 1 || readers.size === 0) return [[]];
  return [...readers].map((reader) => chain(earlier, first, reader));
}

function chain(served: readonly ServedPage[], first: ServedPage, reader: number): ServedPage[] {
  const before: ServedPage[] = [];
  let earlier = served;
  for (let wanted = first.pageNumber - 1; wanted > 0; wanted -= 1) {
    const isWanted = ({ pageNumber }: ServedPage): boolean => pageNumber === wanted;
    const page = earlier.findLast((one) => isWanted(one) && one.by === reader) ?? earlier.findLast(isWanted);
    if (page === undefined) break;
    earlier = earlier.slice(0, earlier.indexOf(page));
    before.unshift(page);
  }
  return before;
}

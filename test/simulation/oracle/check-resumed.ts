import type { ServedPage } from '../upstream/served-page.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';
import { readingsOf } from './check-scan.ts';

/** More pages than any list has, also one that takes several invocations. */
const remembered = 3_000;

/** The pages that upstream served for a buyer, to any instance. */
export function noteServed({ oracle }: World, buyerId: string, page: ServedPage): void {
  if (page.order !== 'Date') return;
  const pages = oracle.memory.served.get(buyerId) ?? [];
  pages.push(page);
  if (pages.length > remembered) pages.shift();
  oracle.memory.served.set(buyerId, pages);
}

/** The reads of an invocation. A resumed read begins with the pages of the invocation that it continues. */
export function readingsBy(world: World, instance: Instance | null, buyerId: string): ServedPage[][] {
  return readingsOf(instance?.served.get(buyerId) ?? []).flatMap((reading) => {
    const own = withoutProbe(reading);
    const [from] = own;
    return from === undefined ? [] : pagesBefore(world, buyerId, from).map((before) => [...before, ...own]);
  });
}

/** A resumed read first requests a page of the usual size, to learn which page size the service applies. */
function withoutProbe(reading: ServedPage[]): ServedPage[] {
  const [probe, next] = reading;
  const isProbe =
    next !== undefined && (probe?.pageNumber ?? 1) > 1 && next.pageNumber > (probe?.pageNumber ?? 1) + 1;
  return isProbe ? reading.slice(1) : reading;
}

/** Several instances may have read the same pages at once: one result for each that the read may continue. */
function pagesBefore({ oracle }: World, buyerId: string, first: ServedPage): ServedPage[][] {
  const served = oracle.memory.served.get(buyerId) ?? [];
  const earlier = served.slice(0, served.lastIndexOf(first)).filter(({ period }) => period === first.period);
  const precedes = ({ pageNumber }: ServedPage): boolean => pageNumber === first.pageNumber - 1;
  const readers = new Set(earlier.filter(precedes).map(({ by }) => by));
  if (first.pageNumber === 1 || readers.size === 0) return [[]];
  const all = new Set(earlier.map(({ by }) => by));
  // Before its own invocation, another instance may have read the pages that were stored last.
  return [...readers].flatMap((reader) => [...all].map((other) => chain(earlier, first, [reader, other])));
}

/** No invocation takes longer from one page to the next. */
const oneInvocationMs = 5 * 60_000;

function chain(
  served: readonly ServedPage[],
  first: ServedPage,
  [last, other]: readonly [number, number],
): ServedPage[] {
  const before: ServedPage[] = [];
  let earlier = served;
  let reader = last;
  for (let wanted = first.pageNumber - 1; wanted > 0; wanted -= 1) {
    const isWanted = ({ pageNumber }: ServedPage): boolean => pageNumber === wanted;
    const own = earlier.findLast((one) => isWanted(one) && one.by === reader);
    const after = before[0] ?? first;
    if (own === undefined || after.askedAt - own.askedAt > oneInvocationMs) reader = other;
    const page = earlier.findLast((one) => isWanted(one) && one.by === reader) ?? earlier.findLast(isWanted);
    if (page === undefined) break;
    earlier = earlier.slice(0, earlier.indexOf(page));
    before.unshift(page);
  }
  return before;
}

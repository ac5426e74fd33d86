import type { Observation } from '../../../shared/domain/observation.ts';
import type { Instance } from '../world/instance.ts';
import type { ServedPage } from '../world/upstream/served-page.ts';
import type { World } from '../world/world.ts';
import { isWatched } from './check-bridges.ts';
import { isHeldByRefusal } from './check-refusals.ts';

type Polled = Extract<Observation, { readonly kind: 'buyer-polled' }>;

/** I1: what an accepted scan was shown is recorded; and so is, of a LIVE buyer, what any scan was shown. */
export function checkScanEnd(world: World, instance: Instance, { buyerId, accepted }: Polled): void {
  const isLive = instance.buyers.get(buyerId)?.state === 'LIVE';
  if (!accepted && !isLive) return;
  for (const page of instance.served.get(buyerId) ?? []) {
    if (page.order !== 'Date') continue;
    for (const signalId of page.signalIds) {
      if (world.oracle.memory.signals.has(signalId)) continue;
      world.oracle.violate('I1', `a scan showed ${signalId}, which is not recorded`);
    }
  }
}

/** The readings of a buyer's list that one invocation was served, each from its first page on. */
export function readingsOf(pages: readonly ServedPage[], order = 'Date'): ServedPage[][] {
  const readings: ServedPage[][] = [];
  for (const page of pages) {
    if (page.order !== order) continue;
    const last = readings.at(-1);
    if (page.pageNumber === 1 || last === undefined) readings.push([page]);
    else last.push(page);
  }
  return readings;
}

/** Whether a reading may be believed to be the whole list, judged anew and apart from the domain's own rule. */
export function isWhole(reading: readonly ServedPage[]): boolean {
  const [first] = reading;
  if (first === undefined || first.pageNumber !== 1) return false;
  const ids = reading.flatMap(({ signalIds }) => signalIds);
  const totals = new Set(reading.map(({ totalItems }) => totalItems));
  return totals.size === 1 && new Set(ids).size === ids.length && ids.length === first.totalItems;
}

/** How many items a reading to its end did not show of those that its last page counts. */
export function missingFrom(reading: readonly ServedPage[]): number {
  const shown = new Set(reading.flatMap(({ signalIds }) => signalIds)).size;
  return Math.max(0, (reading.at(-1)?.totalItems ?? 0) - shown);
}

/** The readings that a scan may end with: a whole one, or one of a list that stood still and lacks nothing. */
export function believedOf(readings: readonly ServedPage[][]): ServedPage[][] {
  const still = stillOf(readings);
  return readings.filter(
    (reading) => isWhole(reading) || (still.includes(reading) && missingFrom(reading) === 0),
  );
}

/**
 * Readings to the end of a list that showed the same when it was read before, page by page. Judged anew, too. A list of
 * another period may be read in between.
 */
export function stillOf(readings: readonly ServedPage[][]): ServedPage[][] {
  const lastTold = new Map<string, string>();
  return readings.filter((reading) => {
    const period = reading[0]?.period ?? '';
    const told = tellReading(reading);
    const isRepeated = lastTold.get(period) === told;
    lastTold.set(period, told);
    return isToItsEnd(reading) && isRepeated;
  });
}

export function isToItsEnd(reading: readonly ServedPage[]): boolean {
  const [first, last] = [reading[0], reading.at(-1)];
  if (first?.pageNumber !== 1 || last === undefined) return false;
  const lastPage = Math.max(last.totalPages, Math.ceil(last.totalItems / last.pageSize));
  const isShown =
    last.signalIds.length === 0 && reading.flatMap((page) => page.signalIds).length >= last.totalItems;
  return last.pageNumber >= lastPage || isShown;
}

function tellReading(reading: readonly ServedPage[]): string {
  return JSON.stringify(
    reading.map(({ pageNumber, totalItems, signalIds }) => [pageNumber, totalItems, signalIds]),
  );
}

/** I10: once faults have stopped, nobody's signals are the baseline any more, however its list is made. */
export function checkLive(world: World): void {
  const { oracle, plan } = world;
  const { signals, liveAt } = oracle.memory;
  const polled = new Set(plan.configs.at(-1)?.watch.buyers);
  for (const { buyerId } of signals.values()) polled.add(buyerId);
  for (const buyerId of polled) {
    if (liveAt.has(buyerId) || buyerId === plan.poisonBuyer || !isWatched(world, buyerId)) continue;
    if (isHeldByRefusal(world, buyerId)) continue;
    oracle.violate('I10', `${buyerId} is still being baselined`);
  }
}

/** What a reading that stops after page 1 is recognised by. */
export function firstPageOf([first]: readonly ServedPage[]): string {
  return first ? `${first.period} ${first.totalItems} ${first.signalIds.join()}` : '';
}

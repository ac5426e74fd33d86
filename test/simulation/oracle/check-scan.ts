import type { Observation } from '../../../functions/observations/observation.ts';
import type { Instance } from '../parts/instance.ts';
import { day } from '../parts/plan.ts';
import type { ServedPage } from '../parts/served-page.ts';
import type { World } from '../parts/world.ts';
import { isWatched } from './check-bridges.ts';
import { isUnanswered } from './what-fails.ts';

type Polled = Extract<Observation, { readonly kind: 'buyer-polled' }>;

/** I1: all signals that an accepted scan saw are recorded. For a LIVE buyer, so are the signals of any scan. */
export function checkScanEnd(world: World, instance: Instance, { buyerId, accepted }: Polled): void {
  const isLive = instance.buyers.get(buyerId)?.state === 'LIVE';
  if (!accepted && !isLive) return;
  const readings = readingsOf(instance.served.get(buyerId) ?? []);
  // What came since the list was read is found by the next poll.
  const seen = readings.filter((reading, index) => !isProof(readings[index - 1], reading));
  for (const { signalIds } of seen.flat()) {
    for (const signalId of signalIds) {
      if (world.oracle.memory.signals.has(signalId)) continue;
      world.oracle.violate('I1', `a scan saw ${signalId}, which is not recorded`);
    }
  }
}

/** Whether a page was read behind a shorter list that showed nothing: it only proves that the service has the longer one. */
function isProof([shorter]: readonly ServedPage[] = [], [page, ...others]: readonly ServedPage[]): boolean {
  return shorter?.signalIds.length === 0 && shorter.period !== page?.period && others.length === 0;
}

/** The reads of a buyer's list that one invocation made, each from its first page on. */
export function readingsOf(pages: readonly ServedPage[], order = 'Date'): ServedPage[][] {
  const readings: ServedPage[][] = [];
  for (const page of pages) {
    if (page.order !== order) continue;
    const last = readings.at(-1);
    const before = last?.at(-1);
    const isNext = before?.period === page.period && page.pageNumber > 1;
    // The answer was cut, so the page was requested again.
    const isAgain = before?.pageNumber === page.pageNumber && before.pageSize === page.pageSize;
    if (isNext && isAgain) last?.pop();
    if (last === undefined || !isNext) readings.push([page]);
    else last.push(page);
  }
  return readings;
}

/** Whether a read may count as complete, by a rule written independently of the domain's. */
function isWhole(reading: readonly ServedPage[]): boolean {
  const [first] = reading;
  if (first === undefined || first.pageNumber !== 1) return false;
  const ids = reading.flatMap(({ signalIds }) => signalIds);
  const totals = new Set(reading.map(({ totalItems }) => totalItems));
  return totals.size === 1 && new Set(ids).size === ids.length && ids.length === first.totalItems;
}

/** How many of the items that the last page counts were on no page of the read. */
export function missingFrom(reading: readonly ServedPage[]): number {
  return Math.max(0, (reading.at(-1)?.totalItems ?? 0) - countShown(reading));
}

/**
 * The reads that may end a scan: complete ones, repeats of an equal read that lack no item, and those that show, with
 * the reads before them, all that each of them counts.
 */
export function believedOf(readings: readonly ServedPage[][]): ServedPage[][] {
  const still = stillOf(readings);
  return readings.filter(
    (reading) =>
      isWhole(reading) ||
      (still.includes(reading) && missingFrom(reading) === 0) ||
      isWholeTogether(readings, reading),
  );
}

/** Whether a believed list of a buyer counts more than it shows: what it hides may be any that it does not show (ADR 44). */
export function hidesSome({ actor }: World, buyerId: string): boolean {
  const readings = readingsOf(actor?.served.get(buyerId) ?? []);
  return stillOf(readings).some((reading) => missingFrom(reading) > 0);
}

/** Whether some reads of one period that ended with this one counted the same, and showed exactly so many items. */
export function isWholeTogether(readings: readonly ServedPage[][], last: ServedPage[]): boolean {
  const ofPeriod = readings.filter((reading) => reading[0]?.period === last[0]?.period);
  const until = ofPeriod.slice(0, ofPeriod.indexOf(last) + 1);
  return [2, 3].some((count) => {
    const pages = until.slice(-count).flat();
    const totals = new Set(pages.map(({ totalItems }) => totalItems));
    const ids = new Set(pages.flatMap(({ signalIds }) => signalIds));
    return until.length >= count && totals.size === 1 && ids.size === last[0]?.totalItems;
  });
}

/**
 * Reads to the end that showed the same pages as the one before, also by an independent rule. A list of another period, or
 * the first page of this one, may be read in between.
 */
export function stillOf(readings: readonly ServedPage[][]): ServedPage[][] {
  const lastTold = new Map<string, string>();
  return readings.filter(isToItsEnd).filter((reading) => {
    const period = reading[0]?.period ?? '';
    const told = describeReading(reading);
    const isRepeated = lastTold.get(period) === told;
    lastTold.set(period, told);
    return isRepeated;
  });
}

/**
 * Whether a read went on for as long as it must. Counts only ever make a reader read on: where more was shown than is
 * counted, a list ends with a page that is not full, or shows nothing new.
 */
export function isToItsEnd(reading: readonly ServedPage[]): boolean {
  const [first, last] = [reading[0], reading.at(-1)];
  if (first?.pageNumber !== 1 || last === undefined) return false;
  const lastPage = Math.max(last.totalPages, Math.ceil(last.totalItems / last.pageSize));
  const shown = countShown(reading);
  const isFull = last.signalIds.length >= last.pageSize;
  const isNew = shown > countShown(reading.slice(0, -1));
  const goesOn = isFull && isNew && shown > last.totalItems;
  const isShown =
    last.signalIds.length === 0 && reading.flatMap((page) => page.signalIds).length >= last.totalItems;
  return (last.pageNumber >= lastPage && !goesOn) || isShown || isIdle(reading);
}

/** Fifty pages in a row without a new item end a list, whatever its envelope says. */
function isIdle(reading: readonly ServedPage[]): boolean {
  const idle = 50;
  return reading.length > idle && countShown(reading) === countShown(reading.slice(0, -idle));
}

function countShown(pages: readonly ServedPage[]): number {
  return new Set(pages.flatMap(({ signalIds }) => signalIds)).size;
}

/** An empty page behind the last one says nothing: the other reading's may have failed. */
function describeReading(reading: readonly ServedPage[]): string {
  const shown = reading.slice(0, reading.findLastIndex(({ signalIds }) => signalIds.length > 0) + 1);
  return JSON.stringify(
    shown.map(({ pageNumber, totalItems, signalIds }) => [pageNumber, totalItems, signalIds]),
  );
}

/** I10: after the faults, every buyer's first scan completes, whatever its list looks like. */
export function checkLive(world: World): void {
  const { oracle, plan, scheduler } = world;
  const { signals, liveAt, shownAt } = oracle.memory;
  // Where every list is empty and answers 404, nothing proves that the service is there.
  if (plan.reading.emptyIs404 && scheduler.now() - (shownAt.at(-1) ?? 0) > 2 * day) return;
  const polled = new Set(plan.configs.at(-1)?.watch.buyers);
  for (const { buyerId } of signals.values()) polled.add(buyerId);
  for (const buyerId of polled) {
    if (liveAt.has(buyerId) || !isWatched(world, buyerId) || isUnanswered(world, buyerId)) continue;
    // Three readings of so many pages in an order of chance may each lack something: a limit that the docs name.
    const rows = [...world.upstream.rows.values()].filter(({ buyers }) => buyers.has(buyerId));
    if (plan.reading.tiesAtEdges && rows.length > 10 * plan.pageCap) continue;
    oracle.violate('I10', `${buyerId} is still being baselined`);
  }
}

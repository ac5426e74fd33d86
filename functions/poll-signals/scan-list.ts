import type { Listing } from '../../shared/domain/polling/buyer-state.ts';
import { judgeReadings, type PollVerdict, type ReadPage } from '../../shared/domain/polling/reading.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { ShownList } from '../../shared/domain/upstream/service.ts';
import type { PollPorts } from './open-poll.ts';
import type { ListedSignal, SignalPagesQuery } from './ports.ts';

/** `mayBeEmpty`: a 404 behind a reading that was shown is a failure. */
export interface Scan extends Omit<SignalPagesQuery, 'order'> {
  readonly deadline: number;
  /** An equal first page of the last accepted scan ends the scan. Null always reads on. */
  readonly knownFingerprint: string | null;
  /** All items of a list that equals the last accepted one are recorded. */
  readonly knownList: string | null;
  result: ScanResult;
}

export interface BuyerList extends Scan {
  readonly startedAt: number;
  /** Null if the service's answer is believed whatever it showed before. */
  readonly service: ShownList | null;
  /** The baseline was incomplete for so long that it takes in no more new signals. */
  readonly isOverdue: boolean;
  /** Shorter lists tell what is recent: none until the reading ends. */
  shorter: readonly ScanResult[];
  /** False until the reading ends, with every signal in it recorded. */
  isComplete: boolean;
}

export interface ScanResult extends PollVerdict {
  readonly readings: number;
  /** The total of the list, or the items that its pages show if these are more. */
  readonly listed: number;
  readonly listing: Listing | null;
  readonly strange: number;
  /** It ended after a first page equal to that of the last accepted scan. */
  readonly isKnown: boolean;
  readonly notFound?: true | undefined;
  readonly servedAt?: number | undefined;
}

export const notScanned: ScanResult = {
  accepted: false,
  readings: 0,
  listed: 0,
  listing: null,
  strange: 0,
  isKnown: false,
};

const mostReadings = 3;
/** Each group of items requests the Hotness order once. */
const itemsAtOnce = 200;
/** Items are also grouped by their JSON, in UTF-16 units: one page may have ten million. */
const mostSizeAtOnce = 2_000_000;

/**
 * Reads the list again if it was not complete, three times at most. Gives every item that a page shows, even if the
 * reading is not accepted or ends with an error: of a list that takes too long, the newest are recorded. A list that
 * is known may give none.
 */
export async function* scanList(ports: PollPorts, scan: Scan): AsyncGenerator<readonly ListedSignal[], void> {
  const readings: (readonly ReadPage[])[] = [];
  for (;;) {
    const mayBeEmpty = scan.mayBeEmpty === true && readings.length === 0;
    const { pages, ...shown } = yield* readOnce(ports, { ...scan, mayBeEmpty });
    readings.push(pages);
    const verdict: PollVerdict = shown.isKnown ? { accepted: true } : judgeReadings(readings);
    if (verdict.accepted || verdict.stoodStill || readings.length >= mostReadings) {
      scan.result = { ...shown, ...verdict, readings: readings.length };
      return;
    }
  }
}

interface ListReading extends Omit<ScanResult, keyof PollVerdict | 'readings'> {
  readonly pages: readonly ReadPage[];
}

async function* readOnce(
  ports: PollPorts,
  { buyerId, period, deadline, mayBeEmpty, blames, knownFingerprint, knownList }: Scan,
): AsyncGenerator<readonly ListedSignal[], ListReading> {
  const { ledger } = ports;
  const pages: ReadPage[] = [];
  let waiting: ListedSignal[] = [];
  let waitingSize = 0;
  let isKnown = false;
  const strange = new Set<string>();
  let served: Pick<ScanResult, 'servedAt' | 'notFound'> = {};
  function* takeWaiting(): Generator<readonly ListedSignal[], void> {
    const items = waiting;
    waiting = [];
    waitingSize = 0;
    if (items.length > 0) yield items;
  }
  try {
    const query = { buyerId, order: 'Date', period, blames, mayBeEmpty } as const;
    for await (const page of ports.signalPages(query, deadline)) {
      const { totalItems, items, endFailed } = page;
      pages.push({ totalItems, ids: items.map(({ id }) => id), ...(endFailed ? { endFailed } : {}) });
      served = { servedAt: page.servedAt ?? undefined, notFound: page.notFound };
      waiting.push(...page.items);
      for (const { id, isStrange } of page.items) if (isStrange) strange.add(id);
      waitingSize += page.size ?? 0;
      const isFirst = pages.length === 1 && knownFingerprint !== null;
      isKnown = isFirst && ledger.buyers.fingerprintOf(listingOf(period, pages)) === knownFingerprint;
      if (isKnown) break;
      if (waiting.length >= itemsAtOnce || waitingSize >= mostSizeAtOnce) yield* takeWaiting();
    }
    const isEqual = knownList !== null && ledger.buyers.listHashOf(listingOf(period, pages)) === knownList;
    if (isKnown || isEqual) waiting = [];
  } catch (error) {
    yield* takeWaiting();
    throw error;
  }
  yield* takeWaiting();
  const listing = listingOf(period, pages);
  const shown = new Set(pages.flatMap(({ ids }) => ids)).size;
  const listed = Math.max(listing.totalItems, shown);
  return { pages, isKnown, listed, listing, strange: strange.size, ...served };
}

function listingOf(period: ListingPeriod, pages: readonly ReadPage[]): Listing {
  return { period, totalItems: pages[0]?.totalItems ?? 0, pages: pages.map(({ ids }) => ids) };
}

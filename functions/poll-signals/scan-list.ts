import { counted } from '../../shared/domain/counted.ts';
import type { Listing } from '../../shared/domain/polling/buyer-state.ts';
import { judgeReadings, type PollVerdict, type ReadPage } from '../../shared/domain/polling/reading.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { ListedSignal, PollPorts, SignalPage, SignalPagesQuery } from './ports.ts';

/** `mayBeEmpty`: a 404 behind a reading that was shown is a failure. */
export interface ScanRequest extends Omit<SignalPagesQuery, 'order'> {
  readonly deadline: number;
  /** Of the last accepted scan: an equal first page ends the scan. null always reads on. */
  readonly knownFingerprint: string | null;
  /** Of the last accepted scan: all items of an equal list are recorded. */
  readonly knownList: string | null;
  /** Gets every item that a page shows, even if the reading is not accepted; of a known list, perhaps none. */
  readonly onItems: (items: readonly ListedSignal[]) => Promise<void>;
}

export interface ScanResult extends PollVerdict {
  readonly readings: number;
  /** The items that its total counts, or that its pages show if these are more. */
  readonly listed: number;
  readonly listing: Listing | null;
  /** The number of rows of other buyers that it shows. */
  readonly strange: number;
  /** It ended after a first page equal to that of the last accepted scan. */
  readonly isKnown: boolean;
  /** The service does not know the buyer, or lists no signal of it. */
  readonly notFound?: true | undefined;
  /** The time of its last page, by the service's clock. */
  readonly servedAt?: number | undefined;
}

/** A sentence on missing items, which may be new and which no reading finds, or on rows of other buyers; null for none. */
export function tellShortfall({ missing = 0, stoodStill, strange }: ScanResult): string | null {
  if (missing === 0)
    return strange === 0 ? null : `the list shows ${counted(strange, 'row')} of other buyers`;
  const found = `the list counts ${counted(missing, 'signal')} more than its pages show`;
  return stoodStill ? found : `${found}; it changed while it was read`;
}

const mostReadings = 3;
/** Items per call of `onItems`: each call requests the Hotness order once. */
const itemsAtOnce = 200;
/** And of JSON, in UTF-16 units: one page may have ten million. */
const mostSizeAtOnce = 2_000_000;

/**
 * Reads a buyer's list from page 1 to its end, and again if that was not complete, three times at most. Items read
 * before an error are passed to `onItems` before the error is thrown: of a list that takes too long, the newest are
 * recorded.
 */
export async function scanList(ports: PollPorts, request: ScanRequest): Promise<ScanResult> {
  const readings: (readonly ReadPage[])[] = [];
  for (;;) {
    const mayBeEmpty = request.mayBeEmpty === true && readings.length === 0;
    const { pages, ...shown } = await readOnce(ports, { ...request, mayBeEmpty });
    readings.push(pages);
    const verdict: PollVerdict = shown.isKnown ? { accepted: true } : judgeReadings(readings);
    if (verdict.accepted || verdict.stoodStill || readings.length >= mostReadings) {
      return { ...shown, ...verdict, readings: readings.length };
    }
  }
}

interface ListReading extends Omit<ScanResult, keyof PollVerdict | 'readings'> {
  readonly pages: readonly ReadPage[];
}

async function readOnce(ports: PollPorts, request: ScanRequest): Promise<ListReading> {
  const { buyerId, period, mayBeEmpty, blames, knownFingerprint, knownList } = request;
  const { ledger } = ports;
  const pages: ReadPage[] = [];
  let waiting: ListedSignal[] = [];
  let waitingSize = 0;
  let isKnown = false;
  const strange = new Set<string>();
  let served: Pick<ScanResult, 'servedAt' | 'notFound'> = {};
  const handOn = async (): Promise<void> => {
    const items = waiting;
    waiting = [];
    waitingSize = 0;
    if (items.length > 0) await request.onItems(items);
  };
  try {
    const query = { buyerId, order: 'Date', period, blames, mayBeEmpty } as const;
    for await (const page of ports.signalPages(query, request.deadline)) {
      pages.push(readPageOf(page));
      served = { servedAt: page.servedAt ?? undefined, notFound: page.notFound };
      waiting.push(...page.items);
      for (const { id, isStrange } of page.items) if (isStrange) strange.add(id);
      waitingSize += page.size ?? 0;
      const isFirst = pages.length === 1 && knownFingerprint !== null;
      isKnown = isFirst && ledger.buyers.fingerprintOf(listingOf(period, pages)) === knownFingerprint;
      if (isKnown) break;
      if (waiting.length >= itemsAtOnce || waitingSize >= mostSizeAtOnce) await handOn();
    }
    const isEqual = knownList !== null && ledger.buyers.listHashOf(listingOf(period, pages)) === knownList;
    if (isKnown || isEqual) waiting = [];
  } finally {
    await handOn();
  }
  const listing = listingOf(period, pages);
  const shown = new Set(pages.flatMap(({ ids }) => ids)).size;
  const listed = Math.max(listing.totalItems, shown);
  return { pages, isKnown, listed, listing, strange: strange.size, ...served };
}

function readPageOf(page: SignalPage): ReadPage {
  const { totalItems, items, endFailed } = page;
  return { totalItems, ids: items.map(({ id }) => id), ...(endFailed ? { endFailed } : {}) };
}

function listingOf(period: ListingPeriod, pages: readonly ReadPage[]): Listing {
  return { period, totalItems: pages[0]?.totalItems ?? 0, pages: pages.map(({ ids }) => ids) };
}

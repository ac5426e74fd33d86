import { counted } from '../../shared/domain/counted.ts';
import { isPageRefused } from '../../shared/domain/errors.ts';
import {
  countMissing,
  isSameReading,
  judgeReading,
  type Misfit,
  type ReadPage,
} from '../../shared/domain/polling/reading.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { CutOffScan, Listing } from '../../shared/domain/signals/recording.ts';
import { findCutOff, keepCutOff, type ResumableScan } from './cut-off-scan.ts';
import type { ListedSignal, PollPorts, SignalPage } from './ports.ts';

export interface ScanRequest extends ResumableScan {
  readonly deadline: number;
  /** Of the last accepted scan: an equal first page ends the scan. null always reads on. */
  readonly knownFingerprint: string | null;
  /** Gets every item that a page shows, even if the reading is not accepted. */
  readonly onItems: (items: readonly ListedSignal[]) => Promise<void>;
}

export interface ScanResult {
  readonly accepted: boolean;
  readonly readings: number;
  /** The items that its total counts, or that its pages show if these are more. */
  readonly listed: number;
  readonly listing: Listing | null;
  /** Why the last reading was not complete; of an accepted scan, why two equal readings were needed. */
  readonly misfit?: Misfit;
  /** The number of items that no page of the last reading showed; absent if none is missing. */
  readonly missing?: number;
  /** Two readings showed the same pages, and the same number of items is missing from both. */
  readonly stoodStill?: true;
  /** When an earlier invocation began it; absent if this one did. */
  readonly startedAt?: number;
  /** The time of its last page, by the service's clock. */
  readonly servedAt?: number;
}

/** An operator must know: the missing items may be new, and no reading finds them. */
export function tellShortfall({
  missing = 0,
  stoodStill,
}: Pick<ScanResult, 'missing' | 'stoodStill'>): string | null {
  if (missing === 0) return null;
  const found = `the list counts ${counted(missing, 'signal')} more than its pages show`;
  return stoodStill ? found : `${found}; it changed while it was read`;
}

const mostReadings = 3;
/** Items per call of `onItems`: each call requests the Hotness order once. */
const itemsAtOnce = 200;
/** And of JSON, in UTF-16 units: one page may have ten million. */
const mostSizeAtOnce = 2_000_000;

/**
 * Reads a buyer's list from page 1 to its end, and again if it changed meanwhile, three times at most. Two equal
 * readings in a row are accepted if no item is missing (see `isSameReading`). An earlier invocation may have begun the
 * first of them: the second is read in one go, and confirms the older pages. Items read before an error are passed to
 * `onItems` before the error is thrown; after a timeout the next invocation resumes there.
 */
export async function scanList(ports: PollPorts, request: ScanRequest): Promise<ScanResult> {
  const now = ports.clock.now();
  let cutOff = await findCutOff(ports, request, now);
  let result: ScanResult = { accepted: false, readings: 0, listed: 0, listing: null };
  let before: readonly ReadPage[] = [];
  while (!result.accepted && !result.stoodStill && result.readings < mostReadings) {
    const reading = await readOnce(ports, request, cutOff, cutOff?.startedAt ?? now);
    const resumed = cutOff === null ? {} : { startedAt: cutOff.startedAt };
    if (cutOff !== null) await ports.ledger.dropCutOff(request.buyerId);
    cutOff = null;
    if (reading === null) continue;
    const { pages, isKnown, ...shown } = reading;
    const verdict = isKnown ? 'accepted' : judgeReading(pages);
    const missing = isKnown ? 0 : countMissing(pages);
    const isSame = isSameReading(before, pages);
    result = {
      ...shown,
      accepted: verdict === 'accepted' || (isSame && missing === 0),
      readings: result.readings + 1,
      ...(verdict === 'accepted' ? {} : { misfit: verdict }),
      ...(missing > 0 ? { missing } : {}),
      ...(isSame && missing > 0 ? { stoodStill: true } : {}),
      ...resumed,
    };
    before = pages;
  }
  return result;
}

interface ListReading extends Pick<ScanResult, 'listed' | 'listing' | 'servedAt'> {
  readonly pages: readonly ReadPage[];
  /** It ended after a first page equal to that of the last accepted scan. */
  readonly isKnown: boolean;
}

/** null if upstream refuses the page at which an earlier invocation stopped. */
async function readOnce(
  ports: PollPorts,
  request: ScanRequest,
  cutOff: CutOffScan | null,
  startedAt: number,
): Promise<ListReading | null> {
  const { buyerId, period } = request;
  const pages: ReadPage[] = [...(cutOff?.pages ?? [])];
  let waiting: ListedSignal[] = [];
  let waitingSize = 0;
  const from = cutOff?.position ?? 0;
  /** The last page after which a reading can resume: with unusual page sizes not every page is one. */
  let mark = { position: from, pages: pages.length };
  let handedOn = mark;
  let taken = true;
  let served: Pick<ScanResult, 'servedAt'> = {};
  const handOn = async (): Promise<void> => {
    // After a failed `onItems`, the next invocation must resume before its items.
    if (!taken) return;
    const items = waiting;
    waiting = [];
    waitingSize = 0;
    taken = false;
    if (items.length > 0) await request.onItems(items);
    taken = true;
    handedOn = mark;
  };
  try {
    const query = { buyerId, order: 'Date', period, from } as const;
    for await (const page of ports.signalPages(query, request.deadline)) {
      pages.push(readPageOf(page));
      served = page.servedAt === undefined ? {} : { servedAt: page.servedAt };
      waiting.push(...page.items);
      waitingSize += page.size ?? 0;
      if (page.position !== undefined) mark = { position: page.position, pages: pages.length };
      const listing = listingOf(period, pages);
      if (pages.length === 1 && ports.ledger.fingerprintOf(listing) === request.knownFingerprint) {
        return { pages, isKnown: true, listed: page.totalItems, listing, ...served };
      }
      if (waiting.length >= itemsAtOnce || waitingSize >= mostSizeAtOnce) await handOn();
    }
    await handOn();
  } catch (error) {
    // The list may have become shorter, and the contract does not say how a page past the end is answered.
    if (cutOff?.pages.length === pages.length && isPageRefused(error)) return null;
    try {
      await handOn();
    } finally {
      const { position, pages: count } = handedOn;
      const read = { startedAt, position, pages: pages.slice(0, count) };
      await keepCutOff(ports, error, request, cutOff, read);
    }
    throw error;
  }
  const listing = listingOf(period, pages);
  const shown = new Set(pages.flatMap(({ ids }) => ids)).size;
  const listed = Math.max(listing.totalItems, shown);
  return { pages, isKnown: false, listed, listing, ...served };
}

function readPageOf(page: SignalPage): ReadPage {
  const { totalItems, items, endFailed } = page;
  return { totalItems, ids: items.map(({ id }) => id), ...(endFailed ? { endFailed } : {}) };
}

function listingOf(period: ListingPeriod, pages: readonly ReadPage[]): Listing {
  const [first] = pages;
  return { period, totalItems: first?.totalItems ?? 0, ids: first?.ids ?? [] };
}

import { judgeReading, type ReadPage } from '../../shared/domain/reading.ts';
import type { ListingPeriod } from '../../shared/domain/window.ts';
import type { ListedSignal, Listing, PollSignalsPorts, SignalPage } from './poll-signals.ts';

export interface ScanRequest {
  readonly buyerId: string;
  readonly period: ListingPeriod;
  readonly deadline: number;
  /** Of the last accepted scan: a first page that equals it ends the scan. null reads on always. */
  readonly knownFingerprint: string | null;
  /** Gets every item that a page shows, whether the reading is accepted in the end or not. */
  readonly onItems: (items: readonly ListedSignal[]) => Promise<void>;
}

export interface ScanResult {
  readonly accepted: boolean;
  readonly readings: number;
  readonly listed: number;
  readonly listing: Listing | null;
}

const mostReadings = 3;
/** So many items are handed on together: each handing-on asks upstream for the Hotness order once. */
const itemsAtOnce = 200;

/**
 * Reads a buyer's list from page 1 to its end, again while it moved under the reading, three times at most. What
 * was read before an error is handed on before the error is thrown.
 */
export async function scanList(ports: PollSignalsPorts, request: ScanRequest): Promise<ScanResult> {
  let result: ScanResult = { accepted: false, readings: 0, listed: 0, listing: null };
  while (!result.accepted && result.readings < mostReadings) {
    result = { ...(await readOnce(ports, request)), readings: result.readings + 1 };
  }
  return result;
}

async function readOnce(
  ports: PollSignalsPorts,
  request: ScanRequest,
): Promise<Omit<ScanResult, 'readings'>> {
  const { buyerId, period } = request;
  const pages: ReadPage[] = [];
  let waiting: ListedSignal[] = [];
  const handOn = async (): Promise<void> => {
    const items = waiting;
    waiting = [];
    if (items.length > 0) await request.onItems(items);
  };
  try {
    for await (const page of ports.signalPages({ buyerId, order: 'Date', period }, request.deadline)) {
      pages.push(readPageOf(page));
      waiting.push(...page.items);
      const listing = listingOf(period, pages);
      if (pages.length === 1 && ports.fingerprintOf(listing) === request.knownFingerprint) {
        return { accepted: true, listed: page.totalItems, listing };
      }
      if (waiting.length >= itemsAtOnce) await handOn();
    }
  } catch (error) {
    await handOn();
    throw error;
  }
  await handOn();
  const listing = listingOf(period, pages);
  return { accepted: judgeReading(pages) === 'accepted', listed: listing.totalItems, listing };
}

function readPageOf(page: SignalPage): ReadPage {
  return { totalItems: page.totalItems, ids: page.items.map((item) => item.id) };
}

function listingOf(period: ListingPeriod, pages: readonly ReadPage[]): Listing {
  const [first] = pages;
  return { period, totalItems: first?.totalItems ?? 0, ids: first?.ids ?? [] };
}

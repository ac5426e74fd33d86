import type { Clock } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { HotRule } from '../../shared/domain/hotness.ts';
import type { Observe, ScanMode } from '../../shared/domain/observation.ts';
import type { Route } from '../../shared/domain/route.ts';
import type { Signal, UnreadableSignal } from '../../shared/domain/signal.ts';
import { deepPeriod, isDeepScanDue, type ListingPeriod, routinePeriod } from '../../shared/domain/window.ts';
import type { CutOffPorts } from './cut-off-scan.ts';
import { pollFirstTime } from './poll-first-time.ts';
import { createRecorder, type Recorder } from './record-new.ts';
import { scanList } from './scan-list.ts';

/** Scans buyers' lists and records what is new, with its outbox entries. */
export interface PollSignalsPorts {
  readonly clock: Clock;
  /** Left out, a scan that the time does not suffice for begins at page 1 again. */
  readonly cutOffs?: CutOffPorts;
  readonly observe: Observe;
  readonly signalPages: (query: SignalPagesQuery, deadline: number) => AsyncIterable<SignalPage>;
  readonly readBuyer: (buyerId: string) => Promise<BuyerState>;
  readonly fingerprintOf: (listing: Listing) => string;
  /** False when another scan of the buyer completed in between: nothing is lost, the next one looks back further. */
  readonly completeScan: (before: BuyerState, completion: ScanCompletion) => Promise<boolean>;
  readonly isKnown: (buyerId: string, signalId: string) => Promise<boolean>;
  /** False when it was recorded before. */
  readonly record: (signal: NewSignal) => Promise<boolean>;
  /** True when the summary has to be asked for. */
  readonly requestSummary: (buyerId: string, now: number, askUntil: number) => Promise<boolean>;
  readonly sendSummaryRequests: (messages: readonly { readonly buyerId: string }[]) => Promise<void>;
  /** A safe sentence on what came from upstream; null for an error that is no fault of upstream's. */
  readonly upstreamProblem: (error: unknown) => string | null;
  readonly settings: PollSettings;
}

export interface PollSettings {
  readonly routes: readonly Route[];
  readonly hot: HotRule;
  /** What the first scan sends: nothing, all, or what upstream dates within a period. */
  readonly firstRun: 'baseline' | 'send-all' | { readonly sendLast: ListingPeriod };
  readonly summaryWaitMs: number;
}

export interface SignalPagesQuery {
  readonly buyerId: string;
  readonly order: 'Date' | 'Hotness';
  readonly period: ListingPeriod;
  /** Begins behind so many items: a page's `position`. */
  readonly from?: number;
}

export interface ListedSignal {
  /** `bridgeId#rowId`, or a hash of its text for one that can't be read. */
  readonly id: string;
  readonly content: Signal | UnreadableSignal;
}

export interface SignalPage {
  readonly totalItems: number;
  readonly items: readonly ListedSignal[];
  /** How many items of the list are passed with this page, where a reading could begin behind it. */
  readonly position?: number;
}

export interface BuyerState {
  readonly buyerId: string;
  readonly state: 'BASELINING' | 'LIVE';
  readonly lastCompleteAt: number | null;
  readonly lastDeepAt: number | null;
  readonly fingerprint: string | null;
  readonly ver: number;
  readonly cutOff?: true;
}

export interface Listing {
  readonly period: ListingPeriod;
  readonly totalItems: number;
  readonly ids: readonly string[];
}

export interface ScanCompletion {
  readonly startedAt: number;
  readonly deep: boolean;
  readonly listing: Listing | null;
}

export interface NewSignal {
  readonly buyerId: string;
  readonly signalId: string;
  readonly firstSeenAt: number;
  readonly baseline: boolean;
  readonly hot: boolean;
  readonly hotnessRank: number | null;
  readonly releaseAt: number | null;
  readonly routeIds: readonly string[];
  readonly content: Signal | UnreadableSignal;
}

export interface PollRequest {
  readonly buyerIds: readonly string[];
  readonly dryRun: boolean;
  /** Milliseconds since the epoch: no page is begun that could not end before it. */
  readonly deadline: number;
}

export interface PollResult {
  readonly polled: number;
  readonly recorded: number;
  readonly hot: number;
  readonly baseline: number;
  readonly failed: readonly { readonly buyerId: string; readonly problem: string }[];
  /** Only for a dry run: what would have been recorded, and for which routes. */
  readonly wouldRecord?: readonly WouldRecord[];
}

export interface WouldRecord {
  readonly signalId: string;
  readonly buyerId: string;
  readonly hot: boolean;
  readonly baseline: boolean;
  readonly routeIds: readonly string[];
}

/** How many buyers of one message are scanned at once. */
const buyersAtOnce = 4;

export async function pollSignals(ports: PollSignalsPorts, request: PollRequest): Promise<PollResult> {
  const failed: { buyerId: string; problem: string }[] = [];
  const wouldRecord: WouldRecord[] = [];
  const totals = { polled: 0, recorded: 0, hot: 0, baseline: 0 };
  const cutShort: string[] = [];
  let pauseProblem: string | null = null;
  await inParallel(request.buyerIds, buyersAtOnce, async (buyerId) => {
    if (pauseProblem !== null) {
      cutShort.push(buyerId);
      return;
    }
    const recorder = createRecorder(ports, buyerId, request);
    try {
      await pollBuyer(ports, recorder, buyerId, request);
      totals.polled += 1;
    } catch (error) {
      const problem = ports.upstreamProblem(error);
      if (problem === null) throw error;
      if (error instanceof UpstreamPausedError) {
        pauseProblem = problem;
        cutShort.push(buyerId);
        return;
      }
      failed.push({ buyerId, problem });
      ports.observe({ kind: 'poll-failed', buyerId, problem });
    } finally {
      totals.recorded += recorder.counts.recorded;
      totals.hot += recorder.counts.hot;
      totals.baseline += recorder.counts.baseline;
      wouldRecord.push(...recorder.wouldRecord);
    }
  });
  tellCutShort(ports, cutShort, pauseProblem, failed);
  return { ...totals, failed, ...(request.dryRun ? { wouldRecord } : {}) };
}

/** In an outage every buyer meets the same pause: one line for all of a message, where each had one before. */
function tellCutShort(
  ports: PollSignalsPorts,
  buyerIds: readonly string[],
  problem: string | null,
  failed: { buyerId: string; problem: string }[],
): void {
  if (problem === null) return;
  failed.push(...buyerIds.map((buyerId) => ({ buyerId, problem })));
  ports.observe({ kind: 'polls-cut-short', buyers: buyerIds.length, buyerIds, problem });
}

async function pollBuyer(
  ports: PollSignalsPorts,
  recorder: Recorder,
  buyerId: string,
  request: PollRequest,
): Promise<void> {
  const buyer = await ports.readBuyer(buyerId);
  if (buyer.state === 'BASELINING') {
    await pollFirstTime(ports, recorder, buyer, request);
    return;
  }
  const now = ports.clock.now();
  const routine = routinePeriod(buyer.lastCompleteAt, now);
  await scanAndComplete(ports, recorder, buyer, 'routine', routine, request);
  if (!isDeepScanDue(buyerId, buyer.lastDeepAt, now)) return;
  // Routine first, so that what is new in the deep scan is what only the deep scan could find.
  const after = request.dryRun ? buyer : await ports.readBuyer(buyerId);
  await scanAndComplete(ports, recorder, after, 'deep', deepPeriod(buyer.lastCompleteAt, now), request);
}

async function scanAndComplete(
  ports: PollSignalsPorts,
  recorder: Recorder,
  buyer: BuyerState,
  mode: ScanMode,
  period: ListingPeriod,
  request: PollRequest,
): Promise<void> {
  const startedAt = ports.clock.now();
  const { buyerId } = buyer;
  const before = { ...recorder.counts };
  const write = recorder.writerFor({ mode, period, firstTime: false, isBaseline: () => false });
  const scan = await scanList(ports, {
    buyerId,
    period,
    deadline: request.deadline,
    knownFingerprint: mode === 'routine' ? buyer.fingerprint : null,
    ...(request.dryRun ? {} : { resume: { mode, cutOff: buyer.cutOff ?? false } }),
    onItems: write,
  });
  if (scan.accepted && !request.dryRun) {
    const listing = mode === 'routine' ? scan.listing : null;
    await ports.completeScan(buyer, {
      startedAt: scan.startedAt ?? startedAt,
      deep: mode === 'deep',
      listing,
    });
  }
  ports.observe({
    kind: 'buyer-polled',
    buyerId,
    mode,
    accepted: scan.accepted,
    readings: scan.readings,
    listed: scan.listed,
    recorded: recorder.counts.recorded - before.recorded,
    hot: recorder.counts.hot - before.hot,
    unreadable: recorder.counts.unreadable - before.unreadable,
  });
}

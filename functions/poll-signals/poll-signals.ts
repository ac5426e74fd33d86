import { inParallel } from '../../shared/domain/concurrency.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { Observation, ScanMode } from '../../shared/domain/observation.ts';
import type { BuyerState } from '../../shared/domain/recording.ts';
import { isResting } from '../../shared/domain/refusal.ts';
import { deepPeriod, isDeepScanDue, type ListingPeriod, routinePeriod } from '../../shared/domain/window.ts';
import { followRefusal } from './follow-refusal.ts';
import { pollFirstTime } from './poll-first-time.ts';
import type { PollOutcome, PollRequest, PollResult, PollSignalsPorts, WouldRecord } from './ports.ts';
import { createRecorder, type Recorder } from './record-new.ts';
import { scanList, tellShortfall } from './scan-list.ts';
import { learnFromPages, tellMissed } from './tell-plan.ts';

/** How many buyers of one message are scanned at once. */
const buyersAtOnce = 4;

/** Scans buyers' lists and records what is new, with its outbox entries. */
export async function pollSignals(given: PollSignalsPorts, request: PollRequest): Promise<PollResult> {
  const ports = nameSlot(given, request.slot);
  const failed: { buyerId: string; problem: string }[] = [];
  const wouldRecord: WouldRecord[] = [];
  const totals = { polled: 0, recorded: 0, hot: 0, baseline: 0 };
  const cutShort: string[] = [];
  let pauseProblem: string | null = null;
  await inParallel(request.buyerIds, buyersAtOnce, async (buyerId) => {
    const { calm: wasCalm, refusal } = await ports.plan.readStanding(buyerId);
    if (!request.evenResting && isResting(refusal, ports.clock.now())) return;
    const follower = followRefusal(ports, buyerId, refusal, request);
    const following = { ...ports, signalPages: follower.signalPages };
    const learning = request.dryRun ? following : { ...following, signalPages: learnFromPages(following) };
    const setCalm = async (calm: boolean): Promise<void> => {
      if (!request.dryRun) await ports.plan.setCalm(buyerId, calm);
    };
    if (pauseProblem !== null) {
      cutShort.push(buyerId);
      return setCalm(false);
    }
    const recorder = createRecorder(learning, buyerId, request);
    try {
      const { isComplete, shortfall } = await pollBuyer(learning, recorder, buyerId, request);
      totals.polled += 1;
      if (!(wasCalm && isComplete)) await setCalm(isComplete);
      if (shortfall !== null) {
        failed.push({ buyerId, problem: shortfall });
        ports.observe({ kind: 'poll-failed', buyerId, problem: shortfall, tokenRejected: false });
      }
      await tellMissed(ports, buyerId, recorder.fresh, request);
    } catch (error) {
      const problem = ports.upstreamProblem(error);
      if (problem === null) throw error;
      await setCalm(false);
      if (error instanceof UpstreamPausedError) {
        pauseProblem = problem;
        cutShort.push(buyerId);
        return;
      }
      failed.push({ buyerId, problem });
      await follower.tellFailed(error, problem);
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

function nameSlot(ports: PollSignalsPorts, slot: string | undefined): PollSignalsPorts {
  if (slot === undefined) return ports;
  // Each kind that is observed here has the field.
  return { ...ports, observe: (observation) => ports.observe({ ...observation, slot } as Observation) };
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
): Promise<PollOutcome> {
  const buyer = await ports.readBuyer(buyerId);
  if (buyer.state === 'BASELINING') {
    return pollFirstTime(ports, recorder, buyer, request);
  }
  const now = ports.clock.now();
  const routine = routinePeriod(buyer.lastCompleteAt, now);
  const inWindow = await scanAndComplete(ports, recorder, buyer, 'routine', routine, request);
  if (!isDeepScanDue(buyerId, buyer.lastDeepAt, now)) return inWindow;
  // Routine first, so that what is new in the deep scan is what only the deep scan could find.
  const after = request.dryRun ? buyer : await ports.readBuyer(buyerId);
  const deep = deepPeriod(buyer.lastCompleteAt, now);
  const inAll = await scanAndComplete(ports, recorder, after, 'deep', deep, request);
  return {
    isComplete: inWindow.isComplete && inAll.isComplete,
    shortfall: inAll.shortfall ?? inWindow.shortfall,
  };
}

async function scanAndComplete(
  ports: PollSignalsPorts,
  recorder: Recorder,
  buyer: BuyerState,
  mode: ScanMode,
  period: ListingPeriod,
  request: PollRequest,
): Promise<PollOutcome> {
  const startedAt = ports.clock.now();
  const { buyerId } = buyer;
  const before = { ...recorder.counts };
  const write = recorder.writerFor({ mode, period, firstTime: false, isBaseline: () => false });
  const scan = await scanList(ports, {
    buyerId,
    period,
    deadline: request.deadline,
    knownFingerprint: mode === 'routine' && !request.whole ? buyer.fingerprint : null,
    ...(request.dryRun ? {} : { resume: { mode, cutOff: buyer.cutOff ?? false } }),
    onItems: write,
  });
  // Else a list that never fits would be scanned deep at each tick, and its window would grow until it is two years.
  const isTaken = scan.accepted || (mode === 'deep' && scan.stoodStill === true);
  const isComplete =
    isTaken &&
    !request.dryRun &&
    (await ports.completeScan(buyer, {
      startedAt: scan.startedAt ?? startedAt,
      deep: mode === 'deep',
      // What does not fit together may only lag behind: the next scan must not stop at a first page that is the same.
      listing: mode === 'routine' && scan.misfit === undefined ? scan.listing : null,
    }));
  ports.observe({
    kind: 'buyer-polled',
    buyerId,
    mode,
    accepted: scan.accepted,
    readings: scan.readings,
    ...(scan.misfit ? { misfit: scan.misfit } : {}),
    ...(scan.missing ? { missing: scan.missing } : {}),
    listed: scan.listed,
    recorded: recorder.counts.recorded - before.recorded,
    hot: recorder.counts.hot - before.hot,
    unreadable: recorder.counts.unreadable - before.unreadable,
  });
  return { isComplete: isComplete && scan.misfit === undefined, shortfall: tellShortfall(scan) };
}

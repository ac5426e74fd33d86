import { inParallel } from '../../shared/domain/concurrency.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import { isResting } from '../../shared/domain/polling/refusal.ts';
import { listCallMs } from '../../shared/domain/upstream/call-times.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { followRefusal } from './follow-refusal.ts';
import { learnColumns } from './learn-columns.ts';
import { openPoll } from './open-poll.ts';
import { pollFirstTime } from './poll-first-time.ts';
import { pollLive } from './poll-live.ts';
import type { PollOutcome, PollPorts, PollRequest, PollResult, PollSignalsPorts } from './ports.ts';
import { createRecorder, type Recorder } from './record-new.ts';
import { learnFromPages, tellMissed } from './tell-plan.ts';

/** Concurrent scans for one message: all of its buyers. Ten with pages of 10 MB take more memory than there is: ADR 74. */
const buyersAtOnce = 10;
/** For what is learned of bridges: one call. The next message of the queue waits no longer. */
export const learnMs = listCallMs + 5_000;

/** The result of one buyer of a message. */
interface PolledBuyer {
  readonly buyerId: string;
  /** `paused`, `no-time`: its list was not read, or not to the end, and the next tick polls it. */
  readonly end: 'polled' | 'failed' | 'resting' | 'paused' | 'no-time';
  /** A sentence on a failure, or on items that the list counts but does not show. */
  readonly problem: string | null;
  /** What was recorded until then; null if the scan was not begun. */
  readonly recorder: Recorder | null;
}

/** Scans buyers' lists and records new signals with their outbox entries. */
export async function pollSignals(given: PollSignalsPorts, request: PollRequest): Promise<PollResult> {
  const ports = openPoll(given, request.slot);
  /** Set by the first buyer that meets a pause: the buyers behind it are not begun. */
  let paused: string | null = null;
  const buyers = await inParallel(
    request.buyerIds,
    request.inTurn ? 1 : buyersAtOnce,
    async (buyerId): Promise<PolledBuyer> => {
      const buyer = await pollBuyer(ports, buyerId, request, () => paused);
      if (buyer.end === 'paused') paused ??= buyer.problem;
      return buyer;
    },
  );
  tellCutShort(ports, buyers, 'paused');
  tellCutShort(ports, buyers, 'no-time');
  const recorders = buyers.flatMap(({ recorder }) => recorder ?? []);
  if (paused === null) {
    const bridges = new Set(recorders.flatMap((recorder) => [...recorder.bridges]));
    await learnColumns(ports, bridges, Math.min(request.deadline, ports.clock.now() + learnMs));
  }
  const sum = (count: 'recorded' | 'hot' | 'baseline'): number =>
    recorders.reduce((total, { counts }) => total + counts[count], 0);
  return {
    polled: buyers.filter(({ end }) => end === 'polled').length,
    recorded: sum('recorded'),
    hot: sum('hot'),
    baseline: sum('baseline'),
    failed: buyers.flatMap(({ buyerId, problem }) => (problem === null ? [] : [{ buyerId, problem }])),
    ...(request.dryRun ? { wouldRecord: recorders.flatMap(({ wouldRecord }) => wouldRecord) } : {}),
  };
}

async function pollBuyer(
  ports: PollPorts,
  buyerId: string,
  request: PollRequest,
  pause: () => string | null,
): Promise<PolledBuyer> {
  const { ledger, clock } = ports;
  const { calm: wasCalm, refusal } = await ledger.readStanding(buyerId);
  const setCalm = async (calm: boolean): Promise<void> => {
    if (!request.dryRun) await ledger.setCalm(buyerId, calm);
  };
  const notBegun = async (end: 'paused' | 'no-time', problem: string): Promise<PolledBuyer> => {
    await setCalm(false);
    return { buyerId, end, problem, recorder: null };
  };
  if (!request.evenResting && isResting(refusal, clock.now())) {
    return { buyerId, end: 'resting', problem: null, recorder: null };
  }
  const paused = pause();
  if (paused !== null) return notBegun('paused', paused);
  // To begin its scan would count as a failure of its list.
  if (clock.now() >= request.deadline) return notBegun('no-time', 'no time was left to read them');
  const follower = followRefusal(ports, buyerId, refusal, request);
  const following = { ...ports, signalPages: follower.signalPages };
  const learning = request.dryRun ? following : { ...following, signalPages: learnFromPages(following) };
  const recorder = createRecorder(learning, buyerId, request);
  try {
    const { isComplete, shortfall } = await readLists(learning, recorder, buyerId, request);
    if (!(wasCalm && isComplete)) await setCalm(isComplete);
    if (shortfall !== null) {
      ports.observe({ kind: 'poll-failed', buyerId, problem: shortfall, tokenRejected: false });
    }
    await tellMissed(ports, buyerId, recorder.fresh, request);
    return { buyerId, end: 'polled', problem: shortfall, recorder };
  } catch (error) {
    const problem = upstreamProblem(error);
    if (problem === null) throw error;
    await setCalm(false);
    if (error instanceof UpstreamPausedError) return { buyerId, end: 'paused', problem, recorder };
    await follower.tellFailed(error, problem);
    return { buyerId, end: 'failed', problem, recorder };
  }
}

async function readLists(
  ports: PollPorts,
  recorder: Recorder,
  buyerId: string,
  request: PollRequest,
): Promise<PollOutcome> {
  const buyer = await ports.ledger.readBuyer(buyerId);
  const poll = buyer.state === 'BASELINING' ? pollFirstTime : pollLive;
  return poll(ports, recorder, buyer, request);
}

/** One observation for all buyers of a message, since a pause, or the end of the time, affects all of them. */
function tellCutShort(
  { observe }: PollPorts,
  buyers: readonly PolledBuyer[],
  end: 'paused' | 'no-time',
): void {
  const cutShort = buyers.filter((buyer) => buyer.end === end);
  const problem = cutShort[0]?.problem ?? null;
  if (problem === null) return;
  const buyerIds = cutShort.map(({ buyerId }) => buyerId);
  observe({ kind: 'polls-cut-short', buyers: buyerIds.length, buyerIds, problem });
}

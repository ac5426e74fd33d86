import { inParallel } from '../../shared/domain/concurrency.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { isResting } from '../../shared/domain/polling/refusal.ts';
import { followRefusal } from './follow-refusal.ts';
import { learnColumns } from './learn-columns.ts';
import { pollFirstTime } from './poll-first-time.ts';
import { pollLive } from './poll-live.ts';
import type { PollOutcome, PollRequest, PollResult, PollSignalsPorts, WouldRecord } from './ports.ts';
import { createRecorder, type Recorder } from './record-new.ts';
import { learnFromPages, tellMissed } from './tell-plan.ts';

/** Concurrent scans for one message: all of its buyers. Ten with pages of 10 MB take more memory than there is: ADR 80. */
const buyersAtOnce = 10;
/** For what is learned of bridges. One attempt may take 15 seconds. The next message of the queue waits no longer. */
const learnMs = 20_000;

/** Scans buyers' lists and records new signals with their outbox entries. */
export async function pollSignals(given: PollSignalsPorts, request: PollRequest): Promise<PollResult> {
  const ports = nameSlot(given, request.slot);
  const failed: { buyerId: string; problem: string }[] = [];
  const wouldRecord: WouldRecord[] = [];
  const totals = { polled: 0, recorded: 0, hot: 0, baseline: 0 };
  const bridges = new Set<string>();
  const cutShort: string[] = [];
  let pauseProblem: string | null = null;
  const unreached: string[] = [];
  await inParallel(request.buyerIds, request.inTurn ? 1 : buyersAtOnce, async (buyerId) => {
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
    // To begin its scan would count as a failure of its list.
    if (ports.clock.now() >= request.deadline) {
      unreached.push(buyerId);
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
      for (const bridgeId of recorder.bridges) bridges.add(bridgeId);
    }
  });
  tellCutShort(ports, cutShort, pauseProblem, failed);
  tellCutShort(ports, unreached, 'no time was left to read them', failed);
  if (pauseProblem === null) {
    const until = Math.min(request.deadline, ports.clock.now() + learnMs);
    await learnColumns(ports, bridges, until);
  }
  return { ...totals, failed, ...(request.dryRun ? { wouldRecord } : {}) };
}

export function nameSlot(ports: PollSignalsPorts, slot: string | undefined): PollSignalsPorts {
  if (slot === undefined) return ports;
  // Each kind observed here has the field `slot`.
  return { ...ports, observe: (observation) => ports.observe({ ...observation, slot } as Observation) };
}

/** One observation for all buyers of a message, since a pause, or the end of the time, affects all of them. */
function tellCutShort(
  ports: PollSignalsPorts,
  buyerIds: readonly string[],
  problem: string | null,
  failed: { buyerId: string; problem: string }[],
): void {
  if (problem === null || buyerIds.length === 0) return;
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
  const poll = buyer.state === 'BASELINING' ? pollFirstTime : pollLive;
  return poll(ports, recorder, buyer, request);
}

import { clocksMs } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import { isDue, isResting, regularAt } from '../../shared/domain/polling/due.ts';
import { askedAgainSeconds } from '../../shared/domain/polling/event-message.ts';
import { listCallMs } from '../../shared/domain/upstream/call-times.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { failPoll, postpone } from './fail-poll.ts';
import { learnColumns } from './learn-columns.ts';
import { noteInconsistent } from './note-troubles.ts';
import { openPoll } from './open-poll.ts';
import { pollList } from './poll-list.ts';
import type { PollPorts, PollRequest, PollSignalsPorts } from './ports.ts';
import { createRecorder, type Recorder } from './record-new.ts';
import { tellMissed } from './tell-plan.ts';

/** Concurrent scans for one message: all of its buyers. Ten with pages of 10 MB take more memory than there is: ADR 74. */
const buyersAtOnce = 10;
/** For what is learned of bridges: one call. The next message of the queue waits no longer. */
export const learnMs = listCallMs + 5_000;

/** The result of one buyer of a message. */
interface PolledBuyer {
  readonly buyerId: string;
  /** `paused`, `no-time`: its list was not read, or not to the end, and the next tick polls it. */
  readonly end: 'polled' | 'failed' | 'not-due' | 'paused' | 'no-time';
  /** A sentence on a failure, or on items that the list counts but does not show. */
  readonly problem: string | null;
  /** What was recorded until then. */
  readonly recorder: Recorder;
}

export type PollResult = Awaited<ReturnType<typeof pollSignals>>;

/** Scans buyers' lists and records new signals with their outbox entries. */
export async function pollSignals(given: PollSignalsPorts, request: PollRequest) {
  const ports = openPoll(given, request);
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
  const shown = ports.shown();
  if (shown !== null && !request.dryRun) await ports.ledger.upstream.noteShown(shown, request.at);
  // The share of events is told of where it is used up.
  if (!request.urgent) tellCutShort(ports, buyers, 'paused');
  tellCutShort(ports, buyers, 'no-time');
  const recorders = buyers.map(({ recorder }) => recorder);
  const sum = (count: 'recorded' | 'hot' | 'baseline' | 'untaken'): number =>
    recorders.reduce((total, { counts }) => total + counts[count], 0);
  const [recorded, hot, baseline] = [sum('recorded'), sum('hot'), sum('baseline')];
  if (recorded > 0) {
    const counts = { signals: recorded, hot, baseline, untaken: sum('untaken') };
    await ports.ledger.history.countRecorded(counts, ports.clock.now());
  }
  if (request.urgent === 'first') await askAgain(ports, buyers);
  if (paused === null) {
    const bridges = new Set(recorders.flatMap((recorder) => [...recorder.bridges]));
    await learnColumns(ports, bridges, Math.min(request.deadline, ports.clock.now() + learnMs));
  }
  return {
    polled: buyers.filter(({ end }) => end === 'polled').length,
    ...{ recorded, hot, baseline },
    failed: buyers.flatMap(({ buyerId, problem }) => (problem === null ? [] : [{ buyerId, problem }])),
    /** The signals that it would have recorded, and their routes. */
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
  const now = clock.now();
  const buyer = await ledger.buyers.read(buyerId);
  // An event is no reason to judge what is a baseline: ticks do that.
  const isTooEarly = request.urgent !== undefined && buyer.state !== 'LIVE';
  const keepDue = async (): Promise<void> => {
    if (!request.dryRun && !isDue(buyer, now)) await ledger.buyers.wake(buyerId, now);
  };
  const recorder = createRecorder(ports, buyerId, request);
  const ended = (end: PolledBuyer['end'], problem: string | null = null): PolledBuyer => {
    return { buyerId, end, problem, recorder };
  };
  if (isStale(ports, request, now)) await keepDue();
  if (isTooEarly || !isToBePolled(ports, buyer, request, now)) return ended('not-due');
  const paused = pause();
  // To begin its scan would count as a failure of its list.
  const noTime = now >= request.deadline ? 'no time was left to read them' : null;
  if (paused !== null || noTime !== null) {
    await keepDue();
    return ended(paused === null ? 'no-time' : 'paused', paused ?? noTime);
  }
  try {
    const { isComplete, shortfall, stoodStill } = await pollList(ports, recorder, buyer, request);
    if (!isComplete) {
      await postpone(ports, buyer, request, { stoodStill, isShown: true });
      await noteInconsistent(ports, buyer, request, shortfall);
    }
    if (shortfall !== null) ports.observe({ kind: 'poll-failed', buyerId, problem: shortfall });
    if (isRegular(ports, buyer, request)) await tellMissed(ports, buyerId, recorder.fresh, request.at);
    return ended('polled', shortfall);
  } catch (error) {
    const problem = upstreamProblem(error);
    if (error instanceof UpstreamPausedError) {
      await keepDue();
      return ended('paused', problem);
    }
    await failPoll(ports, buyer, request, { error, problem, isShown: recorder.isShown });
    return ended('failed', problem);
  }
}

function isToBePolled(ports: PollPorts, buyer: BuyerState, request: PollRequest, now: number): boolean {
  if (!request.evenResting && isResting(buyer, now)) return false;
  // By the later of the two clocks: that of the tick, or this one.
  if (request.because === 'due') return isDue(buyer, Math.max(now, request.at));
  return !isStale(ports, request, now);
}

/**
 * Whether a message has waited in a full queue for longer than two ticks: then it only makes its buyers due. Else, with
 * more buyers than can be read, each tick would add messages for those that the last one named.
 */
function isStale({ settings }: PollPorts, { because, at }: PollRequest, now: number): boolean {
  return because !== 'due' && now - at > 2 * settings.everyMs + clocksMs;
}

/** Whether only its time made the buyer due: no row has named it since its last complete reading, and none failed. */
function isRegular(
  { settings }: PollPorts,
  { buyerId, dueAt, lastCompleteAt }: BuyerState,
  { because, urgent }: PollRequest,
): boolean {
  if (because !== 'due' || urgent || lastCompleteAt === null) return false;
  return dueAt === regularAt(buyerId, lastCompleteAt, settings.allEveryMs);
}

/** Lists may lag behind an event. */
async function askAgain({ queue }: PollPorts, buyers: readonly PolledBuyer[]): Promise<void> {
  const still = buyers.filter(({ end, recorder }) => end === 'polled' && recorder.counts.recorded === 0);
  if (still.length === 0) return;
  const buyerIds = still.map(({ buyerId }) => buyerId);
  await queue('events').send([{ buyerIds, again: true }], askedAgainSeconds);
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

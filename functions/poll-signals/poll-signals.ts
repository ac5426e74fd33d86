import { clocksMs } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { upstreamProblem } from '../../shared/domain/describe-error.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import { isPollDue, isResting, isRetired, regularAt } from '../../shared/domain/polling/due.ts';
import { askedAgainSeconds } from '../../shared/domain/polling/poll-message.ts';
import { wasMissed } from '../../shared/domain/polling/poll-plan.ts';
import { listCallMs } from '../../shared/domain/upstream/call-times.ts';
import { countSignals, endPoll, failPoll } from './end-poll.ts';
import { learnColumns } from './learn-columns.ts';
import { announcerOf, openPoll, type PollPorts } from './open-poll.ts';
import type { BuyerPoll, PollRequest, PollSignalsPorts } from './ports.ts';
import { chooseList, readList } from './read-list.ts';
import { record } from './record-found.ts';

/** Concurrent scans for one message: all of its buyers. Ten with pages of 10 MB take more memory than there is: ADR 41. */
const buyersAtOnce = 10;
/** The time for one call to learn of bridges. The next message of the queue waits no longer. */
export const learnMs = listCallMs + 5_000;

interface PolledBuyer extends BuyerPoll {
  /** `paused`, `no-time`: its list was not read, or not to the end, and the next tick polls it. */
  readonly end: 'polled' | 'failed' | 'not-due' | 'paused' | 'no-time';
  readonly problem: string | null;
}

export type PollResult = Awaited<ReturnType<typeof pollSignals>>;

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
  // The gate tells where events used up their share.
  if (!request.urgent) reportCutShort(ports, buyers, 'paused');
  reportCutShort(ports, buyers, 'no-time');
  const recorded = buyers.flatMap((buyer) => buyer.recorded);
  const { recorded: signals, hot, baseline, untaken } = countSignals(recorded);
  if (signals > 0) {
    await ports.ledger.history.countRecorded({ signals, hot, baseline, untaken }, ports.clock.now());
  }
  if (request.urgent === 'first') await askAgain(ports, buyers);
  if (paused === null) {
    const bridges = recorded.flatMap(({ bridgeId, isTaken }) =>
      isTaken && bridgeId !== null ? [bridgeId] : [],
    );
    await learnColumns(ports, bridges, Math.min(request.deadline, ports.clock.now() + learnMs));
  }
  return {
    polled: buyers.filter(({ end }) => end === 'polled').length,
    recorded: signals,
    hot,
    baseline,
    failed: buyers.flatMap(({ buyer, problem }) =>
      problem === null ? [] : [{ buyerId: buyer.buyerId, problem }],
    ),
    ...(request.dryRun ? { wouldRecord: buyers.flatMap(({ wouldRecord }) => wouldRecord) } : {}),
  };
}

async function pollBuyer(
  ports: PollPorts,
  buyerId: string,
  request: PollRequest,
  pause: () => string | null,
): Promise<PolledBuyer> {
  const now = ports.clock.now();
  const buyer = await ports.ledger.buyers.read(buyerId);
  const poll: BuyerPoll = {
    buyer,
    request,
    isShown: false,
    name: null,
    hasNoRanks: false,
    recorded: [],
    wouldRecord: [],
  };
  const ended = (end: PolledBuyer['end'], problem: string | null = null): PolledBuyer => {
    return { ...poll, end, problem };
  };
  // An event is no reason to judge what is a baseline: ticks do that.
  const isTooEarly = request.urgent !== undefined && buyer.state !== 'LIVE';
  if (isStale(ports, request, now)) await keepDue(ports, poll, now);
  if (isTooEarly || !isToBePolled(ports, buyer, request, now)) return ended('not-due');
  const paused = pause();
  // A scan that began without time would count as a failure of its list.
  const noTime = now >= request.deadline ? 'no time was left to read them' : null;
  if (paused !== null || noTime !== null) {
    await keepDue(ports, poll, now);
    return ended(paused === null ? 'no-time' : 'paused', paused ?? noTime);
  }
  try {
    const list = await chooseList(ports, poll);
    for await (const found of readList(ports, poll, list)) await record(ports, poll, found);
    const shortfall = await endPoll(ports, poll, list);
    if (isRegular(ports, poll)) await noteMissed(ports, poll);
    return ended('polled', shortfall);
  } catch (error) {
    const problem = upstreamProblem(error);
    if (error instanceof UpstreamPausedError) {
      await keepDue(ports, poll, now);
      return ended('paused', problem);
    }
    await failPoll(ports, poll, error, problem);
    return ended('failed', problem);
  }
}

async function keepDue({ ledger }: PollPorts, { buyer, request }: BuyerPoll, now: number): Promise<void> {
  if (!request.dryRun && !isPollDue(buyer, now) && !isRetired(buyer))
    await ledger.buyers.wake(buyer.buyerId, now);
}

function isToBePolled(ports: PollPorts, buyer: BuyerState, request: PollRequest, now: number): boolean {
  if (!request.evenResting && isResting(buyer, now)) return false;
  // The later of the two clocks counts: that of the tick, or this one.
  if (request.because === 'due') return isPollDue(buyer, Math.max(now, request.at));
  return !isStale(ports, request, now);
}

/** More buyers than can be read would add messages at each tick: a message that waited for two only makes them due. */
function isStale({ settings }: PollPorts, { because, at }: PollRequest, now: number): boolean {
  return because !== 'due' && now - at > 2 * settings.everyMs + clocksMs;
}

/** Only its time made the buyer due: no row has named it since its last complete reading, and none failed. */
function isRegular({ settings }: PollPorts, { buyer, request }: BuyerPoll): boolean {
  const { buyerId, dueAt, lastCompleteAt } = buyer;
  const { because, urgent } = request;
  if (because !== 'due' || urgent || lastCompleteAt === null) return false;
  return dueAt === regularAt(buyerId, lastCompleteAt, settings.allEveryMs);
}

/** A changed row should have announced a new signal of a buyer that no row named. */
async function noteMissed(
  { ledger, observe }: PollPorts,
  { buyer, request, recorded }: BuyerPoll,
): Promise<void> {
  const { buyerId } = buyer;
  for (const { signalId, bridgeId, updatedAt, baseline } of recorded) {
    if (baseline || bridgeId === null) continue;
    const mark = await ledger.polls.readMark(announcerOf(bridgeId));
    if (!wasMissed(mark, updatedAt, request.at)) continue;
    const isSecond = await ledger.polls.noteUnannounced(buyerId);
    if (isSecond) observe({ kind: 'announcement-missed', buyerId, bridgeId, signalId });
    return;
  }
}

async function askAgain({ queue }: PollPorts, buyers: readonly PolledBuyer[]): Promise<void> {
  const still = buyers.filter(({ end, recorded }) => end === 'polled' && recorded.length === 0);
  if (still.length === 0) return;
  const buyerIds = still.map(({ buyer }) => buyer.buyerId);
  await queue('events').send([{ buyerIds, again: true }], askedAgainSeconds);
}

/** A pause, or the end of the time, affects all buyers of a message: one observation tells it. */
function reportCutShort(
  { observe }: PollPorts,
  buyers: readonly PolledBuyer[],
  end: 'paused' | 'no-time',
): void {
  const cutShort = buyers.filter((buyer) => buyer.end === end);
  const problem = cutShort[0]?.problem ?? null;
  if (problem === null) return;
  const buyerIds = cutShort.map(({ buyer }) => buyer.buyerId);
  observe({ kind: 'polls-cut-short', buyers: buyerIds.length, buyerIds, problem });
}

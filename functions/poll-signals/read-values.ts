import { explainRoutes } from '../../message/routes/explain-routes.ts';
import { clocksMs, isPast } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { upstreamProblem } from '../../shared/domain/describe-error.ts';
import { chooseRoutes } from '../../shared/domain/routes/choose-routes.ts';
import { isReadingDue, nextReadingAt } from '../../shared/domain/signals/next-reading.ts';
import type { AwaitedSignal, NewSignal, ValueWait } from '../../shared/domain/signals/recording.ts';
import { judgeListed } from './describe-new.ts';
import { openPoll, type PollPorts } from './open-poll.ts';
import type { ListedSignal, PollRequest, PollSignalsPorts, SignalPagesQuery } from './ports.ts';
import { readOwnerView, readRouting } from './read-owners.ts';
import { askForSummary, hotColumnsIn } from './record-found.ts';

const buyersAtOnce = 4;
/** A poll announces signals before it records them, and may stand still in between: as long as an invocation, by any clock. */
const recordMs = 5 * 60_000 + clocksMs;

/** A failure loses nothing: the next reading is stored before this one begins. */
export async function readAllValues(
  given: PollSignalsPorts,
  request: Pick<PollRequest, 'slot' | 'buyerIds' | 'deadline' | 'inTurn'>,
) {
  const { buyerIds, deadline } = request;
  const ports = openPoll(given, request);
  const atOnce = request.inTurn ? 1 : buyersAtOnce;
  return inParallel(buyerIds, atOnce, (buyerId) => readValues(ports, buyerId, deadline));
}

async function readValues(ports: PollPorts, buyerId: string, deadline: number) {
  const awaited = await claimReading(ports, buyerId);
  const now = ports.clock.now();
  // An excluded buyer's list is not read. A signal from the future was recorded by a wrong clock: its wait may never
  // end.
  const isExcepted = ports.config.watch.except?.buyers.includes(buyerId) === true;
  const isOver = ({ until, firstSeenAt }: AwaitedSignal): boolean =>
    isExcepted || until <= now || !isPast(firstSeenAt, now);
  let settled = 0;
  for (const before of awaited.filter(isOver)) if (await settle(ports, before, null)) settled += 1;
  const open = awaited.filter((before) => !isOver(before));
  try {
    for (const [period, signals] of Map.groupBy(open, (before) => before.period)) {
      settled += await readPeriod(ports, { buyerId, order: 'Date', period }, deadline, signals);
    }
    const waiting = awaited.length - settled;
    if (awaited.length > 0) ports.observe({ kind: 'values-read', buyerId, waiting, settled });
  } catch (error) {
    const problem = upstreamProblem(error);
    ports.observe({ kind: 'values-failed', buyerId, problem });
  }
  return { buyerId, settled, waiting: awaited.length - settled };
}

/** None before their time, or if another instance settles them. */
async function claimReading(
  { ledger, clock }: PollPorts,
  buyerId: string,
): Promise<readonly AwaitedSignal[]> {
  const wait = await ledger.awaited.readWait(buyerId);
  const now = clock.now();
  if (wait === null || !isReadingDue(wait.dueAt, now)) return [];
  const awaited = await ledger.awaited.read(buyerId);
  return (await ledger.awaited.beginReading(wait, nextAtOf(wait, awaited, now))) ? awaited : [];
}

function nextAtOf({ until }: ValueWait, awaited: readonly AwaitedSignal[], now: number): number | null {
  if (awaited.length > 0) return Math.min(...awaited.map((signal) => nextReadingAt(signal, now)));
  const recordedBy = until + recordMs;
  return isReadingDue(recordedBy, now) ? null : recordedBy;
}

async function readPeriod(
  ports: PollPorts,
  list: SignalPagesQuery,
  deadline: number,
  signals: readonly AwaitedSignal[],
): Promise<number> {
  const missing = new Map(signals.map((signal) => [signal.signalId, signal]));
  let settled = 0;
  for await (const { items } of ports.signalPages(list, deadline)) {
    for (const item of items) {
      const before = missing.get(item.id);
      if (before === undefined) continue;
      missing.delete(item.id);
      if (await settle(ports, before, item)) settled += 1;
    }
    if (missing.size === 0) break;
  }
  return settled;
}

/** `listed`: null once its wait is over. False if a value is missing, or another instance was faster. */
async function settle(
  ports: PollPorts,
  before: AwaitedSignal,
  listed: ListedSignal | null,
): Promise<boolean> {
  const { settings, ledger, observe, clock } = ports;
  const { buyerId, signalId, signal: content, unsettled, hotBecause, rankUnknown, until } = before;
  // A digest counts a signal that the ledger can't read as unreadable.
  const damaged = { buyerId, problem: 'its stored content is damaged', raw: '' };
  const item = listed ?? { id: signalId, content: content ?? damaged, unsettled };
  const isOver = await ports.readOver();
  const { candidate, hotness } = judgeListed(settings, buyerId, item, {
    // Its place in the Hotness order is not read again.
    rank: rankUnknown ? 'unknown' : 'behind',
    isOver: isOver(item),
    view: await readOwnerView(ports, [item]),
    // A hot signal stays hot, for the same reasons.
    kept: before.hot ? { hot: true, because: hotBecause ?? [] } : null,
  });
  const routing = await readRouting(ports, [candidate]);
  const takers = chooseRoutes(routing, candidate);
  if (listed !== null && takers.some(({ isUndecided }) => isUndecided)) return false;
  const routeIds = takers.map(({ route }) => route.id).filter((id) => !before.routeIds.includes(id));
  const signal: NewSignal = {
    buyerId,
    signalId,
    firstSeenAt: before.firstSeenAt,
    baseline: false,
    ...hotness,
    hotnessRank: before.hotnessRank,
    // It waited rightly until now, so it is not overdue since it was first seen.
    releaseAt: hotness.hot ? until : clock.now(),
    routeIds,
    verdicts: explainRoutes(routing, candidate, takers),
    content: item.content,
  };
  await askForSummary(ports, buyerId, [signal]);
  if (!(await ledger.awaited.settle(signal))) return false;
  // It was recorded without the value.
  await ledger.columns.noteColumnsSeen(hotColumnsIn(settings, [signal]));
  if (takers.length === 0 && before.routeIds.length === 0)
    await ledger.history.countRecorded({ signals: 0, hot: 0, baseline: 0, untaken: 1 }, clock.now());
  observe({ kind: 'signal-settled', buyerId, signalId, routes: routeIds, isKnown: listed !== null });
  return true;
}

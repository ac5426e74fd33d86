import { inParallel } from '../../shared/domain/concurrency.ts';
import { isResting } from '../../shared/domain/polling/refusal.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { Hotness } from '../../shared/domain/signals/hotness.ts';
import type {
  NewSignal,
  Settlement,
  UndecidedSignal,
  ValueWait,
} from '../../shared/domain/signals/recording.ts';
import { nextReadingAt, planSettlement } from '../../shared/domain/signals/settle.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { candidateOf, judgeListed } from './describe-new.ts';
import { openPoll } from './open-poll.ts';
import type { ListedSignal, PollPorts, PollSignalsPorts } from './ports.ts';
import { askForSummary } from './record-new.ts';

export interface ReadValuesRequest {
  readonly slot?: string | undefined;
  readonly buyerIds: readonly string[];
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** One buyer after the other. @default false */
  readonly inTurn?: boolean | undefined;
}

export interface ReadValuesResult {
  readonly buyerId: string;
  readonly settled: number;
  /** Signals that still wait for a value. */
  readonly waiting: number;
}

const buyersAtOnce = 4;

/**
 * Reads the rows of buyers' undecided signals again, and settles those whose values have come. A failure loses nothing:
 * what is not settled counts as a match once its wait is over.
 */
export async function readAllValues(
  given: PollSignalsPorts,
  { slot, buyerIds, deadline, inTurn = false }: ReadValuesRequest,
): Promise<ReadValuesResult[]> {
  const ports = openPoll(given, slot);
  return inParallel(buyerIds, inTurn ? 1 : buyersAtOnce, (buyerId) => readValues(ports, buyerId, deadline));
}

async function readValues(ports: PollPorts, buyerId: string, deadline: number): Promise<ReadValuesResult> {
  const waiting = await claimReading(ports, buyerId);
  let settled = 0;
  if (waiting.length === 0) return { buyerId, settled, waiting: 0 };
  try {
    for (const [period, signals] of Map.groupBy(waiting, (signal) => signal.period)) {
      settled += await readPeriod(ports, { buyerId, deadline, period }, signals);
    }
    ports.observe({ kind: 'values-read', buyerId, waiting: waiting.length - settled, settled });
  } catch (error) {
    const problem = upstreamProblem(error);
    if (problem === null) throw error;
    ports.observe({ kind: 'values-failed', buyerId, problem });
  }
  return { buyerId, settled, waiting: waiting.length - settled };
}

/** The signals to read now; none if another instance reads them, or if the buyer's list is refused. */
async function claimReading(
  { ledger, clock }: PollPorts,
  buyerId: string,
): Promise<readonly UndecidedSignal[]> {
  const wait = await ledger.readValueWait(buyerId);
  const now = clock.now();
  if (wait === null || wait.dueAt > now) return [];
  const waiting = (await ledger.readUndecided(buyerId)).filter(({ until }) => now < until);
  if (!(await ledger.beginReading(wait, now, nextAtOf(wait, waiting, now)))) return [];
  const { refusal } = await ledger.readStanding(buyerId);
  return isResting(refusal, now) ? [] : waiting;
}

function nextAtOf({ until }: ValueWait, waiting: readonly UndecidedSignal[], now: number): number | null {
  if (waiting.length > 0) return Math.min(...waiting.map((signal) => nextReadingAt(signal, now)));
  // A poll may have announced signals that it has yet to record.
  return now < until ? until : null;
}

/** Reads the list that showed the signals, up to the last of them. */
async function readPeriod(
  ports: PollPorts,
  {
    buyerId,
    deadline,
    period,
  }: { readonly buyerId: string; readonly deadline: number; readonly period: ListingPeriod },
  signals: readonly UndecidedSignal[],
): Promise<number> {
  const missing = new Map(signals.map((signal) => [signal.signalId, signal]));
  let settled = 0;
  for await (const { items } of ports.signalPages({ buyerId, order: 'Date', period }, deadline)) {
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

async function settle(ports: PollPorts, before: UndecidedSignal, item: ListedSignal): Promise<boolean> {
  const { buyerId, signalId } = before;
  const hotness = judgeAgain(ports, before, item);
  const candidate = candidateOf(ports.settings, buyerId, item, hotness);
  const settlement = planSettlement(before, ports.settings, candidate);
  if (settlement === null) return false;
  const signal = describeSettled(before, item, { hotness, settlement, now: ports.clock.now() });
  await askForSummary(ports, buyerId, [signal]);
  if (!(await ports.ledger.settle(before, signal, settlement))) return false;
  const { withdrawn, kept, added, open } = settlement;
  ports.observe({ kind: 'signal-settled', buyerId, signalId, withdrawn, kept, added, open });
  return true;
}

/** What was hot stays hot, for the same reasons. Its place in the Hotness order is not read again. */
function judgeAgain({ settings }: PollPorts, before: UndecidedSignal, item: ListedSignal): Hotness {
  if (before.hot) return { hot: true, because: before.hotBecause ?? [] };
  return judgeListed(settings, item, before.rankUnknown ? 'unknown' : 'behind', false);
}

interface Settled {
  readonly hotness: Hotness;
  readonly settlement: Settlement;
  readonly now: number;
}

/** The signal as its routes get it now, with its new values. */
function describeSettled(
  { buyerId, signalId, firstSeenAt, hotnessRank, until, period, rankUnknown }: UndecidedSignal,
  { content }: ListedSignal,
  { hotness, settlement, now }: Settled,
): NewSignal {
  const hot = hotness.hot === true;
  return {
    buyerId,
    signalId,
    firstSeenAt,
    baseline: false,
    hot,
    hotUnknown: hotness.hot === null,
    hotnessRank,
    ...(hot ? { hotBecause: hotness.because } : {}),
    // It waited rightly until now, so it is not overdue since it was first seen.
    releaseAt: hot ? until : now,
    routeIds: [...settlement.kept, ...settlement.added],
    undecided: { routeIds: settlement.open, until, period, rankUnknown },
    content,
  };
}

/**
 * Finds the rate that upstream allows from bare 429s, like TCP CUBIC (RFC 9438). It doubles each eighth of a second
 * until the first 429 (slow start), but waits for answers before it grows further. A 429 halves the rate. The rate then
 * recovers within seconds to a little below the rate of the 429, and grows from there slowly, then ever faster: so it
 * stays just under the limit for long, and notices when the limit is raised. Rates in calls a second, times in
 * milliseconds.
 *
 * The times here are sums of the time slots that calls reserved, and come from no clock. While calls go on, they pass as
 * fast as a clock. While nobody calls they stand still: idle time proves nothing, and growth in it would begin each poll
 * with a burst. And two instances whose clocks disagree still agree on them.
 */
export interface RateState {
  /** The rate at the last 429; null before the first. */
  readonly ceiling: number | null;
  /** The slots since growth began: since the first call, or the last 429. */
  readonly grownMs: number;
  /** The slots since the rate was last halved; null if never. */
  readonly halvedMsAgo: number | null;
}

export const firstRate = 20;
export const lowestRate = 0.2;
/** More than the sockets of a few instances carry: it only keeps what a table may hold within bounds. */
export const highestRate = 5_000;

export const doublingMs = 125;
/** How much faster than the fastest calls that were answered the slow start may call. */
const mostAhead = 1.5;
/**
 * Where the limit probably lies if the slow start met its first 429 at the rate `passed`. A service counts the calls of a
 * second, and in the last second the rate has doubled up to eight times. It has not where the first rate was refused.
 */
const limitBelow = (passed: number): number => Math.max(0.42 * passed, Math.min(passed, 0.85 * firstRate));
const recoveryMs = 6_000;
/** The part of the ceiling at which the fast recovery ends and slow growth begins. */
const recovered = 0.9;
/** A tenth more after a minute and a half, then ever faster: a limit raised tenfold is found in six minutes. */
const creepPerSecond = 0.0006;
const surgePerSecond = 7e-10;

export function rateOf({ ceiling, grownMs }: RateState): number {
  if (ceiling === null) return clamp(firstRate * 2 ** (grownMs / doublingMs));
  if (grownMs < recoveryMs) return clamp(ceiling * (0.5 + (recovered - 0.5) * (grownMs / recoveryMs) ** 3));
  const seconds = (grownMs - recoveryMs) / 1000;
  return clamp(ceiling * recovered * (1 + creepPerSecond * seconds + surgePerSecond * seconds ** 4));
}

const dayMs = 86_400_000;

/**
 * The state after a rest of `restMs` without any call: after a day, what was found may be out of date, and calls begin
 * at half the rate.
 */
export function afterRest(state: RateState, restMs: number): RateState {
  if (restMs < dayMs) return state;
  if (state.ceiling !== null) return { ...state, ceiling: rateOf(state), grownMs: 0 };
  return { ...state, grownMs: Math.max(0, doublingMs * Math.log2(rateOf(state) / 2 / firstRate)) };
}

/** The shortest time between two halvings. */
export const halvingGapMs = 10_000;
/** A 429 that comes sooner after a cut belongs to a call that was under way, or had its slot reserved. */
export const underWayMs = 2_500;

/**
 * The state after a 429: the rate halves. Soon after the last halving it only falls back to the halved rate and grows
 * again from there: otherwise, after a large cut of the limit, the rate would nearly recover each time before it may
 * halve again. Unchanged if the 429 says nothing new. `refused`: the rate, in calls a second, at which the refused call
 * began; the slow start has doubled since.
 */
export function afterComplaint(state: RateState, refused: number = Number.POSITIVE_INFINITY): RateState {
  const { ceiling, grownMs, halvedMsAgo } = state;
  if (ceiling === null) {
    const passed = Math.min(rateOf(state), refused);
    return { ceiling: clamp(limitBelow(passed)), grownMs: 0, halvedMsAgo: 0 };
  }
  if (grownMs < underWayMs) return state;
  if (halvedMsAgo !== null && halvedMsAgo < halvingGapMs) return { ...state, grownMs: 0 };
  return { ceiling: rateOf(state), grownMs: 0, halvedMsAgo: 0 };
}

/**
 * The state after calls reserved slots of `slotsMs` in all. `answered`: the highest rate, in calls a second, whose calls
 * got an answer. The slow start waits for it: if answers take seconds, the 429 of a rate that is too high does, too.
 */
export function afterSlots(
  state: RateState,
  slotsMs: number,
  answered: number = Number.POSITIVE_INFINITY,
): RateState {
  const { ceiling, grownMs, halvedMsAgo } = state;
  const isAhead = ceiling === null && rateOf(state) > answered * mostAhead;
  return {
    ceiling,
    grownMs: isAhead ? grownMs : grownMs + slotsMs,
    halvedMsAgo: halvedMsAgo === null ? null : halvedMsAgo + slotsMs,
  };
}

function clamp(rate: number): number {
  return Math.min(Math.max(rate, lowestRate), highestRate);
}

/**
 * Finds the rate that upstream allows from bare 429s, like TCP CUBIC (RFC 9438). A 429 halves the rate. The rate then
 * recovers within seconds to a little below the rate of the 429, and grows from there slowly, then ever faster: so it
 * stays just under the limit for long, and notices when the limit is raised. It is a function of time alone, so growth
 * costs no write to the shared state. Rates in calls a second, times in milliseconds.
 */
export interface RateState {
  /** The rate at the last 429; null before the first. */
  readonly ceiling: number | null;
  /** When growth began: at the first call, or at the last 429. */
  readonly since: number;
  /** When the rate was last halved; null if never. */
  readonly halvedAt: number | null;
}

export const firstRate = 20;
export const lowestRate = 0.2;
export const highestRate = 100;

const doublingMs = 5_000;
const recoveryMs = 6_000;
/** The part of the ceiling at which the fast recovery ends and slow growth begins. */
const recovered = 0.9;
/** A tenth more after about a minute, then ever faster: a limit raised tenfold is found in six minutes. */
const creepPerSecond = 0.0012;
const creepPerSecondCubed = 2.5e-7;

export function rateAt({ ceiling, since }: RateState, now: number): number {
  const elapsed = Math.max(0, now - since);
  if (ceiling === null) return clamp(firstRate * 2 ** (elapsed / doublingMs));
  if (elapsed < recoveryMs) return clamp(ceiling * (0.5 + (recovered - 0.5) * (elapsed / recoveryMs) ** 3));
  const seconds = (elapsed - recoveryMs) / 1000;
  return clamp(ceiling * recovered * (1 + creepPerSecond * seconds + creepPerSecondCubed * seconds ** 3));
}

/** The shortest time between two halvings. */
export const halvingGapMs = 10_000;
/** A 429 that comes sooner after a cut belongs to a call that was under way, or had its slot reserved. */
export const underWayMs = 2_500;

/**
 * The state after a 429 at `now`: the rate halves. Soon after the last halving it only falls back to the halved rate
 * and grows again from there: otherwise, after a large cut of the limit, the rate would nearly recover each time
 * before it may halve again. Unchanged if the 429 says nothing new.
 */
export function afterComplaint(state: RateState, now: number): RateState {
  const { ceiling, since, halvedAt } = state;
  if (ceiling !== null && now - since < underWayMs) return state;
  if (ceiling !== null && halvedAt !== null && now - halvedAt < halvingGapMs) return { ...state, since: now };
  return { ceiling: rateAt(state, now), since: now, halvedAt: now };
}

/**
 * The state after `idleMs` without calls. Idle time proves nothing, so the rate does not grow in it. Without this,
 * each quarter-hourly poll would begin with a burst.
 */
export function afterIdling(state: RateState, idleMs: number, now: number): RateState {
  return { ...state, since: Math.min(Math.max(now, state.since), state.since + Math.max(0, idleMs)) };
}

function clamp(rate: number): number {
  return Math.min(Math.max(rate, lowestRate), highestRate);
}

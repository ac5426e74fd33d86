/**
 * How fast upstream may be called, found out from bare 429s. The rate halves when upstream complains, waits there
 * for a moment whether it complains again, is then soon back to a little below where the complaint came, and creeps up
 * from there, ever faster: so it stays just under the limit for long, and notices when the limit grows (as TCP CUBIC
 * does, RFC 9438). It is a function of time alone: growing costs no write to what the instances share.
 * Rates in calls a second, times in milliseconds.
 */
export interface RateState {
  /** The rate at which upstream last complained; null while it never did. */
  readonly ceiling: number | null;
  /** When growing began: with the first call, or with the last complaint. */
  readonly since: number;
  /** When the rate was last halved; null while it never was. */
  readonly halvedAt: number | null;
}

export const firstRate = 20;
export const lowestRate = 0.2;
export const highestRate = 100;

const doublingMs = 5_000;
const recoveryMs = 6_000;
/** Where the recovery ends, as a part of the ceiling: the creeping begins there. */
const recovered = 0.9;
/** A tenth more after about a minute, then ever faster: a limit that was raised tenfold is found in six minutes. */
const creepPerSecond = 0.0012;
const creepPerSecondCubed = 2.5e-7;

export function rateAt({ ceiling, since }: RateState, now: number): number {
  const elapsed = Math.max(0, now - since);
  if (ceiling === null) return clamp(firstRate * 2 ** (elapsed / doublingMs));
  if (elapsed < recoveryMs) return clamp(ceiling * (0.5 + (recovered - 0.5) * (elapsed / recoveryMs) ** 3));
  const seconds = (elapsed - recoveryMs) / 1000;
  return clamp(ceiling * recovered * (1 + creepPerSecond * seconds + creepPerSecondCubed * seconds ** 3));
}

/** The rate halves no more often than this. */
export const halvingGapMs = 10_000;
/** Complaints that come sooner after a cut are about calls that were under way, or had their moment reserved. */
export const underWayMs = 2_500;

/**
 * The state after a complaint at `now`: the rate halves. Too soon after the last halving it only goes back to what
 * that halving left, and grows from there anew: otherwise a limit that fell far would be met by a rate that is
 * nearly back where it was each time it may halve again. Unchanged when the complaint tells nothing new.
 */
export function afterComplaint(state: RateState, now: number): RateState {
  const { ceiling, since, halvedAt } = state;
  if (ceiling !== null && now - since < underWayMs) return state;
  if (ceiling !== null && halvedAt !== null && now - halvedAt < halvingGapMs) return { ...state, since: now };
  return { ceiling: rateAt(state, now), since: now, halvedAt: now };
}

/**
 * The state after `idleMs` in which nobody called: they prove nothing, so the rate does not grow in them. Without
 * this, polls that come every quarter of an hour would each begin with a burst.
 */
export function afterIdling(state: RateState, idleMs: number, now: number): RateState {
  return { ...state, since: Math.min(Math.max(now, state.since), state.since + Math.max(0, idleMs)) };
}

function clamp(rate: number): number {
  return Math.min(Math.max(rate, lowestRate), highestRate);
}

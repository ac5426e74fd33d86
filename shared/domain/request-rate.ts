/**
 * How fast upstream may be called, found out from bare 429s. A rate halves when upstream complains, is soon back
 * to a little below where the complaint came, and from there creeps up, so that it settles just under
 * the limit and notices when the limit grows (the shape of TCP CUBIC, RFC 9438). It is a function of time alone:
 * growing costs no write to what the instances share. Rates in calls a second, times in milliseconds.
 */
export interface RateState {
  /** The rate at which upstream last complained; null while it never did. */
  readonly ceiling: number | null;
  /** When it last complained, or when calling began. */
  readonly since: number;
}

export const firstRate = 20;
export const lowestRate = 0.2;
export const highestRate = 100;

const doublingMs = 5_000;
const recoveryMs = 6_000;
/** Where the recovery ends, as a part of the ceiling: the creeping begins there. */
const recovered = 0.9;
/** A tenth more after about fifty seconds, then faster: a limit that was raised is found within minutes. */
const creepPerSecond = 0.0015;
const creepPerSecondSquared = 0.00002;

export function rateAt({ ceiling, since }: RateState, now: number): number {
  const elapsed = Math.max(0, now - since);
  if (ceiling === null) return clamp(firstRate * 2 ** (elapsed / doublingMs));
  if (elapsed < recoveryMs) {
    const missing = (1 - elapsed / recoveryMs) ** 3;
    return clamp(ceiling * (recovered - (recovered - 0.5) * missing));
  }
  const seconds = (elapsed - recoveryMs) / 1000;
  return clamp(ceiling * recovered * (1 + creepPerSecond * seconds + creepPerSecondSquared * seconds ** 2));
}

/** Complaints within this time of the last one are about the same excess: calls that were under way already. */
export const complaintGapMs = 10_000;

/** The state after a complaint at `now`; unchanged when the last one is too recent. */
export function afterComplaint(state: RateState, now: number): RateState {
  if (state.ceiling !== null && now - state.since < complaintGapMs) return state;
  return { ceiling: rateAt(state, now), since: now };
}

function clamp(rate: number): number {
  return Math.min(Math.max(rate, lowestRate), highestRate);
}

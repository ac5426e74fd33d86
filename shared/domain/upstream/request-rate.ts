/**
 * Finds the rate that upstream allows from bare 429s: it doubles until the first one. From then on each 429 cuts it to
 * three quarters, and each ten seconds without one add a tenth. Rates are in calls a second, times in milliseconds.
 *
 * The times here are sums of the time slots that calls reserved, and come from no clock. While calls go on, they pass as
 * fast as a clock. While nobody calls they stand still: idle time proves nothing. And two instances whose clocks
 * disagree still agree on them.
 */
export interface RateState {
  readonly perSecond: number;
  /** The fastest rate at which a call began that was answered. */
  readonly answered: number;
  /** A 429 cut the rate so often; 0 before the first 429. */
  readonly cuts: number;
}

export const firstRate = 20;
export const lowestRate = 0.2;
/** The sockets of a few instances carry less: it only keeps what a table may hold within bounds. */
export const highestRate = 5_000;

export const unknownRate: RateState = { perSecond: firstRate, answered: 0, cuts: 0 };

const doublingMs = 125;
const growthMs = 10_000;
const growth = 1.1;
const cut = 0.75;

/** Several calls that are reserved at once need only one write to the table, and begin at one rate. */
export function reservedMs({ cuts }: RateState): number {
  return cuts === 0 ? doublingMs / 2 : 2 * doublingMs;
}

/** Answers may take seconds, and so does the first 429: until then the rate stays near the fastest answered one. */
export function afterSlots({ perSecond, answered, cuts }: RateState, slotsMs: number): RateState {
  if (cuts > 0) return { perSecond: clamp(perSecond * growth ** (slotsMs / growthMs)), answered, cuts };
  const doubled = Math.min(perSecond * 2 ** (slotsMs / doublingMs), 2 * answered);
  return { perSecond: clamp(Math.max(perSecond, doubled)), answered, cuts };
}

export type BeganAt = Pick<RateState, 'perSecond' | 'cuts'>;

/** A call that began before the last cut changes nothing: its 429 says nothing new. */
export function rateAfterRefusal(state: RateState, began: BeganAt): RateState {
  const { perSecond, answered, cuts } = state;
  if (began.cuts < cuts) return state;
  const passed = cuts === 0 ? Math.min(began.perSecond, Math.max(answered, firstRate)) : perSecond;
  return { perSecond: clamp(cut * Math.min(passed, perSecond)), answered, cuts: cuts + 1 };
}

function clamp(rate: number): number {
  return Math.min(Math.max(rate, lowestRate), highestRate);
}

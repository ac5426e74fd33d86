export interface Rates {
  /** Calls a second, as they were made. */
  readonly perSecond: number;
  /** Calls a second that the limiter had found. More than were made if the config or slow answers permit fewer. */
  readonly found: number;
}

/** At which rate an instance's calls lately began: an answer proves that rate, not the one of the time when it comes. */
export interface RateHistory {
  /** Calls begin at new rates from then on, in milliseconds since the epoch. */
  add(from: number, rates: Rates): void;
  /** The rates when a call began; null if they are not known any more. */
  at(beganAt: number): Rates | null;
}

/** A reservation takes an eighth of a second and longer, or a hundred calls: enough for answers that take several seconds. */
const remembered = 64;

export function createRateHistory(): RateHistory {
  let known: (Rates & { readonly from: number })[] = [];
  return {
    add(from, { perSecond, found }) {
      known = [...known.slice(1 - remembered), { from, perSecond, found }];
    },
    at: (beganAt) => known.findLast(({ from }) => from <= beganAt) ?? null,
  };
}

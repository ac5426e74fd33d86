/** At which rate an instance's calls lately began: an answer proves that rate, not the one of the time when it comes. */
export interface RateHistory {
  /** Calls begin from then on (milliseconds since the epoch) at a new rate, in calls a second. */
  add(from: number, perSecond: number): void;
  /** The rate at which a call of that time began; 0 if the time is not known any more. */
  rateAt(beganAt: number): number;
}

/** A reservation takes a quarter of a second, or a hundred calls: enough for answers that take several seconds. */
const remembered = 32;

export function createRateHistory(): RateHistory {
  let rates: { readonly from: number; readonly perSecond: number }[] = [];
  return {
    add(from, perSecond) {
      rates = [...rates.slice(1 - remembered), { from, perSecond }];
    },
    rateAt: (beganAt) => rates.findLast(({ from }) => from <= beganAt)?.perSecond ?? 0,
  };
}

/**
 * What events may take of the lane of lists, which ticks need: token buckets that refill at a tenth of the lane's rate.
 * A bucket is stored as the time at which it is full again, so that an unused one needs no writes.
 */
const share = 0.1;
const leastCalls = 3;
/** As many as one event names. */
export const eventBuyersAtOnce = 100;

/** The calls that events may make at once: half a second of the lane, and enough for a list. */
export function eventCallsAtOnce(perSecond: number): number {
  return Math.max(leastCalls, perSecond / 2);
}

export interface EventShare {
  /** Milliseconds since the epoch; 0 for a bucket that was never used. */
  readonly fullAt: number;
  readonly depth: number;
  /** Calls a second of the lane. */
  readonly perSecond: number;
}

/** Takes up to `wanted` tokens, as many as there are. */
export function takeShare(
  { fullAt, depth, perSecond }: EventShare,
  wanted: number,
  now: number,
): { readonly taken: number; readonly fullAt: number } {
  const gapMs = 1000 / (share * perSecond);
  // At the latest when an empty one would be full: the rate may have grown since, or a clock was wrong.
  const from = Math.min(Math.max(fullAt, now), now + depth * gapMs);
  // A little more, or a token that is just full would be missed by rounding.
  const taken = Math.max(0, Math.min(wanted, Math.floor(depth - (from - now) / gapMs + 1e-6)));
  return { taken, fullAt: from + taken * gapMs };
}

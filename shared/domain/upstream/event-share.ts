/** Of the rate of lists, which ticks need: events take no more. */
const share = 0.1;

/** A token bucket that refills at the share of events. */
export interface EventShare {
  /** When it is full again, milliseconds since the epoch; 0 if it was never used. */
  readonly fullAt: number;
  readonly depth: number;
  /** Calls a second of the lane. */
  readonly perSecond: number;
}

/** Takes up to `wanted` tokens, as many as there are. */
export function takeShare({ fullAt, depth, perSecond }: EventShare, wanted: number, now: number) {
  const gapMs = 1000 / (share * perSecond);
  // At the latest when an empty one would be full: the rate may have grown since, or a clock was wrong.
  const from = Math.min(Math.max(fullAt, now), now + depth * gapMs);
  // A little more, or rounding would miss a token that is just full.
  const taken = Math.max(0, Math.min(wanted, Math.floor(depth - (from - now) / gapMs + 1e-6)));
  return { taken, fullAt: from + taken * gapMs };
}

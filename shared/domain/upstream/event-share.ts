/** Ticks need the rate of lists: events take no more of it. */
const share = 0.1;

export interface EventShare {
  /** Milliseconds since the epoch; 0 if it was never used. */
  readonly fullAt: number;
  readonly depth: number;
  /** Calls a second of the lane. */
  readonly perSecond: number;
}

export function takeShare({ fullAt, depth, perSecond }: EventShare, wanted: number, now: number) {
  const gapMs = 1000 / (share * perSecond);
  // An empty bucket would be full then at the latest: the rate may have grown since, or a clock was wrong.
  const from = Math.min(Math.max(fullAt, now), now + depth * gapMs);
  // A little more is added, or rounding would miss a token that is just full.
  const taken = Math.max(0, Math.min(wanted, Math.floor(depth - (from - now) / gapMs + 1e-6)));
  return { taken, fullAt: from + taken * gapMs };
}

import type { FailingBuyer, ReadingFacts } from '../../../shared/domain/health/facts.ts';

const minuteMs = 60_000;

/** All of 120 buyers and three bridges were read lately, by a service that ticks for a month. */
export function exampleReading(now: number, over: Partial<ReadingFacts> = {}): ReadingFacts {
  const lookedAt = now - minuteMs;
  return {
    tickAt: lookedAt,
    since: now - 30 * 1_440 * minuteMs,
    lastNewAt: lookedAt,
    askedSince: lookedAt,
    askedTicks: 1,
    shownAt: lookedAt,
    isTokenRejected: false,
    buyers: 120,
    dueSince: null,
    awaited: awaitedUntil(null),
    problem: null,
    failing: { count: 0, first: [] },
    bridges: ['b0', 'b1', 'b2'].map((bridgeId) => {
      return { bridgeId, lookedAt, failingSince: null, readAt: null, wholeAt: null, isUnsorted: false };
    }),
    ...over,
  };
}

/** A signal that waits for its stage until then; none for null. */
export function awaitedUntil(until: number | null): ReadingFacts['awaited'] {
  return until === null
    ? { signals: 0, columns: [], overAt: null, until }
    : { signals: 1, columns: ['Stage'], overAt: until, until };
}

/** So many buyers that fail since then, the first of them named `f0`. */
export function failingSince(
  since: number,
  count = 1,
  over: Partial<FailingBuyer> = {},
): ReadingFacts['failing'] {
  const first = Array.from({ length: Math.min(count, 50) }, (_, index) => {
    return {
      buyerId: `f${index}`,
      since,
      nextTryAt: since,
      isRefused: false,
      isEmpty: false,
      readAt: 0,
      isUndecided: false,
      ...over,
    };
  });
  return { count, first };
}

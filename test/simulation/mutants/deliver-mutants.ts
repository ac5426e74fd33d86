import type { Mutant } from './mutant.ts';

/** Of delivering digests. */
export const deliverMutants: readonly Mutant[] = [
  {
    name: 'lease-that-never-ends',
    killedAt: { seed: 1, schedule: 991 },
    source: [
      {
        file: 'shared/ledger/digests.ts',
        from: "all(equals('state', 'SENDING'), atMost('leaseUntil', now)),",
        to: '',
      },
    ],
  },
  {
    name: 'throttled-since-is-kept',
    killedAt: { seed: 1, schedule: 1_982 },
    source: [
      {
        file: 'shared/ledger/digests.ts',
        from: "remove: ['leaseUntil', ...(settlement.throttledSince === undefined ? ['throttledSince'] : [])],",
        to: "remove: ['leaseUntil'],",
      },
    ],
  },
  {
    name: 'unknown-outcome-is-delivered',
    killedAt: { seed: 1, schedule: 992 },
    source: [
      {
        file: 'shared/destinations/decide-outcome.ts',
        from: "return { outcome: 'retry', ambiguous, status: null,",
        to: "return { outcome: ambiguous ? 'delivered' : 'retry', ambiguous, status: null,",
      },
    ],
  },
  {
    name: 'retry-after-is-not-read',
    killedAt: { seed: 1, schedule: 2_985 },
    source: [
      {
        file: 'shared/domain/attempt.ts',
        from: 'return Math.round(now + retryAfterMs + random() * spread);',
        to: 'return Math.round(now + random() * spread);',
      },
    ],
  },
  {
    name: 'replayed-digests-are-found-by-nobody',
    killedAt: { seed: 1, schedule: 1_998 },
    source: [{ file: 'shared/ledger/replay.ts', from: '    putOwed(digest.sender, key, now),\n', to: '' }],
  },
];

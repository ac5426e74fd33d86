import type { Mutant } from './mutant.ts';

/** Of finding out who is polled, and of the limiter that all calls upstream wait for. */
export const planMutants: readonly Mutant[] = [
  {
    name: 'looks-back-too-little',
    killedAt: { seed: 1, schedule: 1_996 },
    source: [
      {
        file: 'shared/domain/announcing.ts',
        from: 'return newestRowAt + (at - newestSeenAt) - lagMs;',
        to: 'return newestRowAt + (at - newestSeenAt) + lagMs;',
      },
    ],
  },
];

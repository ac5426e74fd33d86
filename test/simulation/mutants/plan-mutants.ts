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
  {
    name: 'turns-half-as-often',
    killedAt: { seed: 1, schedule: 678 },
    shape: 'long',
    source: [
      {
        file: 'functions/plan-polls/choose-due.ts',
        from: 'isTurn(buyerId, turnsUntil ?? 0, now, allEveryMs)',
        to: 'isTurn(buyerId, turnsUntil ?? 0, now, 2 * allEveryMs)',
      },
    ],
  },
  {
    name: 'distrust-never',
    killedAt: { seed: 1, schedule: 6_672 },
    shape: 'long',
    source: [
      {
        file: 'functions/poll-signals/tell-plan.ts',
        from: 'if (await plan.distrustRows())',
        to: 'if (plan === null)',
      },
    ],
  },
];

import type { Mutant } from './mutant.ts';

/** Of a route that gathers. */
export const paceMutants: readonly Mutant[] = [
  {
    name: 'gathers-nothing',
    killedAt: { seed: 1, schedule: 331 },
    source: [
      {
        file: 'shared/domain/routes/pace.ts',
        from: 'return gatherMs > 0 && until > now',
        to: 'return until < 0',
      },
    ],
  },
  {
    name: 'gathers-each-signal-alone',
    killedAt: { seed: 1, schedule: 2907 },
    source: [
      {
        file: 'functions/compose-digests/keep-pace.ts',
        from: 'if (evenEarly || gatheredAt === null || entered <= gatheredAt) return null;',
        to: 'if (evenEarly) return null;',
      },
    ],
  },
  {
    name: 'asks-for-no-hot-signal',
    killedAt: { seed: 1, schedule: 2953 },
    source: [
      {
        file: 'functions/ask-to-compose.ts',
        from: "await queue('compose').send([{ immediate: true }]);",
        to: '',
      },
    ],
  },
];

import type { Mutant } from './mutant.ts';

/** Of a route that gathers, or has a limit of messages. */
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
        from: 'if (evenGathering || gatheredAt === null || entered <= gatheredAt) return null;',
        to: 'if (evenGathering) return null;',
      },
    ],
  },
  {
    name: 'a-limit-holds-hot-signals-back',
    killedAt: { seed: 1, schedule: 1075 },
    source: [
      {
        file: 'functions/compose-digests/keep-pace.ts',
        from: 'if (overLimit === null || sendable.some(({ hot }) => hot)) {',
        to: 'if (overLimit === null) {',
      },
      {
        file: 'functions/compose-digests/keep-pace.ts',
        from: 'if (isHolding && !hot) return overLimit;',
        to: 'if (isHolding) return overLimit;',
      },
    ],
  },
  {
    name: 'a-limit-limits-nothing',
    killedAt: { seed: 1, schedule: 889 },
    source: [
      {
        file: 'functions/compose-digests/keep-pace.ts',
        from: 'if (limit === null) return { delayed: [], allowance: null };',
        to: 'if (now > 0) return { delayed: [], allowance: null };',
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

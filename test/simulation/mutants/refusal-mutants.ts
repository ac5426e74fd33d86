import type { Mutant } from './mutant.ts';

/** Of what fails alone: refused buyers, and summaries. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: 'never-lets-refused-buyers-rest',
    killedAt: { seed: 1, schedule: 621 },
    source: [
      {
        file: 'shared/domain/polling/refusal.ts',
        from: 'now < nextTryAt(refusal);',
        to: 'now < refusal.lastAt;',
      },
    ],
  },
  {
    name: 'rests-an-hour-each-time',
    killedAt: { seed: 1, schedule: 49 },
    source: [
      {
        file: 'shared/domain/polling/refusal.ts',
        from: 'const restsMs = [hourMs, 6 * hourMs, 24 * hourMs];',
        to: 'const restsMs = [hourMs];',
      },
    ],
  },
  {
    name: 'tells-each-refusal',
    killedAt: { seed: 1, schedule: 375 },
    source: [
      {
        file: 'shared/domain/polling/refusal.ts',
        from: 'const toldEveryMs = 23 * hourMs;',
        to: 'const toldEveryMs = 0;',
      },
    ],
  },
  {
    name: 'takes-five-refused-buyers-for-the-token',
    killedAt: { seed: 1, schedule: 1343 },
    source: [
      {
        file: 'shared/domain/upstream/token-doubt.ts',
        from: '{ doubt: { ...noDoubt, doubtedAt: now }, isRejected: false }',
        to: '{ doubt: { ...noDoubt, doubtedAt: now }, isRejected: true }',
      },
    ],
  },
  {
    name: 'holds-up-lists-for-summaries',
    killedAt: { seed: 1, schedule: 985 },
    source: [
      {
        file: 'shared/domain/upstream/breaker.ts',
        from: "if (operation === 'getBuyerSummary') return 'summaries';",
        to: "if (operation === 'getBuyerSummary') return 'lists';",
      },
    ],
  },
  {
    name: 'holds-up-lists-for-ranks',
    killedAt: { seed: 1, schedule: 7 },
    source: [
      {
        file: 'shared/domain/upstream/breaker.ts',
        from: "return optional ? 'ranks' : 'lists';",
        to: "return optional ? 'lists' : 'lists';",
      },
    ],
  },
];

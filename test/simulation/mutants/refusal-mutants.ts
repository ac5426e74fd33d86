import type { Mutant } from './mutant.ts';

/** Of what fails alone: refused buyers, and summaries. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: 'never-lets-refused-buyers-rest',
    killedAt: { seed: 1, schedule: 15 },
    source: [
      {
        file: 'shared/domain/polling/due.ts',
        from: 'return times.refusals > 0 && !isDue(times, now);',
        to: 'return times.refusals < 0 && !isDue(times, now);',
      },
    ],
  },
  {
    name: 'rests-an-hour-each-time',
    killedAt: { seed: 1, schedule: 49 },
    source: [
      {
        file: 'shared/domain/polling/due.ts',
        from: 'const restsMs = [hourMs, 6 * hourMs, dayMs];',
        to: 'const restsMs = [hourMs];',
      },
    ],
  },
  {
    name: 'tells-each-refusal',
    killedAt: { seed: 1, schedule: 375 },
    source: [
      {
        file: 'shared/domain/polling/due.ts',
        from: 'return refusals === 1 || refusals > restsMs.length;',
        to: 'return refusals > 0;',
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

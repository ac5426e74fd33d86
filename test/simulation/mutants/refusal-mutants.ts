import type { Mutant } from '../parts/mutant.ts';

/** Of what fails alone: refused buyers, and summaries. */
export const refusalMutants: readonly Mutant[] = [
  {
    name: 'never-lets-refused-buyers-rest',
    killedAt: '1:49',
    file: 'shared/domain/polling/due.ts',
    from: 'return times.refusals > 0 && !isPollDue(times, now);',
    to: 'return times.refusals < 0 && !isPollDue(times, now);',
  },
  {
    name: 'takes-a-404-for-a-failure',
    killedAt: '1:489',
    file: 'functions/poll-signals/signal-source.ts',
    from: 'error.status === 404 && !isFound',
    to: 'error.status === 410 && !isFound',
  },
  {
    name: 'tells-each-refusal',
    killedAt: '1:117',
    file: 'shared/domain/polling/due.ts',
    from: 'return refusals === 1 || refusals > restsMs.length;',
    to: 'return refusals > 0;',
  },
  {
    name: 'holds-up-lists-for-summaries',
    killedAt: '1:985',
    file: 'shared/domain/upstream/breaker.ts',
    from: "if (operation === 'getBuyerSummary') return 'summaries';",
    to: "if (operation === 'getBuyerSummary') return 'lists';",
  },
  {
    name: 'two-failing-lists-speak-for-all',
    killedAt: '10:4003',
    file: 'functions/ask-control.ts',
    from: 'speaksOfService = states.some(({ failingSince }) => failingSince === null)',
    to: 'speaksOfService = states.length > 0',
  },
];

import type { Mutant } from '../parts/mutant.ts';

const among = { coincidence: 'what became' } as const;

/** Of recaps and reminders, and of looking up what became of signals. */
export const reportMutants: readonly Mutant[] = [
  {
    name: 'what-was-not-looked-up-is-untouched',
    killedAt: '1:8621',
    among,
    file: 'functions/compose-digests/reports/plan-reports.ts',
    from: "(one?.became ?? 'unknown') === became",
    to: "(one?.became ?? 'new') === became",
  },
  {
    name: 'an-answer-to-an-earlier-question-counts',
    killedAt: '1:2425',
    among,
    file: 'shared/ledger/signals/signals.ts',
    from: "(numberOf(item, 'askedAt') ?? 0) >= askedAt",
    to: "(numberOf(item, 'askedAt') ?? 0) >= askedAt * 0",
  },
  {
    name: 'a-touched-row-is-reminded-of',
    killedAt: '1:519',
    among,
    file: 'functions/compose-digests/reports/compose-reports.ts',
    from: "one?.became === 'new' && one.signal ? [{ signal: one.signal }] : []",
    to: 'one?.signal ? [{ signal: one.signal }] : []',
    also: [
      {
        file: 'functions/fetch-summaries/became-source.ts',
        from: "signal: became === 'new' ? signal : null",
        to: 'signal',
      },
    ],
  },
  {
    name: 'a-reminder-looks-at-every-day-again',
    killedAt: '1:809',
    among,
    file: 'functions/compose-digests/reports/plan-reports.ts',
    from: 'countCome(deadline) > countCome(deadline, since)',
    to: 'countCome(deadline) > countCome(deadline, since * 0)',
  },
];

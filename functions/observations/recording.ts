import { failure, kind, notice, progress } from './row.ts';

export const recording = {
  'signal-recorded': kind<{
    buyerId: string;
    buyerName: string | null;
    signalId: string;
    name: string | null;
    bridgeName: string | null;
    hot: boolean;
    baseline: boolean;
    routes: readonly string[];
    /** No route takes it, whatever value is awaited. @default false */
    untaken?: boolean;
  }>({
    // A first run records thousands, then a few dozen come a day.
    level: ({ baseline }) => (baseline ? 'debug' : 'info'),
    log: ['buyerId', 'signalId', 'hot', 'baseline'],
    count: ({ baseline, hot, untaken = false }) =>
      baseline
        ? { signalsRecorded: 1, baselineSignals: 1 }
        : { signalsRecorded: 1, hotSignals: Number(hot), untakenSignals: Number(untaken) },
    // The end of its poll tells how many are not sent.
    say: (recorded, { signal }) => {
      const { baseline, hot, routes } = recorded;
      if (baseline) return null;
      const text = [
        `new ${signal(recorded)}`,
        ...(hot ? ['hot'] : []),
        routes.length === 0 ? 'matches no route' : `to ${routes.join(', ')}`,
      ].join(', ');
      return progress(text);
    },
  }),

  /** New signals are recorded with unknown hotness. Observed once a poll. */
  'hotness-failed': kind<{ buyerId: string; problem: string }>({
    level: 'warn',
    log: ['buyerId', 'problem'],
    say: ({ problem }) =>
      notice(`hotness unknown (${problem}); new signals go to every route that may match`),
  }),

  /** Values are shown by their shape. Observed once an hour and bridge. */
  'columns-failed': kind<{ bridgeId: string; problem: string }>({
    level: 'warn',
    log: ['bridgeId', 'problem'],
    say: ({ problem }) =>
      notice(`columns unknown (${problem}); digests show their values without currencies and labels`),
  }),

  /** The next sweep creates the digests of a hot signal that could not be created at once. */
  'not-composed-at-once': kind<{ problem: string }>({
    level: 'warn',
    log: ['problem'],
    say: ({ problem }) =>
      notice(`the digest of a hot signal is created with the next minute, not at once: ${problem}`),
  }),

  /** The values have come, or the wait is over. `routes`: the further ones, by id. */
  'signal-settled': kind<{ buyerId: string; signalId: string; routes: readonly string[]; isKnown: boolean }>({
    level: 'info',
    log: ['buyerId', 'signalId', 'routes', 'isKnown'],
    say: ({ signalId, routes, isKnown }) =>
      progress(
        `${isKnown ? 'value known' : 'value not known in time'}, ${routes.length > 0 ? `to ${routes.join(', ')}` : 'to no further route'}`,
        { about: `signal ${signalId}` },
      ),
  }),

  'values-read': kind<{ buyerId: string; settled: number; waiting: number }>({
    level: 'debug',
    log: ['buyerId', 'settled', 'waiting'],
    say: null,
  }),

  /** The values are read again later. A value that is not known in time counts as a match. */
  'values-failed': kind<{ buyerId: string; problem: string }>({
    level: 'warn',
    log: ['buyerId', 'problem'],
    say: ({ problem }) => notice(`awaited values not read (${problem}); they are read again later`),
  }),

  'summary-fetched': kind<{ buyerId: string; result: 'ready' | 'pending' | 'none' }>({
    level: 'info',
    log: ['buyerId', 'result'],
    count: ({ result }) => (result === 'ready' ? { summariesFetched: 1 } : {}),
    say: ({ result }) => progress(`summary ${summaryWords[result]}`),
  }),

  'summary-failed': kind<{ buyerId: string; problem: string }>({
    level: 'warn',
    log: ['buyerId', 'problem'],
    say: ({ problem }) => failure(`its summary could not be fetched: ${problem}`),
  }),

  /** A report says how many signals could not be looked up. */
  'look-up-failed': kind<{ buyerId: string; problem: string }>({
    level: 'warn',
    log: ['buyerId', 'problem'],
    say: ({ problem }) => notice(`what became of its signals could not be read: ${problem}`),
  }),
};

const summaryWords = { ready: 'fetched', pending: 'still being generated', none: 'not available' } as const;

import type { Lane } from '../../shared/domain/lane.ts';
import type { Misfit } from '../../shared/domain/polling/reading.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import { explainApiProblem } from '../../shared/domain/upstream/explain-api-problem.ts';
import { failure, kind, notice, progress } from './row.ts';

export const polling = {
  'upstream-requested': kind<Record<never, never>>({
    level: 'debug',
    log: [],
    count: () => ({ upstreamRequests: 1 }),
    say: null,
  }),

  /** Every instance slows down, in this lane only. */
  'upstream-throttled': kind<{ lane: Lane }>({
    level: 'info',
    log: ['lane'],
    say: null,
  }),

  /** The service keeps failing, or rejected the access token. `until` in ISO 8601. */
  'upstream-paused': kind<{ reason: 'failing' | 'rejected'; until: string }>({
    level: 'error',
    log: ['reason', 'until'],
    say: ({ reason, until }, { api }) =>
      reason === 'rejected'
        ? failure('replace it with a valid access token', { about: `secret ${api.token.secret}` })
        : notice(
            `polling paused until ${formatTime(Date.parse(until))}: more than half of the last calls failed`,
          ),
  }),

  /** Other lanes continue. `until` in ISO 8601. */
  'lane-paused': kind<{ lane: Exclude<Lane, 'lists'>; until: string }>({
    level: 'warn',
    log: ['lane', 'until'],
    say: ({ lane, until }) =>
      notice(`${laneWords[lane]} are not read until ${formatTime(Date.parse(until))}: most calls failed`),
  }),

  /** The next tick looks back as far as needed. */
  'polls-skipped': kind<{ problem: string }>({
    level: 'info',
    log: ['problem'],
    say: ({ problem }, { api }) =>
      failure(explainApiProblem(problem, 'buyer', api), { about: 'no buyer polled' }),
  }),

  'polls-planned': kind<{
    buyers: number;
    messages: number;
    quietMs?: number;
    /** The reason why every buyer is polled; absent if only the due ones are. */
    everyone?: string;
  }>({
    level: 'info',
    log: ['buyers', 'messages', 'everyone', 'quietMs'],
    count: ({ buyers }) => ({ buyersDue: buyers }),
    say: ({ buyers }) => (buyers === 0 ? null : progress('planned', { amount: [buyers, 'poll'] })),
  }),

  /** Upstream is paused, or no time was left for these buyers of one message. */
  'polls-cut-short': kind<{ buyers: number; buyerIds: readonly string[]; problem: string }>({
    level: 'info',
    log: ['buyers', 'problem'],
    // The calls that failed have reported the cause.
    say: ({ buyers }) =>
      failure('not polled, because polling was paused or had no time left; the next run polls them', {
        amount: [buyers, 'buyer'],
      }),
  }),

  /** Rows should have announced new signals of two buyers: for a day every tick polls everyone. */
  'announcement-missed': kind<{ buyerId: string; bridgeId: string; signalId: string }>({
    level: 'warn',
    log: ['buyerId', 'bridgeId', 'signalId'],
    say: () =>
      notice(
        'no changed row announced a new signal, the second such buyer within a day: every buyer is polled each time for a day',
      ),
  }),

  'events-followed': kind<{ named: number; polled: number }>({
    level: 'info',
    log: ['named', 'polled'],
    say: ({ polled }) =>
      polled === 0 ? null : progress('polled at once: an event names them', { amount: [polled, 'buyer'] }),
  }),

  /** Events ask for too much, or upstream is paused. */
  'events-delayed': kind<{ problem: string }>({
    level: 'warn',
    log: ['problem'],
    say: ({ problem }) => notice(`${problem}; the next run of polls finds what is new`, { about: 'events' }),
  }),

  'plan-failed': kind<{ bridgeId: string; problem: string }>({
    level: 'error',
    log: ['bridgeId', 'problem'],
    say: ({ problem }, { api }) => failure(explainApiProblem(problem, 'bridge', api)),
  }),

  'buyer-polled': kind<{
    buyerId: string;
    accepted: boolean;
    /** Readings of the whole list: at most 3 for each list. */
    readings: number;
    /** The inconsistency of the last reading. With `accepted`: two readings showed it unchanged. */
    misfit?: Misfit;
    /** Listed items that no page showed; absent if none is missing. */
    missing?: number;
    /** The API answered 404, and has never listed a signal of it. */
    notFound?: true;
    /** Its first scan has been incomplete for an hour or more, this scan included. */
    baselineOverdue?: true;
    listed: number;
    recorded: number;
    baseline: number;
    hot: number;
    unreadable: number;
  }>({
    level: ({ accepted, recorded, unreadable, misfit }) => {
      if (!accepted || unreadable > 0) return 'warn';
      return recorded > 0 || misfit !== undefined ? 'info' : 'debug';
    },
    log: [
      'buyerId',
      'accepted',
      'readings',
      'misfit',
      'missing',
      'notFound',
      'baselineOverdue',
      'listed',
      'recorded',
      'baseline',
      'hot',
      'unreadable',
    ],
    say: ({ accepted, missing, notFound, baseline }) => {
      if (notFound)
        return notice(
          'the API answered 404: it has no signal of this buyer yet, or does not know it; check api.baseUrl, and the ids in watch',
        );
      // A list with missing items is reported as a failed poll.
      if (!accepted && missing === undefined)
        return failure('the list kept changing while it was read; the next poll reads it again');
      if (baseline === 0) return null;
      const text =
        'found, and not sent: they were there before the first run (watch.firstRun), or watch leaves them out; new signals are sent from now on';
      return notice(text, { amount: [baseline, 'signal'] });
    },
  }),

  /** A denial (401, 403, 404) says nothing yet: it may be about the service, the address or the token. */
  'poll-undecided': kind<{ buyerId: string; problem: string }>({
    level: 'info',
    log: ['buyerId', 'problem'],
    say: ({ problem }, { api }) =>
      notice(`${explainApiProblem(problem, 'buyer', api)}; the next run asks again`),
  }),

  'poll-failed': kind<{
    buyerId: string;
    problem: string;
    /** The service refuses its list: the next try is then (ISO 8601); observed once a day. */
    nextTryAt?: string;
  }>({
    level: 'warn',
    log: ['buyerId', 'problem', 'nextTryAt'],
    say: ({ problem, nextTryAt }, { api }) => {
      const told = explainApiProblem(problem, 'buyer', api);
      const next = nextTryAt === undefined ? '' : `; next try ${formatTime(Date.parse(nextTryAt))}`;
      return failure(`${told}${next}`);
    },
  }),
};

const laneWords = { ranks: 'hotness orders', summaries: 'summaries', columns: 'columns of bridges' } as const;

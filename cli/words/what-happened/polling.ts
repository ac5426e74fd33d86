import { counted } from '../../../shared/domain/counted.ts';
import { tellTime } from '../../../shared/domain/tell-time.ts';
import { explainApiProblem } from '../../../shared/domain/upstream/explain-api-problem.ts';
import { badLine, failureLine } from './line.ts';
import type { Of, Rows, Surroundings } from './row.ts';

/** Planning the polls and reading the buyers' lists. */
export const polling: Rows<
  | 'polls-planned'
  | 'polls-skipped'
  | 'plan-failed'
  | 'announcement-missed'
  | 'buyer-polled'
  | 'poll-failed'
  | 'polls-cut-short'
  | 'upstream-requested'
  | 'upstream-throttled'
  | 'upstream-paused'
> = {
  'polls-planned': {
    step: 'plan',
    fact: ({ buyers }) => (buyers === 0 ? 'no buyer is due' : `${counted(buyers, 'buyer')} due`),
    log: ({ buyers }) => (buyers === 0 ? null : `polling ${counted(buyers, 'buyer')}`),
  },
  'polls-skipped': {
    step: 'plan',
    fact: () => 'polling paused',
    isTrouble: true,
    line: ({ problem }) => failureLine('plan', 'No buyer polled', problem),
    failures: ({ problem }) => [{ subject: 'no buyer polled', what: problem }],
  },
  'plan-failed': {
    step: 'plan',
    fact: () => 'a bridge could not be read',
    isTrouble: true,
    line: ({ problem }) => failureLine('plan', 'A bridge could not be read', problem),
    failures: ({ bridgeId, problem }, { api }) => [
      { subject: `bridge ${bridgeId}`, what: explainApiProblem(problem, 'bridge', api) },
    ],
  },
  'announcement-missed': {
    step: 'plan',
    fact: () => 'row timestamps are ignored for a day or more',
    isTrouble: true,
    line: (_, buyer) => ({
      tone: 'warn',
      title: `No changed row pointed to a new signal of ${buyer}`,
      detail: 'every buyer is polled at each tick, for a day or more',
    }),
  },
  'buyer-polled': {
    step: 'poll',
    fact: ({ listed }, buyer) => `${buyer}: ${counted(listed, 'signal')} listed`,
    line: (polled) => (keptMoving(polled) ? movingLine(polled.readings) : null),
    log: ({ buyerId, recorded }) =>
      recorded === 0 ? null : `buyer ${buyerId}: ${counted(recorded, 'signal')} recorded`,
    failures: (polled) =>
      keptMoving(polled)
        ? [
            {
              subject: `buyer ${polled.buyerId}`,
              what: 'the list kept changing while it was read; the next run reads it again',
            },
          ]
        : [],
  },
  'poll-failed': {
    step: 'poll',
    fact: (_, buyer) => `${buyer} could not be read`,
    isTrouble: true,
    line: ({ problem }, buyer) => failureLine('poll', `Could not poll ${buyer}`, problem),
    failures: (failed, { api }) => [{ subject: `buyer ${failed.buyerId}`, what: tellPoll(failed, api) }],
  },
  'polls-cut-short': {
    step: 'poll',
    fact: ({ buyers }) => `${counted(buyers, 'buyer')} not polled`,
    isTrouble: true,
    line: ({ problem }) => failureLine('poll', 'Some buyers were not polled', problem),
    // The calls that failed have reported the cause.
    failures: ({ buyerIds }) =>
      buyerIds.map((buyerId) => ({
        subject: `buyer ${buyerId}`,
        what: 'not polled because polling was paused or had no time left; the next run polls it',
      })),
  },
  // Frequent, and not progress.
  'upstream-requested': { step: 'poll' },
  'upstream-throttled': { step: 'poll' },
  'upstream-paused': {
    step: 'poll',
    fact: () => 'polling paused',
    isTrouble: true,
    line: ({ reason }) => badLine('Polling paused', pauseWords[reason]),
    failures: ({ reason }, { api }) =>
      reason === 'rejected'
        ? [{ subject: `secret ${api.token.secret}`, what: 'replace it with a valid access token' }]
        : [],
  },
};

const pauseWords = {
  failing: 'more than half of the last calls failed',
  rejected: 'the API rejected the access token (401 or 403)',
} as const;

/** A list with missing items is reported as a failed poll. */
function keptMoving({ accepted, missing }: Of<'buyer-polled'>): boolean {
  return !accepted && missing === undefined;
}

function movingLine(readings: number) {
  return {
    foldKey: 'unaccepted',
    write: (count: number) => ({
      tone: 'warn' as const,
      title: `${counted(count, 'list')} kept changing while being read`,
      detail: `read ${counted(readings, 'time')}, and again at the next poll; nothing is lost`,
    }),
  };
}

function tellPoll({ problem, nextTryAt }: Of<'poll-failed'>, api: Surroundings['api']): string {
  const told = explainApiProblem(problem, 'buyer', api);
  return nextTryAt === undefined ? told : `${told}; next try ${tellTime(Date.parse(nextTryAt))}`;
}

import { counted } from '../../../shared/domain/counted.ts';
import { explainApiProblem } from '../explain-api-problem.ts';
import { tellTime } from '../tell-time.ts';
import { badLine, failureLine } from './line.ts';
import type { Of, Rows, Surroundings } from './row.ts';

/** Who is due, and what reading their lists came to. */
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
    fact: ({ buyers }) => (buyers === 0 ? 'nobody is due' : `${counted(buyers, 'buyer')} due`),
    log: ({ buyers }) => (buyers === 0 ? null : `polling ${counted(buyers, 'buyer')}`),
  },
  'polls-skipped': {
    step: 'plan',
    fact: () => 'nobody is polled this time',
    isTrouble: true,
    line: ({ problem }) => failureLine('plan', 'Nobody is polled this time', problem),
    failures: ({ problem }) => [{ subject: 'nobody was polled', what: problem }],
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
    fact: () => 'the rows are not believed for a while',
    isTrouble: true,
    line: (_, buyer) => ({
      tone: 'warn',
      title: `No row announced a new signal of ${buyer}`,
      detail: 'so each buyer is polled at every round, for a day or more',
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
              what: 'the list kept moving while it was read; the next run reads it again',
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
    fact: ({ buyers }) => `${counted(buyers, 'buyer')} not polled this time`,
    isTrouble: true,
    line: ({ problem }) => failureLine('poll', 'Some buyers are not polled this time', problem),
    // The cause was told with the calls that met it.
    failures: ({ buyerIds }) =>
      buyerIds.map((buyerId) => ({
        subject: `buyer ${buyerId}`,
        what: 'not asked any more after that; the next run begins anew',
      })),
  },
  // There are many of them, and none is progress.
  'upstream-requested': { step: 'poll' },
  'upstream-throttled': { step: 'poll' },
  'upstream-paused': {
    step: 'poll',
    fact: () => 'the API is not called for a while',
    isTrouble: true,
    line: ({ reason }) => badLine('The API is not called for a while', pauseWords[reason]),
    failures: ({ reason }, { api }) =>
      reason === 'rejected'
        ? [{ subject: `secret ${api.token.secret}`, what: 'put a valid access token into it' }]
        : [],
  },
};

const pauseWords = {
  failing: 'more than half of the last calls failed',
  rejected: 'it rejects the access token',
} as const;

/** What is missing from a list is told as a failed poll. */
function keptMoving({ accepted, missing }: Of<'buyer-polled'>): boolean {
  return !accepted && missing === undefined;
}

function movingLine(readings: number) {
  return {
    foldKey: 'unaccepted',
    write: (count: number) => ({
      tone: 'warn' as const,
      title: `${counted(count, 'list')} kept moving while being read`,
      detail: `read ${counted(readings, 'time')}, and again at the next poll; nothing is lost`,
    }),
  };
}

function tellPoll({ problem, nextTryAt }: Of<'poll-failed'>, api: Surroundings['api']): string {
  const told = explainApiProblem(problem, 'buyer', api);
  return nextTryAt === undefined ? told : `${told}; next try ${tellTime(Date.parse(nextTryAt))}`;
}

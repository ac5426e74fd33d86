import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { explainApiProblem } from '../../words/explain-api-problem.ts';
import { withoutClass } from '../../words/tell-error.ts';
import { tellTime } from '../../words/tell-time.ts';
import { createNotices } from './notices.ts';

/** What one run did: printed by `run --json` under these names. */
export interface RunCounts {
  readonly buyersPolled: number;
  readonly signalsRecorded: number;
  /** Of those recorded: noted only, as `watch.firstRun` says. */
  readonly signalsNotSent: number;
  readonly hotSignals: number;
  readonly summariesFetched: number;
  readonly digestsDelivered: number;
  /** Created and not delivered. */
  readonly digestsPending: number;
  /** In no digest yet. */
  readonly signalsWaiting: number;
  readonly upstreamRequests: number;
}

/** What the routes of the config still have to deliver. */
export interface Pending {
  readonly digests: number;
  readonly signals: number;
}

export interface RunTally {
  readonly observe: (observation: Observation) => void;
  readonly counts: (pending: Pending) => RunCounts;
  /** What failed, a sentence for each kind of failure; nothing on digests kept for `disabledRoutes`, told elsewhere. */
  readonly failures: (disabledRoutes: readonly string[]) => string[];
  /** What is no failure, but worth knowing: a first reading that sends nothing, signals of a flood, unknown hotness. */
  readonly notices: () => string[];
}

export interface TallyOptions {
  /** What to check when the API fails, and what a first reading does not send. */
  readonly config: {
    readonly api: Pick<SignalpostConfig['api'], 'baseUrl' | 'token'>;
    readonly watch: Pick<SignalpostConfig['watch'], 'firstRun'>;
  };
  /**
   * For a run that goes on: hears of each kind of failure as it comes, once in a round of polls, and `failures`
   * keeps no more than that round's.
   */
  readonly tell?: ((sentence: string) => void) | undefined;
}

/** Adds up what is observed to the numbers of a run. */
export function createTally({ config: { api, watch }, tell }: TallyOptions): RunTally {
  const polled = new Set<string>();
  const counts = {
    signalsRecorded: 0,
    signalsNotSent: 0,
    hotSignals: 0,
    summariesFetched: 0,
    digestsDelivered: 0,
    upstreamRequests: 0,
  };
  /** Sentence → what it happened to: two hundred buyers with one trouble are one line. */
  const failures = new Map<string, Set<string>>();
  const held = new Map<string, string>();
  const disabled = new Set<string>();
  const notices = createNotices(watch.firstRun, tell);
  const fail = (what: string, subject: string): void => {
    const subjects = failures.get(what);
    if (subjects) subjects.add(subject);
    else {
      failures.set(what, new Set([subject]));
      tell?.(`${subject}: ${what}`);
    }
  };
  const observe = (observation: Observation): void => {
    switch (observation.kind) {
      case 'upstream-requested':
        counts.upstreamRequests += 1;
        break;
      case 'polls-planned':
        if (tell) failures.clear();
        break;
      case 'buyer-polled':
        polled.add(observation.buyerId);
        // What is missing from a list is told as a failed poll.
        if (!observation.accepted && observation.missing === undefined)
          fail(
            'the list kept moving while it was read; the next run reads it again',
            `buyer ${observation.buyerId}`,
          );
        break;
      case 'signal-recorded':
        counts.signalsRecorded += 1;
        if (observation.baseline) {
          counts.signalsNotSent += 1;
          notices.observe(observation);
        } else if (observation.hot) counts.hotSignals += 1;
        break;
      case 'summary-fetched':
        if (observation.result === 'ready') counts.summariesFetched += 1;
        break;
      case 'digest-attempted':
        if (observation.outcome === 'delivered') {
          counts.digestsDelivered += 1;
          notices.observe(observation);
        } else if (observation.outcome !== 'gone')
          fail(tellAttempt(observation), `route ${observation.routeId}`);
        break;
      case 'hotness-failed':
      case 'signals-set-aside':
      case 'digest-rewritten':
        notices.observe(observation);
        break;
      case 'digest-held':
        held.set(observation.routeId, `a digest is kept: ${observation.reason}`);
        if (!disabled.has(observation.routeId)) tell?.(`route ${observation.routeId}: ${observation.reason}`);
        break;
      case 'route-disabled':
        disabled.add(observation.routeId);
        tell?.(`route ${observation.routeId}: disabled (${observation.reason}); what comes for it is kept`);
        break;
      default:
        tellFailure(observation, fail, api);
    }
  };
  return {
    observe,
    counts: (pending) => {
      const { upstreamRequests, ...rest } = counts;
      const waiting = { digestsPending: pending.digests, signalsWaiting: pending.signals };
      return { buyersPolled: polled.size, ...rest, ...waiting, upstreamRequests };
    },
    notices: notices.list,
    failures: (disabledRoutes) => [
      ...[...failures].map(([what, subjects]) => `${nameSubjects([...subjects])}: ${what}`),
      ...[...held].flatMap(([id, what]) => (disabledRoutes.includes(id) ? [] : [`route ${id}: ${what}`])),
    ],
  };
}

function tellFailure(
  observation: Observation,
  fail: (what: string, subject: string) => void,
  api: TallyOptions['config']['api'],
): void {
  switch (observation.kind) {
    case 'plan-failed':
      fail(explainApiProblem(observation.problem, 'bridge', api), `bridge ${observation.bridgeId}`);
      break;
    case 'poll-failed':
      fail(tellPoll(observation, api), `buyer ${observation.buyerId}`);
      break;
    case 'polls-cut-short':
      // The cause was told with the calls that met it.
      for (const buyerId of observation.buyerIds) fail(notAsked, `buyer ${buyerId}`);
      break;
    case 'signals-damaged':
      fail(
        `what the ledger kept of these signals can't be read, so their digest only counts them: ${observation.signalIds.join(', ')}`,
        `route ${observation.routeId}`,
      );
      break;
    case 'summary-failed':
      fail(`its summary could not be fetched: ${observation.problem}`, `buyer ${observation.buyerId}`);
      break;
    case 'upstream-paused':
      if (observation.reason === 'rejected')
        fail(`put a valid access token into it`, `secret ${api.token.secret}`);
      break;
    case 'polls-skipped':
      fail(observation.problem, 'nobody was polled');
      break;
    case 'message-failed':
    case 'function-failed':
      fail(withoutClass(observation.problem), observation.function);
      break;
    default:
  }
}

const notAsked = 'not asked any more after that; the next run begins anew';

function tellAttempt(observation: Extract<Observation, { kind: 'digest-attempted' }>): string {
  const fate = observation.outcome === 'dead' ? 'kept for a redrive' : 'kept for the next try';
  return `a digest was not delivered: ${observation.reason}; it is ${fate}`;
}

function tellPoll(
  { problem, nextTryAt }: Extract<Observation, { kind: 'poll-failed' }>,
  api: TallyOptions['config']['api'],
): string {
  const told = explainApiProblem(problem, 'buyer', api);
  return nextTryAt === undefined ? told : `${told}; next try ${tellTime(Date.parse(nextTryAt))}`;
}

const mostNamed = 3;

function nameSubjects(subjects: readonly string[]): string {
  const named = subjects.slice(0, mostNamed).join(', ');
  return subjects.length > mostNamed ? `${named} and ${subjects.length - mostNamed} more` : named;
}

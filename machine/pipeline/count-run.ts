import type { Failure, Surroundings } from '../../cli/words/what-happened/row.ts';
import { tell } from '../../cli/words/what-happened.ts';
import { createCounts } from '../../shared/domain/count-observation.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { createNotices } from './notices.ts';

/** The counts of one run, printed by `run --json` under these names. */
export interface RunCounts {
  readonly buyersPolled: number;
  readonly signalsRecorded: number;
  /** Recorded and not sent, because of `watch.firstRun`. */
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

/** The backlog of the config's routes. */
export interface Pending {
  readonly digests: number;
  readonly signals: number;
}

export interface RunTally {
  readonly observe: (observation: Observation) => void;
  readonly counts: (pending: Pending) => RunCounts;
  /**
   * A sentence for each kind of failure. Digests kept for `disabledRoutes` are left out: they are reported elsewhere.
   */
  readonly failures: (disabledRoutes: readonly string[]) => string[];
  /** Sentences that are not failures: a first read that sends nothing, a flood's signals, unknown hotness. */
  readonly notices: () => string[];
}

export interface TallyOptions {
  readonly config: Surroundings;
  /**
   * For a lasting run: called for each kind of failure as it comes, once in a round of polls; `failures` then keeps
   * only that round's.
   */
  readonly tell?: ((sentence: string) => void) | undefined;
}

/** Counts a run's observations. */
export function createTally({ config, tell: say }: TallyOptions): RunTally {
  const polled = new Set<string>();
  const counts = createCounts();
  /** Sentence → its subjects: two hundred buyers with the same failure are one line. */
  const failures = new Map<string, Set<string>>();
  const held = new Map<string, string>();
  const disabled = new Set<string>();
  const notices = createNotices(say);
  const fail = ({ what, subject }: Failure): void => {
    const subjects = failures.get(what);
    if (subjects) subjects.add(subject);
    else {
      failures.set(what, new Set([subject]));
      say?.(`${subject}: ${what}`);
    }
  };
  const observe = (observation: Observation): void => {
    counts.add(observation);
    const told = tell(observation);
    const notice = told.notice(config);
    if (notice !== null) notices.add(notice);
    told.failures(config).forEach(fail);
    switch (observation.kind) {
      case 'polls-planned':
        if (say) failures.clear();
        break;
      case 'buyer-polled':
        polled.add(observation.buyerId);
        break;
      case 'digest-held':
        held.set(observation.routeId, `a digest is kept: ${observation.reason}`);
        if (!disabled.has(observation.routeId)) say?.(`route ${observation.routeId}: ${observation.reason}`);
        break;
      case 'route-disabled':
        disabled.add(observation.routeId);
        say?.(
          `route ${observation.routeId}: disabled (${observation.reason}); its signals and digests are kept`,
        );
        break;
      default:
    }
  };
  return {
    observe,
    counts: (pending) => ({
      buyersPolled: polled.size,
      signalsRecorded: counts.of('signalsRecorded'),
      signalsNotSent: counts.of('baselineSignals'),
      hotSignals: counts.of('hotSignals'),
      summariesFetched: counts.of('summariesFetched'),
      digestsDelivered: counts.of('digestsDelivered'),
      digestsPending: pending.digests,
      signalsWaiting: pending.signals,
      upstreamRequests: counts.of('upstreamRequests'),
    }),
    notices: notices.list,
    failures: (disabledRoutes) => [
      ...[...failures].map(([what, subjects]) => `${nameSubjects([...subjects])}: ${what}`),
      ...[...held].flatMap(([id, what]) => (disabledRoutes.includes(id) ? [] : [`route ${id}: ${what}`])),
    ],
  };
}

const mostNamed = 3;

function nameSubjects(subjects: readonly string[]): string {
  const named = subjects.slice(0, mostNamed).join(', ');
  return subjects.length > mostNamed ? `${named} and ${subjects.length - mostNamed} more` : named;
}

import type { Observation } from './observation.ts';
import type { TallyName } from './tally.ts';

/** The counts of heartbeats, of a run and of the page. */
export type CountName =
  | TallyName
  | 'upstreamRequests'
  | 'buyersDue'
  | 'signalsRecorded'
  /** Recorded signals that a first scan found, and that are therefore not sent. */
  | 'baselineSignals'
  | 'summariesFetched'
  | 'digestsFrozen'
  | 'attempts'
  | 'failures';

type Counts = Partial<Record<CountName, number>>;
type ObservationOf<Kind> = Extract<Observation, { readonly kind: Kind }>;

const nothing = (): Counts => ({});

/** Each kind of observation has a row: the compiler reports a missing one. */
const rows: {
  readonly [Kind in Observation['kind']]: (observation: ObservationOf<Kind>) => Counts;
} = {
  'upstream-requested': () => ({ upstreamRequests: 1 }),
  'upstream-throttled': () => ({ throttles: 1 }),
  'upstream-paused': () => ({ pauses: 1 }),
  'lane-paused': nothing,
  'polls-planned': ({ buyers }) => ({ polls: 1, buyersDue: buyers }),
  'polls-skipped': () => ({ pollsSkipped: 1 }),
  'polls-cut-short': ({ buyers }) => ({ failures: buyers }),
  'announcement-missed': nothing,
  'plan-failed': () => ({ bridgesFailed: 1, failures: 1 }),
  'buyer-polled': () => ({ buyersRead: 1 }),
  'poll-failed': () => ({ buyersFailed: 1, failures: 1 }),
  'hotness-failed': nothing,
  'columns-failed': nothing,
  'not-composed-at-once': nothing,
  // Signals found by a first scan are not new.
  'signal-recorded': ({ baseline, hot }) =>
    baseline
      ? { signalsRecorded: 1, baselineSignals: 1 }
      : { signalsRecorded: 1, newSignals: 1, ...(hot ? { hotSignals: 1 } : {}) },
  'signal-settled': nothing,
  'values-read': nothing,
  'values-failed': nothing,
  'summary-fetched': ({ result }) => (result === 'ready' ? { summariesFetched: 1 } : {}),
  'summary-failed': () => ({ summariesFailed: 1, failures: 1 }),
  'digest-frozen': () => ({ digestsFrozen: 1 }),
  'heartbeat-frozen': () => ({ digestsFrozen: 1 }),
  'digest-attempted': ({ outcome }) => {
    if (outcome === 'delivered') return { attempts: 1, digestsDelivered: 1 };
    return { attempts: 1, failures: 1, ...(outcome === 'dead' ? { digestsGivenUp: 1 } : {}) };
  },
  'digest-rewritten': nothing,
  'digest-held': nothing,
  'signals-set-aside': nothing,
  'signals-damaged': nothing,
  'route-disabled': nothing,
  'message-failed': () => ({ messagesFailed: 1, failures: 1 }),
  'function-failed': () => ({ invocationsFailed: 1, failures: 1 }),
  'tally-lost': nothing,
  'alarm-changed': nothing,
  swept: nothing,
  'pending-checked': nothing,
};

/** The amounts that an observation adds to the counts; most add nothing. */
export function countsOf(observation: Observation): Counts {
  // The type of `rows` ties each row to its kind; TypeScript can't follow that through a lookup.
  return (rows[observation.kind] as (observation: Observation) => Counts)(observation);
}

/** Adds up what is observed. */
export function createCounts() {
  const sums: Counts = {};
  return {
    add(observation: Observation): void {
      for (const [name, count] of Object.entries(countsOf(observation)) as [CountName, number][]) {
        sums[name] = (sums[name] ?? 0) + count;
      }
    },
    of: (name: CountName): number => sums[name] ?? 0,
  };
}

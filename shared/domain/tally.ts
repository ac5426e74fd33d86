import type { Observation } from './observation.ts';

/** What is counted for heartbeats, under the names that the ledger and a webhook's body have for it. */
export const tallyNames = [
  /** Rounds of polls that began, and those that the breaker called off. */
  'polls',
  'pollsSkipped',
  /** Readings of a buyer's list. */
  'buyersRead',
  'newSignals',
  'hotSignals',
  'throttles',
  /** Times that nobody called upstream for a while. */
  'pauses',
  'digestsDelivered',
  'bridgesFailed',
  'buyersFailed',
  'summariesFailed',
  'messagesFailed',
  'invocationsFailed',
  'digestsGivenUp',
] as const;

export type TallyName = (typeof tallyNames)[number];
export type TallyCounts = Readonly<Record<TallyName, number>>;

/** What some invocations counted. */
export interface Tally {
  readonly counts: Readonly<Partial<Record<TallyName, number>>>;
  /** New signals by the route that wanted them. */
  readonly newByRoute: Readonly<Record<string, number>>;
  /** When the last new signal was recorded, in milliseconds since the epoch; null when none was. */
  readonly lastNewAt: number | null;
}

/** What an observation adds to which counts: mostly nothing. Signals of a baseline are not new. */
export function countForTally(observation: Observation): readonly (readonly [TallyName, number])[] {
  switch (observation.kind) {
    case 'polls-planned':
      return [['polls', 1]];
    case 'polls-skipped':
      return [['pollsSkipped', 1]];
    case 'buyer-polled':
      return [['buyersRead', 1]];
    case 'signal-recorded':
      if (observation.baseline) return [];
      return observation.hot ? [...oneNew, ['hotSignals', 1]] : oneNew;
    case 'upstream-throttled':
      return [['throttles', 1]];
    case 'upstream-paused':
      return [['pauses', 1]];
    case 'digest-attempted':
      if (observation.outcome === 'delivered') return [['digestsDelivered', 1]];
      return observation.outcome === 'dead' ? [['digestsGivenUp', 1]] : [];
    case 'plan-failed':
      return [['bridgesFailed', 1]];
    case 'poll-failed':
      return [['buyersFailed', 1]];
    case 'summary-failed':
      return [['summariesFailed', 1]];
    case 'message-failed':
      return [['messagesFailed', 1]];
    case 'function-failed':
      return [['invocationsFailed', 1]];
    default:
      return [];
  }
}

const oneNew = [['newSignals', 1]] as const;

/** Every count, 0 where the tallies say nothing. */
export function sumCounts(tallies: readonly Pick<Tally, 'counts'>[]): TallyCounts {
  const sum = (name: TallyName): number =>
    tallies.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
  return Object.fromEntries(tallyNames.map((name) => [name, sum(name)])) as Record<TallyName, number>;
}

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

/** Every count, 0 where the tallies say nothing. */
export function sumCounts(tallies: readonly Pick<Tally, 'counts'>[]): TallyCounts {
  const sum = (name: TallyName): number =>
    tallies.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
  return Object.fromEntries(tallyNames.map((name) => [name, sum(name)])) as Record<TallyName, number>;
}

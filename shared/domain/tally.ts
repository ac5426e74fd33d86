/** The counts of heartbeats, by their names in the ledger and in a webhook's body. */
export const tallyNames = [
  /** Ticks that polled, and ticks that the breaker skipped. */
  'polls',
  'pollsSkipped',
  /** Reads of a buyer's list. */
  'buyersRead',
  'newSignals',
  'hotSignals',
  'throttles',
  /** Pauses of all calls to the API. */
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

/** The counts of some invocations. */
export interface Tally {
  readonly counts: Readonly<Partial<Record<TallyName, number>>>;
  /** New signals by the route that they match. */
  readonly newByRoute: Readonly<Record<string, number>>;
  /** When the last new signal was recorded, in milliseconds since the epoch; null if none was. */
  readonly lastNewAt: number | null;
}

/** Every count, 0 where the tallies say nothing. */
export function sumCounts(tallies: readonly Pick<Tally, 'counts'>[]): TallyCounts {
  const sum = (name: TallyName): number =>
    tallies.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
  return Object.fromEntries(tallyNames.map((name) => [name, sum(name)])) as Record<TallyName, number>;
}

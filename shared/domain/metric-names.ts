/**
 * The CloudWatch namespace and every metric in it. Each costs $0.30 a month, so an alarm or the dashboard uses each
 * one; everything else is in the log lines. `stage` is the only dimension: with function, buyer or route each name
 * would be many paid metrics.
 */
export const metricNamespace = 'Signalpost';
export const stageDimension = 'stage';

/** Alarms and the dashboard take their names from here. */
export const metricNames = {
  /**
   * 0 for each call of the API, and 1 more for each 429: the sum counts the 429s, the samples minus the sum count the
   * calls.
   */
  upstreamThrottles: 'UpstreamThrottles',
  /** 0 for each list read; 1 for each buyer or bridge that could not be read, and for each pause of calls. */
  pollsFailed: 'PollsFailed',
  /** 1 each time the API rejected the token or a destination rejected its secret. */
  secretsRejected: 'SecretsRejected',
  /** Buyers that a tick queued. */
  buyersDue: 'BuyersDue',
  /**
   * 0 or 1 for each new signal: the samples count the new signals, the sum the hot ones. Baseline signals are not new.
   */
  signalsHot: 'SignalsHot',
  /** Once a tick: the time since the last new signal. */
  quietTime: 'QuietTime',
  /** For each delivered digest, how long its oldest signal had been known: the samples count the digests. */
  deliveryTime: 'DeliveryTime',
  /**
   * 0 or 1 for each attempt: the sum counts attempts with an unknown outcome. In Slack each may show a message twice.
   */
  attemptsAmbiguous: 'AttemptsAmbiguous',
  /** 1 for each digest that failed for good. */
  digestsDead: 'DigestsDead',
  /** The number of a digest's signals that the ledger could not read; not sent if zero. */
  signalsDamaged: 'SignalsDamaged',
  /** The number of signals that a flood rule held; not sent if zero. */
  signalsHeld: 'SignalsHeld',
  /** The number of disabled routes, every ten minutes; 1 when a route is disabled. */
  routesDisabled: 'RoutesDisabled',
  /** Once a sweep: how overdue the oldest pending entry or digest is. */
  oldestPendingAge: 'OldestPendingAge',
  /** Every ten minutes: the number of signals and digests pending for routes removed from the config. */
  vanishedPending: 'VanishedPending',
} as const;

export type MetricName = (typeof metricNames)[keyof typeof metricNames];

export type MetricUnitName = 'Count' | 'Seconds';

const inSeconds: ReadonlySet<MetricName> = new Set([
  metricNames.quietTime,
  metricNames.deliveryTime,
  metricNames.oldestPendingAge,
]);

export function unitOf(name: MetricName): MetricUnitName {
  return inSeconds.has(name) ? 'Seconds' : 'Count';
}

/**
 * The CloudWatch namespace, and every metric in it. Each costs $0.30 a month, so each is one that an alarm or the
 * dashboard asks for; all else is in the log lines. The one dimension is `stage`: by function, buyer or route each
 * name would be paid for many times over.
 */
export const metricNamespace = 'Signalpost';
export const stageDimension = 'stage';

/** Alarms and the dashboard take their names from here. */
export const metricNames = {
  /** 0 for each call of the API and 1 for each 429 on top: the sum counts the 429s, the samples less the sum the calls. */
  upstreamThrottles: 'UpstreamThrottles',
  /** 0 for each list that was read; 1 for each buyer or bridge that was not, and each time that calling was stopped. */
  pollsFailed: 'PollsFailed',
  /** 1 for each time that the API's token, or what a destination is called with, was rejected. */
  secretsRejected: 'SecretsRejected',
  /** Buyers that a tick hands over to be polled. */
  buyersDue: 'BuyersDue',
  /** 0 or 1 for each new signal: the samples count the new ones, the sum the hot ones. Those of a baseline are not new. */
  signalsHot: 'SignalsHot',
  /** Once a tick: how long ago the last new signal came. */
  quietTime: 'QuietTime',
  /** For each digest that arrived, how long its oldest signal had been known: the samples count the digests. */
  deliveryTime: 'DeliveryTime',
  /** 0 or 1 for each attempt: the sum counts those whose end is unknown. To Slack, each may be a message sent twice. */
  attemptsAmbiguous: 'AttemptsAmbiguous',
  /** 1 for each digest that was given up. */
  digestsDead: 'DigestsDead',
  /** How many signals of a digest could not be read back from the ledger; not sent where there are none. */
  signalsDamaged: 'SignalsDamaged',
  /** How many routes are disabled, as looked at every ten minutes; 1 when one was just disabled. */
  routesDisabled: 'RoutesDisabled',
  /** Once a sweep: how far the oldest pending entry or digest is beyond its time. */
  oldestPendingAge: 'OldestPendingAge',
  /** Every ten minutes: how much is pending for routes that the config has no more. */
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

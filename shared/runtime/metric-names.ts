/** The CloudWatch namespace, and every metric in it. Each has one dimension, `service`: the function's name. */
export const metricNamespace = 'Signalpost';

/** All are counts. Alarms and the dashboard take their names from here. */
export const metricNames = {
  upstreamRequests: 'UpstreamRequests',
  upstreamRetries: 'UpstreamRetries',
  upstreamThrottles: 'UpstreamThrottles',
  /** Times that the breaker opened, since more than half of the calls failed. */
  upstreamPauses: 'UpstreamPauses',
  /** Times that calling ended because a token that was read again was rejected too. */
  tokenRejections: 'TokenRejections',
  /** Ticks that polled nobody, since upstream is paused. */
  pollTicksSkipped: 'PollTicksSkipped',
  /** Buyers that were not polled, since upstream was paused by the time that it was their turn. */
  pollsCutShort: 'PollsCutShort',
  /** 1 for each tick of `plan-polls`: missing, nothing is running. */
  pollTicks: 'PollTicks',
  buyersDue: 'BuyersDue',
  plansFailed: 'PlansFailed',
  buyersPolled: 'BuyersPolled',
  /** Scans that were given up after three readings of a list that moved. */
  scansUnaccepted: 'ScansUnaccepted',
  pollsFailed: 'PollsFailed',
  signalsRecorded: 'SignalsRecorded',
  signalsHot: 'SignalsHot',
  signalsUnreadable: 'SignalsUnreadable',
  /** Signals that routine scans had missed. */
  signalsOnlyDeep: 'SignalsOnlyDeep',
  summariesReady: 'SummariesReady',
  summariesPending: 'SummariesPending',
  summariesFailed: 'SummariesFailed',
  digestsFrozen: 'DigestsFrozen',
  signalsFrozen: 'SignalsFrozen',
  digestsDelivered: 'DigestsDelivered',
  attemptsToRetry: 'AttemptsToRetry',
  /** Attempts whose end is unknown: to Slack, each may be a message sent twice. */
  attemptsAmbiguous: 'AttemptsAmbiguous',
  digestsDead: 'DigestsDead',
  /** Digests kept without an attempt, for a route that is disabled or gone from the config. */
  digestsHeld: 'DigestsHeld',
  /** Digests whose form was refused, sent again as plain text: the rendering needs a look. */
  digestsRewritten: 'DigestsRewritten',
  /** Signals that a flood rule held back, and those that it dropped. */
  signalsHeld: 'SignalsHeld',
  signalsDropped: 'SignalsDropped',
  routesDisabled: 'RoutesDisabled',
  digestsSwept: 'DigestsSwept',
  /** Messages of a queue that come again, and at last go to the dead letters. */
  messagesFailed: 'MessagesFailed',
  functionsFailed: 'FunctionsFailed',
} as const;

export type MetricName = (typeof metricNames)[keyof typeof metricNames];

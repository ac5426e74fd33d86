import { metricNames } from '../runtime/metric-names.ts';
import type { AlarmRule } from './alarm-rule.ts';

const minute = 60;
const hour = 60 * minute;
const tenMinutes = 10 * minute;

/** A single event, told once: over when nothing of the kind happened for a day. */
const forADay = {
  period: hour,
  periods: { breaching: 1, of: 24 },
  missing: 'not-breaching',
} as const;

/** `tick`: in seconds. */
export function watchDelivery(tick: number): AlarmRule[] {
  return [
    {
      id: 'ComposingStopped',
      watches: { function: 'compose-digests', metric: 'Invocations' },
      alarmsWhen: { is: '<', threshold: 1 },
      period: 5 * minute,
      periods: { breaching: 2, of: 2 },
      missing: 'zero',
      impact:
        'No digest is composed and none that failed is tried again: signals are recorded and reach nobody until the ' +
        'schedule runs again.',
      heading: 'Composing stopped',
    },
    {
      id: 'SecretRejected',
      watches: { own: metricNames.secretsRejected, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      period: Math.max(tick, hour),
      periods: { breaching: 1, of: 2 },
      missing: 'not-breaching',
      impact:
        "The API rejects the access token, or a destination its secret. With the API's, nothing is polled; with a " +
        "destination's, its digests wait, for three days at most.",
      heading: 'A secret is rejected',
    },
    {
      id: 'Overdue',
      // What was just resumed or redriven is overdue until it is sent, a minute later: that is no reason to call.
      watches: { own: metricNames.oldestPendingAge, statistic: 'Minimum' },
      alarmsWhen: { is: '>=', threshold: hour },
      period: 5 * minute,
      periods: { breaching: 1, of: 1 },
      missing: 'ignore',
      impact:
        'A digest is more than an hour late: its readers decide without it. It is kept, and tried again.',
      heading: 'Something is overdue',
    },
    {
      id: 'RouteDisabled',
      watches: { own: metricNames.routesDisabled, statistic: 'Maximum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      period: tenMinutes,
      periods: { breaching: 1, of: 1 },
      missing: 'ignore',
      impact:
        'A destination said that it is gone, and gets nothing more. All that is meant for it is kept until its route ' +
        'is resumed.',
      heading: 'A route is disabled',
    },
    {
      id: 'VanishedRoute',
      watches: { own: metricNames.vanishedPending, statistic: 'Maximum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      period: tenMinutes,
      periods: { breaching: 1, of: 1 },
      missing: 'ignore',
      impact:
        'Something is kept for a route that the config has no more, and reaches nobody until you decide.',
      heading: 'Kept for a vanished route',
    },
    {
      id: 'DigestGivenUp',
      watches: { own: metricNames.digestsDead, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        'A digest was given up: every attempt failed, or its destination will never take it as it is. It is kept, and ' +
        'sent by a redrive alone.',
      heading: 'A digest was given up',
    },
    {
      id: 'SignalDamaged',
      watches: { own: metricNames.signalsDamaged, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        'The ledger can no longer read a signal that it had recorded. Its digest counts it as one that could not be ' +
        'read, and says nothing else of it.',
      heading: 'A signal is damaged',
    },
    {
      id: 'AmbiguousAttempt',
      watches: { own: metricNames.attemptsAmbiguous, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        'An attempt ended without an answer, and the digest is sent again. In Slack it may stand twice, with the same ' +
        'id in its footer; a webhook drops the second by its id.',
      heading: 'A message came twice in Slack',
    },
  ];
}

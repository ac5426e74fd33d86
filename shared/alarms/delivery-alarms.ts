import { metricNames } from '../runtime/metric-names.ts';
import type { AlarmRule } from './alarm-rule.ts';

const minute = 60;
const hour = 60 * minute;
const tenMinutes = 10 * minute;

/** A single event raises the alarm once; it ends after a day without another. */
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
        'No digest is composed, and no failed digest is retried: signals are recorded but not sent until ' +
        'the schedule runs again.',
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
        'The API rejects the access token, or a destination rejects its secret. Without a token nothing ' +
        "is polled; without a destination's secret, its digests wait, for three days at most.",
      heading: 'A secret is rejected',
    },
    {
      id: 'Overdue',
      // A digest that was just resumed or redriven is overdue until it is sent, a minute later: no reason to alarm.
      watches: { own: metricNames.oldestPendingAge, statistic: 'Minimum' },
      alarmsWhen: { is: '>=', threshold: hour },
      period: 5 * minute,
      periods: { breaching: 1, of: 1 },
      missing: 'ignore',
      impact:
        'A digest is more than an hour late, and its readers decide without it. It is kept and retried.',
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
        'A destination answered that it is gone, and gets nothing more. Its signals and digests are kept ' +
        'until its route is resumed.',
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
        'Signals or digests are kept for a route that was removed from the config. They are not sent until you decide.',
      heading: 'Kept for a vanished route',
    },
    {
      id: 'DigestGivenUp',
      watches: { own: metricNames.digestsDead, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        'A digest was given up: every attempt failed, or its destination rejects it for good. It is kept, ' +
        'and only a redrive sends it.',
      heading: 'A digest was given up',
    },
    {
      id: 'SignalDamaged',
      watches: { own: metricNames.signalsDamaged, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        'The ledger can no longer read a signal that it recorded. The digest counts the signal as ' +
        'unreadable and shows nothing else of it.',
      heading: 'A signal is damaged',
    },
    {
      id: 'AmbiguousAttempt',
      watches: { own: metricNames.attemptsAmbiguous, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        'An attempt ended without an answer, and the digest is sent again. Slack may show it twice, with ' +
        'the same id in the footer; a webhook drops the second by its id.',
      heading: 'A message came twice in Slack',
    },
  ];
}

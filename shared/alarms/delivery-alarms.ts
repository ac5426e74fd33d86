import { metricNames } from '../domain/metric-names.ts';
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
      // The sweep sends it when it ends. Invocations would count hot signals too, and so hide a sweep that stopped.
      watches: { own: metricNames.oldestPendingAge, statistic: 'SampleCount' },
      alarmsWhen: { is: '<', threshold: 1 },
      period: 5 * minute,
      periods: { breaching: 2, of: 2 },
      missing: 'zero',
      impact:
        'The sweep does not run, or does not reach its end: signals are recorded, but routes with scheduled times and ' +
        'failed digests may wait until it runs again.',
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
      impact: 'A digest is more than an hour late. It is kept and retried.',
      heading: 'A delivery is overdue',
    },
    {
      id: 'RouteDisabled',
      watches: { own: metricNames.routesDisabled, statistic: 'Maximum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      period: tenMinutes,
      periods: { breaching: 1, of: 1 },
      missing: 'ignore',
      impact:
        'A destination answered that it is gone. Its route sends nothing more, and keeps signals and digests ' +
        'until you resume it.',
      heading: 'A route is disabled',
    },
    {
      id: 'RemovedRoute',
      watches: { own: metricNames.vanishedPending, statistic: 'Maximum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      period: tenMinutes,
      periods: { breaching: 1, of: 1 },
      missing: 'ignore',
      impact:
        'A route was removed from the config while it had pending signals or digests. They are kept, and not sent until ' +
        'you put the route back.',
      heading: 'A removed route has a backlog',
    },
    {
      id: 'DigestGivenUp',
      watches: { own: metricNames.digestsDead, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        'A digest was given up: every attempt failed, or its destination rejected it. It is kept, ' +
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
        'unreadable and shows nothing else about it.',
      heading: 'A signal is damaged',
    },
    {
      id: 'SignalsHeld',
      watches: { own: metricNames.signalsHeld, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        'A digest had more new signals than its flood rule allows. The hot ones were sent; the rest is held, ' +
        'and nobody sees it until you release it.',
      heading: 'Signals are held',
    },
    {
      id: 'AmbiguousAttempt',
      watches: { own: metricNames.attemptsAmbiguous, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      ...forADay,
      impact:
        "An attempt's outcome is unknown, so the digest is sent again. Slack may show it twice, with the same id " +
        'in the footer. A webhook receiver drops the second message by its id.',
      heading: 'A digest may arrive twice',
    },
  ];
}

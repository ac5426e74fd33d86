import { metricNames } from '../domain/metric-names.ts';
import type { AlarmRule } from './alarm-rule.ts';

const minute = 60;
const hour = 60 * minute;

/** `tick`, `quietAfter`: in seconds. */
export function watchPolling(tick: number, quietAfter: number): AlarmRule[] {
  return [
    {
      id: 'PollingFails',
      watches: { own: metricNames.pollsFailed, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      period: tick,
      periods: { breaching: 2, of: 3 },
      missing: 'not-breaching',
      impact:
        'New signals of some or all buyers are not found: the API is down, or gives wrong answers for ' +
        'these buyers. Nothing is lost: their new signals are found once the API answers again.',
      heading: 'Polling fails',
    },
    {
      id: 'PollingStopped',
      watches: { function: 'plan-polls', metric: 'Invocations' },
      alarmsWhen: { is: '<', threshold: 1 },
      period: tick,
      periods: { breaching: 2, of: 2 },
      missing: 'zero',
      impact: 'Nothing is polled: no new signal is found until the schedule runs again.',
      heading: 'Polling stopped',
    },
    {
      id: 'PollQueueStuck',
      watches: { oldestMessageOf: 'poll' },
      // A message whose first receiver crashed becomes visible after half an hour and is handled then.
      alarmsWhen: { is: '>=', threshold: hour },
      period: 5 * minute,
      periods: { breaching: 2, of: 2 },
      missing: 'not-breaching',
      impact:
        'Buyers have been due for an hour, but no function reads them: their new signals are found late. Nothing is lost.',
      heading: 'The poll queue is stuck',
    },
    {
      id: 'NothingNew',
      watches: { own: metricNames.quietTime, statistic: 'Maximum' },
      alarmsWhen: { is: '>', threshold: quietAfter },
      period: tick,
      periods: { breaching: 1, of: 1 },
      missing: 'ignore',
      impact:
        'Buyers are read without failure, but no new signal came for longer than alarms.quietAfter: either there was ' +
        'none, or new signals are in a bridge or at a buyer that is not watched.',
      heading: 'No new signals',
    },
    {
      id: 'ApiThrottles',
      watches: { own: metricNames.upstreamThrottles, statistic: 'Average' },
      // A limiter that has found the allowed rate gets at most 3 % throttled: see ADR 0021.
      alarmsWhen: { is: '>', threshold: 0.1 },
      period: tick,
      periods: { breaching: 3, of: 3 },
      missing: 'not-breaching',
      impact:
        'The API refuses more than a tenth of the calls: buyers are read late, and signals arrive late.',
      heading: 'The API throttles',
    },
  ];
}

import { type QueueName, queues } from '../../functions/wiring.ts';
import { metricNames } from '../../shared/runtime/metric-names.ts';
import { pascalCase } from '../../shared/runtime/stage-names.ts';
import type { AlarmRule } from './alarm-rule.ts';

const minute = 60;
const hour = 60 * minute;
const tenMinutes = 10 * minute;

/** What a config says of when to call. Seconds. */
export interface AlarmTimes {
  readonly pollEvery: number;
  readonly quietAfter: number;
}

/**
 * Every alarm of a stage; each costs $0.10 a month. An outage raises one of them: the API failing is "polling fails", a
 * rejected token is counted apart from it, and what was cut short by either is not counted at all.
 */
export function listAlarms({ pollEvery, quietAfter }: AlarmTimes): AlarmRule[] {
  // Shorter than a tick, every other period would be empty, and the alarm would come and go.
  const tick = Math.max(pollEvery, 5 * minute);
  const queueNames = Object.keys(queues) as QueueName[];
  return [
    ...watchPolling(tick, quietAfter),
    ...watchDelivery(tick),
    ...queueNames.map((queue) => watchConsumer(queue, tick)),
    ...[...queueNames, 'schedules' as const].map(watchDeadLetters),
  ];
}

function watchPolling(tick: number, quietAfter: number): AlarmRule[] {
  return [
    {
      id: 'PollingFails',
      watches: { own: metricNames.pollsFailed, statistic: 'Sum' },
      alarmsWhen: { is: '>=', threshold: 1 },
      period: tick,
      periods: { breaching: 2, of: 3 },
      missing: 'not-breaching',
      impact:
        'New signals of some buyers or of all are not found: the API is down, or has no good answer for them. Nothing ' +
        'is lost: what came in the meantime is found once it answers again.',
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
      // A message whose first receiver crashed is visible again after half an hour, and is worked on then.
      alarmsWhen: { is: '>=', threshold: hour },
      period: 5 * minute,
      periods: { breaching: 2, of: 2 },
      missing: 'not-breaching',
      impact:
        'Buyers have been due for an hour, and no function reads them: their new signals are found late. Nothing is lost.',
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
        'Buyers are read, and nothing new came for unusually long: either nothing happened, or the service shows what ' +
        'is new in another place than before.',
      heading: 'Nothing new',
    },
    {
      id: 'ApiThrottles',
      watches: { own: metricNames.upstreamThrottles, statistic: 'Average' },
      // A limiter that has found the allowed rate meets 3 % at most: see ADR 0021.
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

function watchDelivery(tick: number): AlarmRule[] {
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

/** A single event, told once: over when nothing of the kind happened for a day. */
const forADay = {
  period: hour,
  periods: { breaching: 1, of: 24 },
  missing: 'not-breaching',
} as const;

const lateWork: Readonly<Record<QueueName, string>> = {
  poll: 'signals are found late.',
  summary: 'hot signals go out without their summary.',
  delivery: 'digests go out late.',
};

/** What a schedule's target fails with is a dead letter within minutes; a queue's message only after hours. */
function watchConsumer(queue: QueueName, tick: number): AlarmRule {
  const { consumer } = queues[queue];
  return {
    id: `${pascalCase(consumer)}Fails`,
    watches: { function: consumer, metric: 'Errors' },
    alarmsWhen: { is: '>=', threshold: 1 },
    period: tick,
    periods: { breaching: 2, of: 3 },
    missing: 'not-breaching',
    impact: `The function ${consumer} crashes or runs out of time, again and again: ${lateWork[queue]}`,
    heading: 'A function fails',
  };
}

const lostWork: Readonly<Record<QueueName | 'schedules', string>> = {
  poll: 'Some buyers could not be read, five times over. The next ticks read what these would have.',
  summary: "A buyer's summary could not be fetched, five times over. Its digest goes out without.",
  delivery: 'A digest could not be worked on, five times over. It is kept, and the sweep hands it on again.',
  schedules:
    'A tick could not be handed over, or failed three times: buyers were not planned, or a route missed its time.',
};

function watchDeadLetters(of: QueueName | 'schedules'): AlarmRule {
  return {
    id: `${pascalCase(of)}DeadLetters`,
    watches: { deadLettersOf: of },
    alarmsWhen: { is: '>=', threshold: 1 },
    period: 5 * minute,
    periods: { breaching: 1, of: 1 },
    missing: 'not-breaching',
    impact: lostWork[of],
    heading: 'Dead letters',
  };
}

import { defaultQuietAfter } from '../config/alarms-schema.ts';
import type { SignalpostConfig } from '../config/signalpost-config.ts';
import { parseDuration } from '../domain/duration.ts';
import { metricNames } from '../domain/metric-names.ts';
import type { PipelineFunction, QueueName } from '../runtime/environment.ts';
import { pascalCase } from '../runtime/stage-names.ts';
import type { AlarmRule } from './alarm-rule.ts';

const minute = 60;
const hour = 60 * minute;

const atOnce = { breaching: 1, of: 1 };

/** A single event raises the alarm once; it ends after a day without another. */
const event = { alarmsAt: 1, period: hour, periods: { breaching: 1, of: 24 }, gap: 'fine' } as const;

/** The sweep measures it every ten minutes. */
const state = { alarmsAt: 1, period: 10 * minute, periods: atOnce, gap: 'unknown' } as const;

/** Messages in a queue that should be empty. */
const leftOver = { alarmsAt: 1, period: 5 * minute, periods: atOnce, gap: 'fine' } as const;

/** The function that handles each queue's messages. */
type Consumers = Readonly<Record<QueueName, { readonly consumer: PipelineFunction }>>;

/**
 * Every alarm of a stage; each costs $0.10 a month. One outage raises one alarm: a failing API raises "polling fails",
 * a rejected token is counted apart, and polls that either one cut short are not counted.
 */
export function listAlarms(
  { watch, alarms }: Pick<SignalpostConfig, 'alarms'> & { readonly watch: { readonly every: string } },
  queues: Consumers,
): AlarmRule[] {
  // With a period shorter than a tick, some periods would be empty, and the alarm would flap.
  const tick = Math.max(parseDuration(watch.every) / 1000, 5 * minute);
  const keepsFailing = { alarmsAt: 1, period: tick, periods: { breaching: 2, of: 3 }, gap: 'fine' } as const;
  const stops = { alarmsAt: 'nothing', periods: { breaching: 2, of: 2 }, gap: 'fine' } as const;
  const queueNames = Object.keys(queues) as QueueName[];
  return [
    {
      id: 'PollingFails',
      watches: { own: metricNames.pollsFailed, statistic: 'Sum' },
      ...keepsFailing,
      impact:
        'New signals of some or all buyers are not found: the API is down, or gives wrong answers for ' +
        'these buyers. Nothing is lost: their new signals are found once the API answers again.',
      heading: 'Polling fails',
    },
    {
      id: 'PollingStopped',
      watches: { function: 'plan-polls', metric: 'Invocations' },
      ...stops,
      period: tick,
      impact: 'Nothing is polled: no new signal is found until the schedule runs again.',
      heading: 'Polling stopped',
    },
    {
      id: 'PollQueueStuck',
      watches: { oldestMessageOf: 'poll' },
      // A message whose first receiver crashed becomes visible after half an hour and is handled then.
      alarmsAt: hour,
      period: 5 * minute,
      periods: { breaching: 2, of: 2 },
      gap: 'fine',
      impact:
        'Buyers have been due for an hour, but no function reads them: their new signals are found late. Nothing is lost.',
      heading: 'The poll queue is stuck',
    },
    {
      id: 'NothingNew',
      watches: { own: metricNames.quietTime, statistic: 'Maximum' },
      alarmsAt: parseDuration(alarms?.quietAfter ?? defaultQuietAfter) / 1000,
      period: tick,
      periods: atOnce,
      gap: 'unknown',
      impact:
        'Buyers are read without failure, but no new signal came for longer than alarms.quietAfter: either there was ' +
        'none, or new signals are in a bridge or at a buyer that is not watched.',
      heading: 'No new signals',
    },
    {
      id: 'ApiThrottles',
      watches: { own: metricNames.upstreamThrottles, statistic: 'Average' },
      // A limiter that has found the allowed rate gets at most 3 % throttled: see ADR 0021.
      alarmsAt: 0.1,
      period: tick,
      periods: { breaching: 3, of: 3 },
      gap: 'fine',
      impact:
        'The API refuses more than a tenth of the calls: buyers are read late, and signals arrive late.',
      heading: 'The API throttles',
    },
    {
      id: 'ComposingStopped',
      // The sweep sends it when it ends. Invocations would count hot signals too, and so hide a sweep that stopped.
      watches: { own: metricNames.oldestPendingAge, statistic: 'SampleCount' },
      ...stops,
      period: 5 * minute,
      impact:
        'The sweep does not run, or does not reach its end: signals are recorded, but routes with scheduled times and ' +
        'failed digests may wait until it runs again.',
      heading: 'Composing stopped',
    },
    {
      id: 'SecretRejected',
      watches: { own: metricNames.secretsRejected, statistic: 'Sum' },
      alarmsAt: 1,
      period: Math.max(tick, hour),
      periods: { breaching: 1, of: 2 },
      gap: 'fine',
      impact:
        'The API rejects the access token, or a destination rejects its secret. Without a token nothing ' +
        "is polled; without a destination's secret, its digests wait, for three days at most.",
      heading: 'A secret is rejected',
    },
    {
      id: 'Overdue',
      // A digest that was just resumed or sent again is overdue until it is sent, a minute later: no reason to alarm.
      watches: { own: metricNames.oldestPendingAge, statistic: 'Minimum' },
      alarmsAt: hour,
      period: 5 * minute,
      periods: atOnce,
      gap: 'unknown',
      impact: 'A digest is more than an hour late. It is kept and retried.',
      heading: 'A delivery is overdue',
    },
    {
      id: 'RouteDisabled',
      watches: { own: metricNames.routesDisabled, statistic: 'Maximum' },
      ...state,
      impact:
        'A destination answered that it is gone. Its route sends nothing more, and keeps signals and digests ' +
        'until you resume it.',
      heading: 'A route is disabled',
    },
    {
      id: 'RemovedRoute',
      watches: { own: metricNames.vanishedPending, statistic: 'Maximum' },
      ...state,
      impact:
        'A route was removed from the config while it had pending signals or digests. They are kept, and not sent until ' +
        'you put the route back.',
      heading: 'A removed route has a backlog',
    },
    {
      id: 'DigestGivenUp',
      watches: { own: metricNames.digestsDead, statistic: 'Sum' },
      ...event,
      impact:
        'A digest failed for good: every attempt failed, or its destination rejected it. It is kept, ' +
        'and only a resend sends it.',
      heading: 'A digest failed for good',
    },
    {
      id: 'SignalDamaged',
      watches: { own: metricNames.signalsDamaged, statistic: 'Sum' },
      ...event,
      impact:
        'The ledger can no longer read a signal that it recorded. The digest counts the signal as ' +
        'unreadable and shows nothing else about it.',
      heading: 'A signal is damaged',
    },
    {
      id: 'SignalsHeld',
      watches: { own: metricNames.signalsHeld, statistic: 'Sum' },
      ...event,
      impact:
        'A digest had more new signals than its flood rule allows. The hot ones were sent; the rest is held, ' +
        'and nobody sees it until you resend it.',
      heading: 'Signals are held',
    },
    {
      id: 'AmbiguousAttempt',
      watches: { own: metricNames.attemptsAmbiguous, statistic: 'Sum' },
      ...event,
      impact:
        "An attempt's outcome is unknown, so the digest is sent again. Slack may show it twice, with the same id " +
        'in the footer. A webhook receiver drops the second message by its id.',
      heading: 'A digest may arrive twice',
    },
    // A queue's message becomes a dead letter only after hours. A schedule's event is one within minutes.
    ...queueNames.map((queue): AlarmRule => {
      const { consumer } = queues[queue];
      return {
        id: `${pascalCase(consumer)}Fails`,
        watches: { function: consumer, metric: 'Errors' },
        ...keepsFailing,
        impact: `The function ${consumer} keeps crashing or running out of time: ${lateWork[queue]}`,
        heading: 'A function fails',
      };
    }),
    ...[...queueNames, 'schedules' as const].map(
      (of): AlarmRule => ({
        id: `${pascalCase(of)}DeadLetters`,
        watches: { deadLettersOf: of },
        ...leftOver,
        impact: lostWork[of],
        heading: 'Dead letters',
      }),
    ),
  ];
}

const lateWork: Readonly<Record<QueueName, string>> = {
  poll: 'signals are found late.',
  summary: 'hot signals are sent without their summary.',
  compose: 'digests are created late.',
  delivery: 'digests are sent late.',
};

const lostWork: Readonly<Record<QueueName | 'schedules', string>> = {
  poll: 'Some buyers could not be read in five attempts. The next ticks read them again.',
  summary: "A buyer's summary could not be fetched in five attempts. The digest is sent without it.",
  compose:
    'Digests could not be created at once: five attempts crashed or ran out of time. The sweep creates them.',
  delivery: 'A digest could not be processed in five attempts. It is kept, and the sweep queues it again.',
  schedules:
    'A scheduled event was not delivered, or failed three times: buyers were not polled, or a route missed its time.',
};

const unsent = {
  ...leftOver,
  impact:
    'Alarms may be active without a message. List the active alarms in CloudWatch, then fix the delivery.',
  heading: 'Alarms are not sent',
};

/** For a stage with a function that sends alarms: alarms on its errors, and on alarms that it could not send. */
export const tellingAlarms: readonly AlarmRule<'errors' | 'unsent'>[] = [
  { ...unsent, id: 'TellAlarmFails', watches: 'errors' },
  { ...unsent, id: 'AlarmsUnsent', watches: 'unsent' },
];

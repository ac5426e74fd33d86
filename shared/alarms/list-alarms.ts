import { defaultQuietAfter } from '../config/alarms-schema.ts';
import type { SignalpostConfig } from '../config/signalpost-config.ts';
import { parseDuration } from '../domain/duration.ts';
import type { PipelineFunction, QueueName } from '../runtime/environment.ts';
import { pascalCase } from '../runtime/stage-names.ts';
import type { AlarmRule } from './alarm-rule.ts';
import { watchDelivery } from './delivery-alarms.ts';
import { watchPolling } from './polling-alarms.ts';

const minute = 60;

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
  const quietAfter = parseDuration(alarms?.quietAfter ?? defaultQuietAfter) / 1000;
  const queueNames = Object.keys(queues) as QueueName[];
  return [
    ...watchPolling(tick, quietAfter),
    ...watchDelivery(tick),
    ...queueNames.map((queue) => watchConsumer(queue, queues[queue].consumer, tick)),
    ...[...queueNames, 'schedules' as const].map(watchDeadLetters),
  ];
}

const lateWork: Readonly<Record<QueueName, string>> = {
  poll: 'signals are found late.',
  summary: 'hot signals are sent without their summary.',
  compose: 'digests are created late.',
  delivery: 'digests are sent late.',
};

/**
 * A queue's message becomes a dead letter only after hours, so its consumer gets an alarm. A schedule's event needs
 * none: it is a dead letter within minutes.
 */
function watchConsumer(queue: QueueName, consumer: PipelineFunction, tick: number): AlarmRule {
  return {
    id: `${pascalCase(consumer)}Fails`,
    watches: { function: consumer, metric: 'Errors' },
    alarmsWhen: { is: '>=', threshold: 1 },
    period: tick,
    periods: { breaching: 2, of: 3 },
    missing: 'not-breaching',
    impact: `The function ${consumer} keeps crashing or running out of time: ${lateWork[queue]}`,
    heading: 'A function fails',
  };
}

const lostWork: Readonly<Record<QueueName | 'schedules', string>> = {
  poll: 'Some buyers could not be read in five attempts. The next ticks read them again.',
  summary: "A buyer's summary could not be fetched in five attempts. The digest is sent without it.",
  compose:
    'Digests could not be created at once: five attempts crashed or ran out of time. The sweep creates them.',
  delivery: 'A digest could not be processed in five attempts. It is kept, and the sweep queues it again.',
  schedules:
    'A scheduled event was not delivered, or failed three times: buyers were not polled, or a route missed its time.',
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

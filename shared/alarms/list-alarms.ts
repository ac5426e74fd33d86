import { defaultQuietAfter } from '../config/alarms-schema.ts';
import type { SignalpostConfig } from '../config/signalpost-config.ts';
import { parseDuration } from '../domain/duration.ts';
import type { PipelineFunction, QueueName } from '../runtime/environment.ts';
import { pascalCase } from '../runtime/stage-names.ts';
import type { AlarmRule } from './alarm-rule.ts';
import { watchDelivery } from './delivery-alarms.ts';
import { watchPolling } from './polling-alarms.ts';

const minute = 60;

/** Who works on the messages of each queue. */
type Consumers = Readonly<Record<QueueName, { readonly consumer: PipelineFunction }>>;

/**
 * Every alarm of a stage; each costs $0.10 a month. An outage raises one of them: the API failing is "polling fails", a
 * rejected token is counted apart from it, and what was cut short by either is not counted at all.
 */
export function listAlarms(
  { watch, alarms }: Pick<SignalpostConfig, 'alarms'> & { readonly watch: { readonly every: string } },
  queues: Consumers,
): AlarmRule[] {
  // Shorter than a tick, every other period would be empty, and the alarm would come and go.
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
  summary: 'hot signals go out without their summary.',
  delivery: 'digests go out late.',
};

/** What a schedule's target fails with is a dead letter within minutes; a queue's message only after hours. */
function watchConsumer(queue: QueueName, consumer: PipelineFunction, tick: number): AlarmRule {
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

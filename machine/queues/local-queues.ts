import {
  concurrencyOf,
  type FunctionName,
  functions,
  type PipelineFunction,
  type QueueName,
  queues,
  windowOf,
} from '../../functions/wiring.ts';
import type { Clock } from '../../shared/domain/clock.ts';
import { attemptMs } from '../../shared/domain/digests/attempt-time.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { createWorkQueue, type QueueHandler, type WorkQueue } from './work-queue.ts';

export interface LocalQueuesSettings {
  readonly config: Parameters<typeof windowOf>[1] & Parameters<typeof concurrencyOf>[1];
  /** Handlers report single failed messages themselves; this is called when one threw or took too long. */
  readonly onError: (functionName: FunctionName, error: unknown) => void;
  /** Idle queues have no consumer: the run itself does what their messages ask for. @default none */
  readonly idle?: readonly QueueName[];
  /** @default the system's */
  readonly clock?: Clock;
}

const otherWorkMs = 10_000;
/** The cloud does fewer at once, since Lambda bills the time that a call waits: a message names one buyer. */
const summariesAtOnce = 20;
const queueNames = Object.keys(queues) as QueueName[];

export function startQueues({ config, onError, idle = [], clock = systemClock }: LocalQueuesSettings) {
  const opened = Object.fromEntries(
    queueNames.map((name) => {
      const wiring = { ...queues[name], windowSeconds: windowOf(queues[name], config) };
      return [name, createWorkQueue({ name, wiring, clock })];
    }),
  ) as Record<QueueName, WorkQueue>;
  let stopped: Promise<unknown> | null = null;
  return {
    of: opened,
    start(handlers: Readonly<Record<PipelineFunction, QueueHandler>>): void {
      for (const name of queueNames.filter((one) => !idle.includes(one))) {
        const { consumer } = queues[name];
        opened[name].consume({
          handler: handlers[consumer],
          timeoutSeconds: functions[consumer].timeoutSeconds,
          mostAtOnce: name === 'summary' ? summariesAtOnce : concurrencyOf(queues[name], config),
          onError: (error) => onError(consumer, error),
        });
      }
    },
    /**
     * Waits for work in progress, `withinMs` or else: a delivery gets its full time, because a lost answer means that
     * the message is sent twice. Other work can be repeated without harm, and gets 10 s.
     */
    async stop(withinMs?: number): Promise<void> {
      const mostMs = (name: QueueName): number => withinMs ?? (name === 'delivery' ? attemptMs : otherWorkMs);
      stopped ??= Promise.all(queueNames.map((name) => opened[name].stop(mostMs(name))));
      await stopped;
    },
  };
}

import { attemptMs } from '../../functions/deliver-digest/attempt-time.ts';
import { type FunctionName, functions, type QueueName, queues } from '../../functions/wiring.ts';
import type { Clock } from '../../shared/domain/clock.ts';
import type { Queue } from '../../shared/runtime/queue.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { createMemoryQueue } from './memory-queue.ts';
import type { MessageQueue, MessageQueueSettings, QueueDepth } from './message-queue.ts';
import { createPollPool } from './poll-pool.ts';
import { type Pump, type QueueHandler, startPump } from './pump.ts';

export interface LocalQueuesSettings {
  /** Called when a handler threw or took too long; a handler reports single failed messages itself. */
  readonly onError: (functionName: FunctionName, error: unknown) => void;
  /**
   * Retries failed messages at once, so that a queue drains, if need be into its dead letters. @default false: after
   * the queue's visibility timeout
   */
  readonly retryAtOnce?: boolean;
  /** Queues without a consumer: the run itself does what their messages ask for. @default none */
  readonly idle?: readonly QueueName[];
  /** @default the wiring's */
  readonly visibilitySeconds?: number;
  /** @default the system's */
  readonly clock?: Clock;
  /** @default in this process's memory */
  readonly createQueue?: (settings: MessageQueueSettings) => MessageQueue;
}

export interface LocalQueues {
  queue(name: QueueName): Queue<unknown>;
  depth(name: QueueName): Promise<QueueDepth>;
  /** Starts the consumers. Throws `RangeError` if a consumer has no handler. */
  start(handlers: Readonly<Partial<Record<FunctionName, QueueHandler>>>): void;
  /** Resolves when the queue is empty and no message is in flight. Throws if its consumer does not run. */
  drain(name: QueueName): Promise<void>;
  /** The number of invocations of a queue's consumer in progress. */
  underWay(name: QueueName): number;
  /** To be called when the service failed: polls few buyers at once, for an hour. */
  calm(): void;
  /**
   * Stops the consumers, and waits for their work in progress. A delivery gets its full time, because a lost answer
   * means that the message is sent twice. Other work can be repeated without harm, and gets 10 s.
   */
  rest(): Promise<void>;
  /** Ends everything, after `rest`. `withinMs`: the time that all work in progress gets. */
  stop(withinMs?: number): Promise<void>;
}

const otherWorkMs = 10_000;
const queueNames = Object.keys(queues) as QueueName[];

/** The wiring's queues on this machine, with SQS's semantics, and the pumps that feed their consumers. */
export function startQueues(settings: LocalQueuesSettings): LocalQueues {
  const { clock = systemClock, retryAtOnce = false } = settings;
  const { createQueue = (each: MessageQueueSettings) => createMemoryQueue({ ...each, clock }) } = settings;
  const opened = Object.fromEntries(
    queueNames.map((name) => {
      const { maxReceives, visibilitySeconds } = queues[name];
      const own = { name, maxReceives, visibilitySeconds: settings.visibilitySeconds ?? visibilitySeconds };
      return [name, createQueue(own)];
    }),
  ) as Record<QueueName, MessageQueue>;
  const pumps = new Map<QueueName, Pump>();
  const polls = createPollPool({ clock, busyShare: watchBusyShare(), memory });
  const ending = new AbortController();
  let resting: Promise<unknown> | null = null;
  let stopped = false;

  const rest = async (withinMs?: number): Promise<void> => {
    const mostMs = (name: QueueName): number => withinMs ?? (name === 'delivery' ? attemptMs : otherWorkMs);
    ending.abort();
    resting ??= Promise.all([...pumps].map(([name, pump]) => pump.stop(mostMs(name))));
    await resting;
  };

  const startConsumer = (
    name: QueueName,
    handlers: Readonly<Partial<Record<FunctionName, QueueHandler>>>,
  ): Pump => {
    const { consumer, ...wiring } = queues[name];
    const handler = handlerOf(consumer, handlers);
    return startPump({
      queue: opened[name],
      queueArn: `arn:aws:sqs:us-east-1:000000000000:${name}`,
      wiring,
      mostAtOnce: name === 'poll' ? polls.size : () => wiring.maxConcurrency,
      timeoutSeconds: functions[consumer].timeoutSeconds,
      handler: name === 'poll' ? polls.counted(handler) : handler,
      clock,
      retryAtOnce,
      onError: (error) => settings.onError(consumer, error),
    });
  };

  return {
    queue: (name) => opened[name],
    depth: (name) => opened[name].depth(),
    start(handlers) {
      if (pumps.size > 0) throw new RangeError('the consumers are already running');
      for (const name of queueNames) handlerOf(queues[name].consumer, handlers);
      const fed = queueNames.filter((name) => !settings.idle?.includes(name));
      for (const name of fed) pumps.set(name, startConsumer(name, handlers));
    },
    async drain(name) {
      if (pumps.has(name)) await opened[name].drained(ending.signal);
      if (!pumps.has(name) || ending.signal.aborted) {
        throw new Error(`the queue ${name} cannot drain: its consumer is not running`);
      }
    },
    underWay: (name) => pumps.get(name)?.underWay() ?? 0,
    calm: polls.calm,
    rest: () => rest(),
    async stop(withinMs) {
      if (stopped) return;
      stopped = true;
      await rest(withinMs);
      await Promise.all(queueNames.map((name) => opened[name].close()));
    },
  };
}

function handlerOf(
  consumer: FunctionName,
  handlers: Readonly<Partial<Record<FunctionName, QueueHandler>>>,
): QueueHandler {
  const handler = handlers[consumer];
  if (!handler) throw new RangeError(`no handler for ${consumer}`);
  return handler;
}

function memory(): number {
  return process.memoryUsage.rss();
}

/** The share of its time that this process was busy since the last question, from 0 to 1. */
function watchBusyShare(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

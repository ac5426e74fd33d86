import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import type { FunctionWiring, QueueWiring } from '../../functions/wiring.ts';
import type { Clock } from '../../shared/domain/clock.ts';
import type { Invocation } from '../../shared/runtime/invocation.ts';
import { settleWithin } from '../settle-within.ts';
import type { MessageQueue } from './message-queue.ts';
import { failedMessageIds, makeSqsEvent } from './sqs-event.ts';

export type QueueHandler = (event: SQSEvent, context: Invocation) => Promise<unknown>;

export interface PumpSettings {
  readonly queue: MessageQueue;
  readonly queueArn: string;
  readonly wiring: Pick<QueueWiring, 'batchSize' | 'windowSeconds'>;
  /** The maximum of invocations at once. Called before each, and again when one ends while all are in use. */
  readonly mostAtOnce: () => number;
  readonly timeoutSeconds: FunctionWiring['timeoutSeconds'];
  readonly handler: QueueHandler;
  readonly clock: Clock;
  /** Retries failed messages at once, not after the queue's visibility timeout. */
  readonly retryAtOnce: boolean;
  readonly onError: (error: unknown) => void;
}

export interface Pump {
  /** The number of invocations in progress. */
  underWay(): number;
  /** Stops receiving, and waits for the work in progress, at most `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

/**
 * The invocation exceeded its function's timeout. It keeps running, but its answer is ignored and its messages are
 * retried.
 */
export class FunctionTimeoutError extends Error {
  override readonly name = 'FunctionTimeoutError';
  readonly code = 'FUNCTION_TIMEOUT';
}

/**
 * Stands in for Lambda's event source mapping: receives messages, invokes the function, deletes the messages that
 * succeeded and leaves the rest.
 */
export function startPump(settings: PumpSettings): Pump {
  const { queue, mostAtOnce, clock, onError } = settings;
  const stopping = new AbortController();
  const working = new Set<Promise<void>>();

  const work = async (messages: readonly Message[]): Promise<void> => {
    const failed = await invoke(settings, messages, stopping.signal);
    const isFailed = ({ MessageId }: Message) => failed.has(MessageId ?? '');
    await queue.delete(messages.filter((message) => !isFailed(message)));
    if (settings.retryAtOnce) await queue.release(messages.filter(isFailed));
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      while (working.size >= mostAtOnce()) await Promise.race(working);
      const messages = await gather(settings, stopping.signal);
      if (stopping.signal.aborted) return queue.release(messages);
      const batch: Promise<void> = work(messages)
        .catch(onError)
        .finally(() => working.delete(batch));
      working.add(batch);
    }
  };
  const running = run();

  return {
    underWay: () => working.size,
    async stop(withinMs) {
      stopping.abort();
      await settleWithin(withinMs, [running, ...working], clock);
    },
  };
}

/** A batch of the messages in the queue. With a window, also of those that arrive within it after the first one. */
async function gather(
  { queue, wiring, clock }: PumpSettings,
  stopping: AbortSignal,
): Promise<readonly Message[]> {
  const { batchSize, windowSeconds } = wiring;
  const batch = [...(await queue.receive(batchSize, stopping))];
  if (windowSeconds === undefined || batch.length === 0) return batch;
  const closing = new AbortController();
  const closed = AbortSignal.any([stopping, closing.signal]);
  const window = clock.sleep(windowSeconds * 1000, closed).then(
    () => closing.abort(),
    (reason: unknown) => {
      if (!closed.aborted) throw reason;
    },
  );
  while (batch.length < batchSize && !closed.aborted) {
    batch.push(...(await queue.receive(batchSize - batch.length, closed)));
  }
  closing.abort();
  await window;
  return batch;
}

/** The ids of the messages that failed: all of them when the handler throws or takes too long. */
async function invoke(
  settings: PumpSettings,
  messages: readonly Message[],
  stopping: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { clock, handler, timeoutSeconds } = settings;
  const ids = messages.map(({ MessageId = '' }) => MessageId);
  const deadline = clock.now() + timeoutSeconds * 1000;
  const context = { getRemainingTimeInMillis: () => Math.max(0, deadline - clock.now()), stopping };
  const finished = new AbortController();
  const timeout = clock.sleep(timeoutSeconds * 1000, finished.signal).then(() => {
    throw new FunctionTimeoutError(`the function did not finish within ${timeoutSeconds} s`);
  });
  try {
    const event = makeSqsEvent(messages, settings.queueArn);
    const call = async () => handler(event, context);
    return failedMessageIds(await Promise.race([call(), timeout]), ids);
  } catch (error) {
    settings.onError(error);
    return new Set(ids);
  } finally {
    finished.abort();
  }
}

import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import type { FunctionWiring, QueueWiring } from '../../../functions/wiring.ts';
import type { Clock } from '../../../shared/domain/clock.ts';
import type { Invocation } from '../../../shared/runtime/invocation.ts';
import { settleWithin } from '../settle-within.ts';
import { failedMessageIds, makeSqsEvent } from './sqs-event.ts';

export type QueueHandler = (event: SQSEvent, context: Invocation) => Promise<unknown>;

export interface PumpSettings {
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly wiring: Pick<QueueWiring, 'batchSize' | 'windowSeconds' | 'maxConcurrency'>;
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

const longPollSeconds = 20;
/** SQS receives, deletes and changes no more messages in one request. */
const mostAtOnce = 10;
const pauseAfterErrorMs = 500;

/**
 * Stands in for Lambda's event source mapping: receives messages, invokes the function, deletes the messages that
 * succeeded and leaves the rest.
 */
export function startPump(settings: PumpSettings): Pump {
  const { client, queueUrl, wiring, clock, onError } = settings;
  const stopping = new AbortController();
  const working = new Set<Promise<void>>();

  const receiveSome = async (most: number, waitSeconds: number): Promise<readonly Message[]> => {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(most, mostAtOnce),
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
    });
    const { Messages = [] } = await client.send(command, { abortSignal: stopping.signal });
    return Messages;
  };

  const receive = async (): Promise<readonly Message[]> => {
    const { batchSize, windowSeconds } = wiring;
    const batch = [...(await receiveSome(batchSize, longPollSeconds))];
    if (windowSeconds === undefined || batch.length === 0) return batch;
    await clock.sleep(windowSeconds * 1000, stopping.signal);
    for (let more = batch.length; more > 0 && batch.length < batchSize; ) {
      const messages = await receiveSome(batchSize - batch.length, 0);
      batch.push(...messages);
      more = messages.length;
    }
    return batch;
  };

  const work = async (messages: readonly Message[]): Promise<void> => {
    const failed = await invoke(settings, messages, stopping.signal);
    const isFailed = ({ MessageId }: Message) => failed.has(MessageId ?? '');
    try {
      await settle(
        settings,
        messages.filter(isFailed),
        messages.filter((message) => !isFailed(message)),
      );
    } catch (error) {
      onError(error);
    }
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (working.size >= wiring.maxConcurrency) await Promise.race(working);
        const messages = await receive();
        if (messages.length === 0) continue;
        const batch: Promise<void> = work(messages).finally(() => working.delete(batch));
        working.add(batch);
      } catch (error) {
        if (stopping.signal.aborted) return;
        onError(error);
        await clock.sleep(pauseAfterErrorMs, stopping.signal).catch(() => undefined);
      }
    }
  };
  const running = run();

  return {
    underWay: () => working.size,
    async stop(withinMs) {
      stopping.abort();
      await running;
      await settleWithin(withinMs, working, clock);
    },
  };
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

async function settle(
  { client, queueUrl, retryAtOnce }: PumpSettings,
  failed: readonly Message[],
  done: readonly Message[],
): Promise<void> {
  const entry = (message: Message, index: number) => ({
    Id: String(index),
    ReceiptHandle: message.ReceiptHandle,
  });
  for (const some of inBatches(done)) {
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: some.map(entry) }));
  }
  for (const some of retryAtOnce ? inBatches(failed) : []) {
    const Entries = some.map((message, index) => ({ ...entry(message, index), VisibilityTimeout: 0 }));
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

function inBatches(messages: readonly Message[]): (readonly Message[])[] {
  return Array.from({ length: Math.ceil(messages.length / mostAtOnce) }, (_, batch) =>
    messages.slice(batch * mostAtOnce, (batch + 1) * mostAtOnce),
  );
}

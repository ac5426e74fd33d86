import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Invocation } from '../../functions/runtime/invocation.ts';
import { maxReceives, type QueueWiring, visibilityOf } from '../../functions/wiring.ts';
import type { Clock } from '../../shared/domain/clock.ts';
import { settleWithin } from '../../shared/domain/concurrency.ts';

/** A received message; its first time unless told. */
interface ReceivedMessage extends Pick<SQSRecord, 'messageId' | 'body'> {
  readonly receives?: number;
}

export type QueueHandler = (event: SQSEvent, context: Invocation) => Promise<unknown>;

interface WorkQueueSettings {
  readonly name: string;
  readonly wiring: Pick<QueueWiring, 'consumer' | 'batchSize' | 'windowSeconds'>;
  readonly clock: Clock;
}

interface Consumer {
  readonly handler: QueueHandler;
  readonly timeoutSeconds: number;
  readonly mostAtOnce: number;
  readonly onError: (error: unknown) => void;
}

export type WorkQueue = ReturnType<typeof createWorkQueue>;

/** The invocation exceeded its function's timeout. It keeps running, but its answer is ignored. */
export class FunctionTimeoutError extends Error {
  override readonly name = 'FunctionTimeoutError';
  readonly code = 'FUNCTION_TIMEOUT';
}

/**
 * A queue in this process's memory. It hands messages out in batches as Lambda's event source mapping does, and those that
 * failed again as SQS does. A crash loses messages: a later tick or sweep queues their work again.
 */
export function createWorkQueue({ name, wiring, clock }: WorkQueueSettings) {
  const { batchSize, windowSeconds } = wiring;
  const waiting: ReceivedMessage[] = [];
  const working = new Set<Promise<void>>();
  const stopping = new AbortController();
  let consuming: Promise<void> | null = null;
  let sent = 0;
  let isDraining = false;
  let change = Promise.withResolvers<void>();
  const noteChange = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  stopping.signal.addEventListener('abort', noteChange);

  const accept = (messages: readonly ReceivedMessage[]): void => {
    waiting.push(...messages);
    noteChange();
  };

  const acceptAfter = (seconds: number, messages: readonly ReceivedMessage[]): void => {
    // The timer is lost with the process.
    void clock.sleep(seconds * 1000, stopping.signal).then(
      () => accept(messages),
      () => {},
    );
  };

  const handBack = (failed: readonly ReceivedMessage[]): void => {
    const again = failed
      .map((message) => ({ ...message, receives: (message.receives ?? 1) + 1 }))
      .filter(({ receives }) => receives <= maxReceives);
    if (again.length > 0) acceptAfter(visibilityOf(wiring), again);
  };

  /** Waits, if there is a window, for what comes within it after the first message, up to a full batch. */
  const gather = async (): Promise<void> => {
    if (windowSeconds === undefined) return;
    let isOver = false;
    const isFilling = (): boolean =>
      !isOver && !isDraining && waiting.length < batchSize && !stopping.signal.aborted;
    const fill = async (): Promise<void> => {
      while (isFilling()) await change.promise;
    };
    await settleWithin(windowSeconds * 1000, [fill()], clock);
    isOver = true;
  };

  const run = async (consumer: Consumer): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (waiting.length === 0 || working.size >= consumer.mostAtOnce) {
        await change.promise;
        continue;
      }
      await gather();
      if (stopping.signal.aborted) return;
      const messages = waiting.splice(0, batchSize);
      const batch = invoke(messages, consumer, clock, stopping.signal).then((failed) => {
        handBack(failed);
        working.delete(batch);
        noteChange();
      });
      working.add(batch);
    }
  };

  return {
    async send(messages: readonly unknown[], delaySeconds = 0): Promise<void> {
      const accepted = messages.map((message) => {
        sent += 1;
        return { messageId: `${name}-${sent}`, body: JSON.stringify(message) };
      });
      if (delaySeconds > 0) acceptAfter(delaySeconds, accepted);
      else accept(accepted);
    },
    consume(consumer: Consumer): void {
      consuming = run(consumer);
    },
    waiting: (): number => waiting.length,
    underWay: (): number => working.size,
    /**
     * Waits until no message waits and none is worked off, without any window. Throws if the queue is not consumed, or
     * is stopped first.
     */
    async drain(): Promise<void> {
      const isConsumed = (): boolean => consuming !== null && !stopping.signal.aborted;
      isDraining = true;
      noteChange();
      while (isConsumed() && waiting.length + working.size > 0) await change.promise;
      if (!isConsumed()) throw new Error(`the queue ${name} cannot drain: its consumer is not running`);
      isDraining = false;
    },
    /** Starts no more work, and waits for the work in progress, at most `withinMs`. */
    async stop(withinMs: number): Promise<void> {
      stopping.abort();
      await settleWithin(withinMs, [consuming ?? Promise.resolve(), ...working], clock);
    },
  };
}

/** Returns the messages that come again. */
async function invoke(
  messages: readonly ReceivedMessage[],
  { handler, timeoutSeconds, onError }: Consumer,
  clock: Clock,
  stopping: AbortSignal,
): Promise<readonly ReceivedMessage[]> {
  const deadline = clock.now() + timeoutSeconds * 1000;
  const context = { getRemainingTimeInMillis: () => Math.max(0, deadline - clock.now()), stopping };
  const finished = new AbortController();
  const timeout = clock.sleep(timeoutSeconds * 1000, finished.signal).then(() => {
    throw new FunctionTimeoutError(`the function did not finish within ${timeoutSeconds} s`);
  });
  try {
    const call = async () => handler(makeSqsEvent(messages), context);
    const answer = (await Promise.race([call(), timeout])) as Partial<SQSBatchResponse> | undefined;
    const failed = answer?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier) ?? [];
    return messages.filter(({ messageId }) => failed.includes(messageId));
  } catch (error) {
    onError(error);
    return messages;
  } finally {
    finished.abort();
  }
}

/** Writes the event that Lambda's event source mapping makes of received messages, as far as handlers read it. */
export function makeSqsEvent(messages: readonly ReceivedMessage[]): SQSEvent {
  const records = messages.map(({ messageId, body, receives = 1 }) => {
    const attributes = { ApproximateReceiveCount: String(receives) };
    return { eventSource: 'aws:sqs', messageId, body, attributes };
  });
  return { Records: records as unknown as SQSEvent['Records'] };
}

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Clock } from '../domain/clock.ts';

// The types come from `@types/aws-lambda`. Never install the package called `aws-lambda`: it is an unrelated
// deployment tool on the retired SDK v2.

/** What a handler needs of Lambda's context; one machine hands in its own. */
export interface Invocation {
  getRemainingTimeInMillis(): number;
  /** On one machine: aborted once the process is to stop. What is under way is ended, and nothing else begun. */
  readonly stopping?: AbortSignal | undefined;
}

/** Kept back from the time that Lambda leaves, for writing down what was read. */
const reserveMs = 10_000;

/** Milliseconds since the epoch until which work may be begun. */
export function deadlineOf(invocation: Invocation, clock: Clock): number {
  return clock.now() + Math.max(0, invocation.getRemainingTimeInMillis() - reserveMs);
}

export function isSqsEvent(event: unknown): event is SQSEvent {
  if (typeof event !== 'object' || event === null || !('Records' in event)) return false;
  const { Records: records } = event as { Records: unknown };
  return Array.isArray(records) && records.every((record) => record?.eventSource === 'aws:sqs');
}

export interface MessageFailure {
  readonly messageId: string;
  readonly error: unknown;
}

/**
 * Works through a batch one message after another; those whose work throws come again, and after some
 * receives go to the dead letters. The others are acknowledged: one poison message holds up none. A process that is
 * being stopped leaves the rest of the batch in the queue.
 */
export async function handleMessages(
  event: SQSEvent,
  { stopping }: Pick<Invocation, 'stopping'>,
  work: (message: unknown) => Promise<unknown>,
  onFailure: (failure: MessageFailure) => void,
): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    if (stopping?.aborted) {
      batchItemFailures.push({ itemIdentifier: record.messageId });
      continue;
    }
    try {
      await work(JSON.parse(record.body));
    } catch (error) {
      onFailure({ messageId: record.messageId, error });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
}

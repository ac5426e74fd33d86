import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Clock } from '../domain/clock.ts';

// The types come from `@types/aws-lambda`. Never install the package called `aws-lambda`: it is an unrelated
// deployment tool on the retired SDK v2.

/** What a handler needs of Lambda's context; one machine hands in its own. */
export interface Invocation {
  getRemainingTimeInMillis(): number;
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
 * receives go to the dead letters. The others are acknowledged: one poison message holds up none.
 */
export async function handleMessages(
  event: SQSEvent,
  work: (message: unknown) => Promise<unknown>,
  onFailure: (failure: MessageFailure) => void,
): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    try {
      await work(JSON.parse(record.body));
    } catch (error) {
      onFailure({ messageId: record.messageId, error });
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures };
}

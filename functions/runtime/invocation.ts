import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { type Clock, isoTime } from '../../shared/domain/clock.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { ArgumentError } from '../../shared/domain/errors.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import type { Observe } from '../observations/observation.ts';

// The types come from `@types/aws-lambda`. Never install the package called `aws-lambda`: it is an unrelated
// deployment tool on the retired SDK v2.

export interface Invocation {
  getRemainingTimeInMillis(): number;
  /** One machine aborts it when the process should stop. Handlers finish current work and start nothing new. */
  readonly stopping?: AbortSignal | undefined;
}

export const reserveMs = 10_000;

/** Milliseconds since the epoch: no work starts later. */
export function deadlineOfInvocation(invocation: Invocation, clock: Clock): number {
  return clock.now() + Math.max(0, invocation.getRemainingTimeInMillis() - reserveMs);
}

export function isSqsEvent(event: unknown): event is SQSEvent {
  if (!isRecord(event) || !Array.isArray(event.Records)) return false;
  return event.Records.every((record) => record?.eventSource === 'aws:sqs');
}

/**
 * `receives` is more than 1 if an earlier try of the message failed, or its process ended in the middle of it. A
 * message whose handling throws comes again, and after some receives becomes a dead letter; the others are
 * acknowledged, so that a poison message does not block them. A stopping process leaves the rest of the batch in the
 * queue.
 */
export async function handleMessages(
  event: SQSEvent,
  { stopping }: Pick<Invocation, 'stopping'>,
  work: (message: unknown, receives: number) => Promise<unknown>,
  teller: { readonly observe: Observe; readonly functionName: string },
): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    if (stopping?.aborted) {
      batchItemFailures.push({ itemIdentifier: record.messageId });
      continue;
    }
    try {
      const receives = Number(record.attributes?.ApproximateReceiveCount ?? 1);
      await work(JSON.parse(record.body), receives);
    } catch (error) {
      const { messageId } = record;
      const problem = describeError(error);
      teller.observe({ kind: 'message-failed', function: teller.functionName, messageId, problem });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

export interface Call {
  readonly invocation: Invocation;
  readonly deadline: number;
  /** Null for an event by hand. */
  readonly receives: number | null;
}

/** Handles a queue's messages one by one, and an event by hand; without `handle`, both alike. */
export function messageHandler<Answer>(
  functionName: string,
  { clock, observe }: { readonly clock: Clock; readonly observe: Observe },
  byHand: (event: unknown, call: Call) => Promise<Answer>,
  handle: (message: unknown, call: Call) => Promise<unknown> = byHand,
) {
  return async (event: unknown, invocation: Invocation): Promise<Answer | SQSBatchResponse> => {
    const call = { invocation, deadline: deadlineOfInvocation(invocation, clock) };
    if (!isSqsEvent(event)) return byHand(event, { ...call, receives: null });
    const work = (message: unknown, receives: number) => handle(message, { ...call, receives });
    return handleMessages(event, invocation, work, { observe, functionName });
  };
}

/** Throws `ArgumentError`, which names each wrong field, the value found and the expected one. */
export function readEvent<Schema extends v.GenericSchema>(
  schema: Schema,
  event: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, event ?? {});
  if (read.success) return read.output;
  const problems = read.issues.map((issue) => {
    const field = v.getDotPath(issue) ?? 'the event';
    return `${field}: expected ${issue.expected ?? issue.type.replaceAll('_', ' ')}, found ${issue.received}`;
  });
  throw new ArgumentError(
    v.getDotPath(read.issues[0]) ?? 'event',
    `the event is not valid: ${problems.join('; ')}`,
  );
}

/** The event's scheduled time, or the current time for an invoke by hand, which has none. ISO 8601. */
export function slotOf(given: string | undefined, now: number): string {
  const time = Date.parse(given ?? '');
  return isoTime(Number.isNaN(time) ? now : time);
}

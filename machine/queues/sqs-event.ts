import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

/** A message as its queue hands it out. */
export interface ReceivedMessage {
  readonly messageId: string;
  /** JSON text. */
  readonly body: string;
  /** 1 the first time. */
  readonly receives: number;
}

/** The event that Lambda's event source mapping makes of received messages, as far as handlers read it. */
export function makeSqsEvent(messages: readonly ReceivedMessage[]): SQSEvent {
  const records = messages.map(({ messageId, body, receives }) => ({
    eventSource: 'aws:sqs',
    messageId,
    body,
    attributes: { ApproximateReceiveCount: String(receives) },
  }));
  return { Records: records as unknown as SQSEvent['Records'] };
}

/** The ids of messages that a handler's answer leaves in the queue: none without failures. */
export function failedMessageIds(answer: unknown): ReadonlySet<string> {
  const { batchItemFailures = [] } = (answer ?? {}) as Partial<SQSBatchResponse>;
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}

import type { SQSEvent } from 'aws-lambda';

/** A message as its queue hands it out. */
export interface ReceivedMessage {
  readonly messageId: string;
  /** JSON text. */
  readonly body: string;
}

/** The event that Lambda's event source mapping makes of received messages, as far as handlers read it. */
export function makeSqsEvent(messages: readonly ReceivedMessage[]): SQSEvent {
  const records = messages.map(({ messageId, body }) => ({ eventSource: 'aws:sqs', messageId, body }));
  return { Records: records as unknown as SQSEvent['Records'] };
}

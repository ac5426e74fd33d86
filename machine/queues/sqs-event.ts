import type { Message } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/** The event that Lambda's event source mapping makes of received messages. */
export function makeSqsEvent(messages: readonly Message[], queueArn: string): SQSEvent {
  return { Records: messages.map((message) => makeRecord(message, queueArn)) };
}

function makeRecord(message: Message, queueArn: string): SQSRecord {
  const { Attributes = {} } = message;
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    md5OfBody: message.MD5OfBody ?? '',
    attributes: {
      ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: Attributes.SentTimestamp ?? '',
      SenderId: Attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: Attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: {},
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3] ?? '',
  };
}

/** The ids of messages that a handler's answer leaves in the queue: none without failures. */
export function failedMessageIds(answer: unknown): ReadonlySet<string> {
  const { batchItemFailures = [] } = (answer ?? {}) as Partial<SQSBatchResponse>;
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}

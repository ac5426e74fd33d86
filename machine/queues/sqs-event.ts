import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';

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

/**
 * The ids of messages that a handler's answer leaves in the queue. As in Lambda: an answer without failures means
 * that all succeeded, and an id that is empty or not in the batch means that all failed.
 */
export function failedMessageIds(answer: unknown, sent: readonly string[]): ReadonlySet<string> {
  if (typeof answer !== 'object' || answer === null || !('batchItemFailures' in answer)) return new Set();
  const { batchItemFailures: failures } = answer;
  if (failures === null || failures === undefined) return new Set();
  if (!Array.isArray(failures)) return new Set(sent);
  const ids = failures.map((failure: { itemIdentifier?: string } | null) => failure?.itemIdentifier ?? '');
  return new Set(ids.every((id) => sent.includes(id)) ? ids : sent);
}

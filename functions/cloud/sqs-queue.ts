import type { SendMessageBatchRequest, SendMessageBatchResult } from '@aws-sdk/client-sqs';
import { inGroups } from '../../shared/domain/concurrency.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import { type Queue, QueueUnavailableError } from '../runtime/queue.ts';

export interface SqsQueueSettings {
  /** SQS's SendMessageBatch, with timeouts. */
  readonly sendBatch: (input: SendMessageBatchRequest) => Promise<SendMessageBatchResult>;
  readonly queueUrl: string;
}

const mostInBatch = 10;

/** Messages are pointers of some hundred bytes. */
export function createSqsQueue<Message>({ sendBatch, queueUrl }: SqsQueueSettings): Queue<Message> {
  return {
    async send(messages, delaySeconds = 0) {
      const lost: unknown[] = [];
      const all = messages.map((message, at) => ({
        Id: `${at}`,
        MessageBody: JSON.stringify(message),
        ...(delaySeconds === 0 ? {} : { DelaySeconds: delaySeconds }),
        ...groupOf(message),
      }));
      for (const Entries of inGroups(all, mostInBatch)) {
        try {
          const { Failed = [] } = await sendBatch({ QueueUrl: queueUrl, Entries });
          lost.push(...Failed.map(({ Code }) => Code ?? 'no code'));
        } catch (error) {
          lost.push(...Entries.map(() => error));
        }
      }
      const [cause] = lost;
      if (lost.length === 0) return;
      const why = cause instanceof Error ? cause.name : cause;
      const problem = `${lost.length} of ${messages.length} messages could not be sent: ${why}`;
      throw new QueueUnavailableError(problem, { cause });
    },
  };
}

/** SQS hands out messages of other groups before those of a route that keeps the consumers busy (fair queues). */
function groupOf(message: unknown): { readonly MessageGroupId?: string } {
  return isRecord(message) && typeof message.routeId === 'string' ? { MessageGroupId: message.routeId } : {};
}

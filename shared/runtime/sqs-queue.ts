import type { SendMessageBatchRequest, SendMessageBatchResult } from '@aws-sdk/client-sqs';
import type { Clock } from '../domain/clock.ts';
import { type Queue, QueueUnavailableError } from './queue.ts';

export interface SqsQueueSettings {
  /** SQS's SendMessageBatch, with timeouts. */
  readonly sendBatch: (input: SendMessageBatchRequest) => Promise<SendMessageBatchResult>;
  readonly queueUrl: string;
  readonly clock: Pick<Clock, 'sleep'>;
}

const mostInBatch = 10;
/** The pauses before the second and third try of failed messages. */
const pausesMs = [100, 400];

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
}

/** A queue in SQS. Its messages are pointers of some hundred bytes. */
export function createSqsQueue<Message>(settings: SqsQueueSettings): Queue<Message> {
  return {
    async send(messages) {
      const lost: string[] = [];
      let cause: unknown;
      const entries = messages.map((message, at) => ({ Id: `${at}`, MessageBody: JSON.stringify(message) }));
      for (let at = 0; at < entries.length; at += mostInBatch) {
        let left = entries.slice(at, at + mostInBatch);
        for (const pauseMs of [0, ...pausesMs]) {
          if (pauseMs > 0) await settings.clock.sleep(pauseMs);
          const failed = await trySend(settings, left);
          left = left.filter(({ Id }) => failed.has(Id));
          cause = failed.get(left[0]?.Id ?? '') ?? cause;
          if (left.length === 0) break;
        }
        lost.push(...left.map(({ Id }) => Id));
      }
      if (lost.length > 0) {
        const why = cause instanceof Error ? cause.name : cause;
        const problem = `${lost.length} of ${messages.length} messages could not be sent: ${why}`;
        throw new QueueUnavailableError(problem, { cause });
      }
    },
  };
}

/** The failed entries, each with its reason. If the whole batch failed, every entry did. */
async function trySend(
  { sendBatch, queueUrl }: SqsQueueSettings,
  Entries: readonly Entry[],
): Promise<ReadonlyMap<string, unknown>> {
  try {
    const { Failed = [] } = await sendBatch({ QueueUrl: queueUrl, Entries: [...Entries] });
    return new Map(Failed.map(({ Id, Code }) => [String(Id), Code ?? 'no code']));
  } catch (error) {
    return new Map(Entries.map(({ Id }) => [Id, error]));
  }
}

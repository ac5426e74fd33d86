import type { SendMessageBatchRequest } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { createSqsQueue } from '../../../../functions/cloud/sqs-queue.ts';

interface Batch {
  readonly QueueUrl: string;
  readonly Entries: NonNullable<SendMessageBatchRequest['Entries']>;
}
/** The ids that fail, or null if the whole batch does. */
type Answer = (batch: Batch) => readonly string[] | null;

describe('a queue in SQS', () => {
  const open = (answer: Answer) => {
    const batches: Batch[] = [];
    const queue = createSqsQueue({
      async sendBatch({ QueueUrl = '', Entries = [] }) {
        const batch = { QueueUrl, Entries };
        batches.push(batch);
        const failed = answer(batch);
        if (failed === null) throw new Error('unreachable');
        const sent = Entries.filter(({ Id = '' }) => !failed.includes(Id));
        return {
          Failed: failed.map((Id) => ({ Id, Code: 'InternalError', SenderFault: false })),
          Successful: sent.map(({ Id }) => ({ Id, MessageId: Id, MD5OfMessageBody: '' })),
        };
      },
      queueUrl: 'https://sqs.test/0/q',
    });
    return { queue, batches };
  };

  it('lets nobody receive a delayed message before its time', async () => {
    const { queue, batches } = open(() => []);
    await queue.send(['now']);
    await queue.send(['later'], 30);
    const delays = batches.flatMap(({ Entries }) => Entries.map(({ DelaySeconds }) => DelaySeconds));
    expect(delays).toEqual([undefined, 30]);
  });

  it('names the route of a digest as its group, so that a busy route lets others pass', async () => {
    const { queue, batches } = open(() => []);
    await queue.send([{ routeId: 'crm', slot: '2026-11-21T08:00:00.000Z', part: 1 }, { immediate: true }]);
    const groups = batches.flatMap(({ Entries }) => Entries.map(({ MessageGroupId }) => MessageGroupId));
    expect(groups).toEqual(['crm', undefined]);
  });

  it('says how many messages failed, and why', async () => {
    const { queue, batches } = open(() => ['1', '3']);
    await expect(queue.send(['a', 'b', 'c', 'd'])).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
      message: '2 of 4 messages could not be sent: InternalError',
    });
    expect(batches).toHaveLength(1);
  });

  it('sends ten messages at a time, and the other batches although one fails as a whole', async () => {
    const { queue, batches } = open(({ Entries }) => (Entries[0]?.Id === '0' ? null : []));
    const sending = queue.send(Array.from({ length: 15 }, (_, n) => n));
    await expect(sending).rejects.toThrow('10 of 15');
    expect(batches.map(({ QueueUrl }) => QueueUrl)).toEqual(Array(2).fill('https://sqs.test/0/q'));
    expect(batches.at(-1)?.Entries.map(({ Id }) => Id)).toEqual(['10', '11', '12', '13', '14']);
  });
});

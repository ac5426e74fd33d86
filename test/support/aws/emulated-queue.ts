import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import type { MessageQueue } from '../../../machine/queues/message-queue.ts';
import { createSqsQueue } from '../../../shared/runtime/sqs-queue.ts';
import { systemClock } from '../../../shared/runtime/system.ts';
import type { QueueServer } from './queue-server.ts';

/** SQS receives, deletes and changes no more messages in one request. */
const mostAtOnce = 10;
const longPollSeconds = 20;
const lookEveryMs = 20;

/** A queue that an SQS emulator has, by the requests that Lambda's event source mapping makes. */
export function emulatedQueue({ client, urlOf, depth }: QueueServer, name: string): MessageQueue {
  const QueueUrl = urlOf(name);
  const receiveSome = async (most: number, WaitTimeSeconds: number, abortSignal: AbortSignal) => {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: Math.min(most, mostAtOnce),
      WaitTimeSeconds,
      MessageSystemAttributeNames: ['All'],
    });
    const { Messages = [] } = await client.send(command, { abortSignal });
    return Messages;
  };
  return {
    send: createSqsQueue({
      sendBatch: (input) => client.send(new SendMessageBatchCommand(input)),
      queueUrl: QueueUrl,
      clock: systemClock,
    }).send,
    async receive(most, signal) {
      const received: Message[] = [];
      try {
        while (received.length === 0) received.push(...(await receiveSome(most, longPollSeconds, signal)));
        for (let more = received.length; more > 0 && received.length < most; ) {
          const messages = await receiveSome(most - received.length, 0, signal);
          received.push(...messages);
          more = messages.length;
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return received;
    },
    async delete(messages) {
      for (const Entries of inBatches(messages)) {
        await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
      }
    },
    async release(messages) {
      for (const batch of inBatches(messages)) {
        const Entries = batch.map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
        await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
      }
    },
    depth: () => depth(name),
    async drained(signal) {
      for (;;) {
        const { visible, inFlight } = await depth(name);
        if (visible + inFlight === 0 || signal.aborted) return;
        await systemClock.sleep(lookEveryMs);
      }
    },
    close: async () => undefined,
  };
}

interface Entry {
  readonly Id: string;
  readonly ReceiptHandle: string | undefined;
}

function inBatches(messages: readonly Message[]): Entry[][] {
  return Array.from({ length: Math.ceil(messages.length / mostAtOnce) }, (_, batch) =>
    messages
      .slice(batch * mostAtOnce, (batch + 1) * mostAtOnce)
      .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
  );
}

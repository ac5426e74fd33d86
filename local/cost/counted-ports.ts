import type { GetSecretValueCommand, GetSecretValueCommandOutput } from '@aws-sdk/client-secrets-manager';
import type { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { QueueName } from '../../functions/wiring.ts';
import type { Queue } from '../../shared/runtime/queue.ts';
import { createSqsQueue } from '../../shared/runtime/sqs-queue.ts';

/** A request to SQS is one for each 64 KB of it. Source: SQS's pricing page. */
const requestBytes = 64 * 1024;

/** The queue's own adapter over a client that hands messages on, and counts requests. */
export function countQueue(
  name: QueueName,
  ports: {
    readonly pay: (requests: number) => Promise<void>;
    readonly deliver: (queue: QueueName, bodies: readonly string[]) => void;
  },
): Queue<unknown> {
  const send = async (command: SendMessageBatchCommand) => {
    const bodies = (command.input.Entries ?? []).map(({ MessageBody = '' }) => MessageBody);
    const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
    await ports.pay(Math.max(1, Math.ceil(bytes / requestBytes)));
    ports.deliver(name, bodies);
    return {};
  };
  return createSqsQueue({ client: { send } as unknown as SQSClient, queueUrl: name });
}

/** Secrets Manager itself: what keeps a value for a while lies above it, as in the cloud. */
export function countSecrets(
  values: ReadonlyMap<string, string>,
  pay: () => Promise<void>,
): { send(command: GetSecretValueCommand): Promise<GetSecretValueCommandOutput> } {
  return {
    async send(command) {
      await pay();
      const SecretString = values.get(command.input.SecretId ?? '');
      return { SecretString, $metadata: {} };
    },
  };
}

import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { maxReceives, type QueueWiring } from '../../../functions/wiring.ts';

export type QueueServer = Awaited<ReturnType<typeof startQueueServer>>;

const region = 'us-east-1';
const account = '000000000000';

/** SQS's API in this process, in memory. */
export async function startQueueServer() {
  // Not `startFauxqs`, which listens on every interface of the machine.
  const app = buildApp({ logger: false });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the queue server listens on no port');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const client = new SQSClient({
    endpoint,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const urlOf = (name: string) => `${endpoint}/${account}/${name}`;

  return {
    client,
    urlOf,
    /** Creates the queue and its dead letter queue. */
    async create(name: string, wiring: Pick<QueueWiring, 'retentionDays'>): Promise<void> {
      const retention = { MessageRetentionPeriod: String(wiring.retentionDays * 86_400) };
      await client.send(new CreateQueueCommand({ QueueName: deadLettersOf(name), Attributes: retention }));
      const redrive = {
        deadLetterTargetArn: `arn:aws:sqs:${region}:${account}:${deadLettersOf(name)}`,
        maxReceiveCount: maxReceives,
      };
      const attributes = {
        ...retention,
        VisibilityTimeout: '30',
        RedrivePolicy: JSON.stringify(redrive),
      };
      await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    },
    async close(): Promise<void> {
      client.destroy();
      await app.close();
    },
  };
}

function deadLettersOf(name: string): string {
  return `${name}-dead`;
}

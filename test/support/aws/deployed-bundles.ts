import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { listSecretUses } from '../../../cli/open/secret-uses.ts';
import {
  cloudSecretName,
  environment,
  type FunctionName,
  functions,
  type QueueName,
  queues,
  secretScopes,
} from '../../../functions/wiring.ts';
import { makeSqsEvent } from '../../../machine/queues/work-queue.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { resourcesOf, synthesize } from '../infra/synthesize.ts';
import { startDynamoDb } from '../ledger/dynamodb.ts';
import { startFakeAccount } from './aws-account.ts';
import { type BundledFunction, startBundledFunction } from './bundled-function.ts';
import { startQueueServer } from './queue-server.ts';

export type DeployedBundles = Awaited<ReturnType<typeof deployBundles>>;

const stage = 'dev';

/**
 * The bundles of the template as synthesized, each in a process with exactly the environment variables that the
 * template gives it, over emulators of DynamoDB, SQS and Secrets Manager on this machine.
 */
export async function deployBundles(config: SignalpostConfig, secrets: Readonly<Record<string, string>>) {
  const synthesized = synthesize({ config, bundle: true });
  const [dynamoDb, queueServer, account] = await Promise.all([
    startDynamoDb(),
    startQueueServer(),
    startFakeAccount(),
  ]);
  const uses = listSecretUses(config);
  for (const scope of secretScopes) {
    const own = uses.filter(({ scopes }) => scopes.includes(scope)).map(({ name }) => [name, secrets[name]]);
    const value = JSON.stringify(Object.fromEntries(own));
    account.secrets.set(cloudSecretName(stage, scope), { value, tags: {}, markedForDeletion: false });
  }
  const queueNames = Object.keys(queues) as QueueName[];
  await Promise.all(queueNames.map((name) => queueServer.create(name, queues[name])));
  const table = await dynamoDb.createTable('signalpost');

  const values: Readonly<Record<string, string>> = {
    [environment.stage]: stage,
    [environment.table]: table,
    [environment.alarmTopics]: 'arn:aws:sns:us-east-1:000000000000:alarms',
    ...Object.fromEntries(queueNames.map((name) => [environment.queueUrl(name), queueServer.urlOf(name)])),
  };
  const platform = {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.endpoint,
    AWS_ENDPOINT_URL_SQS: new URL(queueServer.urlOf('poll')).origin,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: account.endpoint,
  };
  const deployed = resourcesOf(synthesized.running, 'AWS::Lambda::Function');
  const start = async ([name, { purpose }]: [string, { readonly purpose: string }]) => {
    const found = deployed.find(([, { Properties }]) => Properties.Description === purpose);
    if (!found) throw new Error(`the template has no function for ${name}`);
    const [id, { Properties }] = found;
    const given = Object.keys(Properties.Environment.Variables).flatMap((variable) => {
      const value = values[variable];
      return value === undefined ? [] : [[variable, value] as const];
    });
    const env = { ...platform, ...Object.fromEntries(given) };
    return [
      name,
      await startBundledFunction(synthesized.bundles[id] ?? '', Properties.MemorySize, env),
    ] as const;
  };
  const started = await Promise.all(Object.entries(functions).map(start));

  return {
    functions: Object.fromEntries(started) as unknown as Readonly<Record<FunctionName, BundledFunction>>,
    account,
    /** Takes all messages from a queue, as the events that Lambda would make of them. */
    async take(name: QueueName): Promise<SQSEvent[]> {
      const events: SQSEvent[] = [];
      const QueueUrl = queueServer.urlOf(name);
      for (;;) {
        const { Messages = [] } = await queueServer.client.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: queues[name].batchSize,
          }),
        );
        if (Messages.length === 0) return events;
        const received = Messages.map(({ MessageId = '', Body = '' }) => ({
          messageId: MessageId,
          body: Body,
        }));
        events.push(makeSqsEvent(received));
        for (const { ReceiptHandle } of Messages) {
          await queueServer.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        }
      }
    },
    async stop(): Promise<void> {
      await Promise.all(started.map(([, one]) => one.stop()));
      await Promise.all([dynamoDb.close(), queueServer.close(), account.close()]);
      synthesized.remove();
    },
  };
}

/**
 * The ports of the functions in AWS. Each function imports the ones it uses, so its bundle holds only the SDK clients
 * of those. Nothing here reads the environment or creates a client before it is called.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SignalpostConfig } from '../../config/signalpost-config.ts';
import type { Sender } from '../../destinations/destination.ts';
import { createHttpPost } from '../../destinations/http-post.ts';
import { createSender } from '../../destinations/sender.ts';
import type { AlarmMessage } from '../../domain/alarm.ts';
import { ConfigurationError } from '../../domain/errors.ts';
import { createDynamoDbTable } from '../../ledger/dynamodb/dynamodb-table.ts';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import { type BridgeApiPorts, configuredBridgeApis } from '../configured-bridge-api.ts';
import { configFileName, environment, type QueueName, type SecretScope } from '../environment.ts';
import type { Queue } from '../queue.ts';
import { sdkSettings } from '../sdk-settings.ts';
import type { Secrets } from '../secrets.ts';
import { createCloudSecrets } from '../secrets-manager.ts';
import { createSqsQueue } from '../sqs-queue.ts';
import { systemClock, systemRandom } from '../system.ts';

/** The ports that every function of the pipeline has. */
export interface PipelinePorts extends Omit<BridgeApiPorts, 'secrets' | 'fetch'> {
  readonly config: SignalpostConfig;
}

/** An environment variable that the deployment sets. Throws `ConfigurationError` if it is missing. */
export function variable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new ConfigurationError([
    `environment variable ${name}: not set; the deployed stack sets it: deploy the stack again`,
  ]);
}

/** The config as checked at synth, from the file beside the bundled handler. */
export async function cloudConfig(): Promise<SignalpostConfig> {
  const directory = process.env.LAMBDA_TASK_ROOT ?? process.cwd();
  return JSON.parse(await readFile(join(directory, configFileName), 'utf8')) as SignalpostConfig;
}

/** The ledger that the deployment named for this function. */
export function cloudLedger(): Ledger {
  const client = new DynamoDBClient(sdkSettings(3_000, 10_000));
  const table = createDynamoDbTable({ client, tableName: variable(environment.table) });
  return createLedger({ table, clock: systemClock, random: systemRandom });
}

let sqs: SQSClient | undefined;

/** A queue that the deployment named for this function. */
export function cloudQueue<Message>(name: QueueName): Queue<Message> {
  sqs ??= new SQSClient(sdkSettings(3_000, 10_000));
  const client = sqs;
  return createSqsQueue({
    sendBatch: (input) => client.send(new SendMessageBatchCommand(input)),
    queueUrl: variable(environment.queueUrl(name)),
  });
}

/** Hands alarms to the topics that the deployment named, one after the other; undefined if it named none. */
export function cloudAlarms() {
  const topics = process.env[environment.alarmTopics];
  if (!topics) return undefined;
  const client = new SNSClient(sdkSettings(3_000, 10_000));
  return async (message: AlarmMessage): Promise<void> => {
    const Subject = `${message.NewStateValue}: ${message.AlarmName} in ${variable(environment.stage)}`;
    const Message = JSON.stringify(message, null, 2);
    for (const TopicArn of topics.split(' '))
      await client.send(new PublishCommand({ TopicArn, Subject, Message }));
  };
}

/** The API clients of the config, with its token from Secrets Manager. */
export function cloudBridgeApis(ports: PipelinePorts) {
  return configuredBridgeApis(ports.config, { ...ports, secrets: cloudSecrets('api') });
}

/** The sender for the destinations of routes or of alarms, with their secrets from Secrets Manager. */
export function cloudSender(config: SignalpostConfig, scope: 'destinations' | 'alarms'): Sender {
  const secret = cloudSecrets(scope).get;
  return createSender({ post: createHttpPost(), secret, clock: systemClock, permitLocal: config.local });
}

/** The secrets of one scope of the deployed stage. */
export function cloudSecrets(scope: SecretScope): Secrets {
  // Shorter than for the other services: an attempt to deliver must not outlast its lease.
  const client = new SecretsManagerClient(sdkSettings(3_000, 5_000));
  return createCloudSecrets({
    readSecret: (SecretId) => client.send(new GetSecretValueCommand({ SecretId })),
    ...{ stage: variable(environment.stage), scope, id: process.env[environment.secret(scope)] },
    clock: systemClock,
  });
}

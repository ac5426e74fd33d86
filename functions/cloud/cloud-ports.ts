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
import type { Sender } from '../../message/send/destination.ts';
import { createHttpPost } from '../../message/send/http-post.ts';
import { createSender } from '../../message/sender.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { AlarmMessage } from '../../shared/domain/alerts/alarm.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { createDynamoDbTable } from '../../shared/ledger/dynamodb/dynamodb-table.ts';
import { createLedger, type Ledger } from '../../shared/ledger/ledger.ts';
import {
  configFileName,
  environment,
  type QueueName,
  type SecretScope,
} from '../../shared/runtime/environment.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { createCloudSecrets } from '../../shared/runtime/secrets-manager.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { type BridgeApiPorts, configuredBridgeApis } from '../runtime/configured-bridge-api.ts';
import type { Queue } from '../runtime/queue.ts';
import { createSqsQueue } from './sqs-queue.ts';

export interface PipelinePorts extends Omit<BridgeApiPorts, 'secrets' | 'fetch'> {
  readonly config: SignalpostConfig;
  readonly ledger: Ledger;
}

/** Throws `ConfigurationError` if the deployment did not set the variable. */
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

export function cloudLedger(): Ledger {
  const client = new DynamoDBClient(sdkSettings(3_000, 10_000));
  const table = createDynamoDbTable({ client, tableName: variable(environment.table) });
  return createLedger({ table, clock: systemClock, random: systemRandom });
}

let sqs: SQSClient | undefined;

export function cloudQueue<Message>(name: QueueName): Queue<Message> {
  sqs ??= new SQSClient(sdkSettings(3_000, 10_000));
  const client = sqs;
  return createSqsQueue({
    sendBatch: (input) => client.send(new SendMessageBatchCommand(input)),
    queueUrl: variable(environment.queueUrl(name)),
  });
}

/** Undefined if the deployment named no topic. */
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

export function cloudBridgeApis(ports: PipelinePorts) {
  return configuredBridgeApis(ports.config, { ...ports, secrets: cloudSecrets('api') });
}

export function cloudSender(config: SignalpostConfig, scope: 'destinations' | 'alarms'): Sender {
  const secret = cloudSecrets(scope).get;
  return createSender({ post: createHttpPost(), secret, clock: systemClock, permitLocal: config.local });
}

export function cloudSecrets(scope: SecretScope): Secrets {
  // The times are shorter than for the other services: an attempt to deliver must not outlast its lease.
  const client = new SecretsManagerClient(sdkSettings(3_000, 5_000));
  return createCloudSecrets({
    readSecret: (SecretId) => client.send(new GetSecretValueCommand({ SecretId })),
    ...{ stage: variable(environment.stage), scope, id: process.env[environment.secret(scope)] },
    clock: systemClock,
  });
}

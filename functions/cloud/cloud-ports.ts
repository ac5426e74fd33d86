import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import type { Sender } from '../../message/send/destination.ts';
import { createHttpPost } from '../../message/send/http-post.ts';
import { createSender } from '../../message/sender.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
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
import type { Observe } from '../observations/observation.ts';
import type { AlarmMessage } from '../runtime/alarm-message.ts';
import { type BridgeApiPorts, configuredBridgeApis } from '../runtime/configured-bridge-api.ts';
import type { Invocation } from '../runtime/invocation.ts';
import { type CloudObserver, createCloudObserver } from '../runtime/logger.ts';
import type { Queue } from '../runtime/queue.ts';
import { createSqsQueue } from './sqs-queue.ts';
/** The ports of the functions in AWS: a bundle holds only the SDK clients of those that its function imports. */

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

export async function cloudConfig(): Promise<SignalpostConfig> {
  const directory = process.env.LAMBDA_TASK_ROOT ?? process.cwd();
  return JSON.parse(await readFile(join(directory, configFileName), 'utf8')) as SignalpostConfig;
}

function cloudLedger(): Ledger {
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
    stage: variable(environment.stage),
    scope,
    id: process.env[environment.secret(scope)],
    clock: systemClock,
  });
}

type Handle<Result> = (event: unknown, invocation: Invocation) => Promise<Result>;

/**
 * Importing it reads no environment and creates no client: the first event builds the cloud's ports, later ones reuse
 * them, and a failed build is retried. `{"readConfig":true,"dryRun":true}` is answered here, with the deployed
 * config, which names secrets and holds none; `dryRun` stops a version that does not know the question from doing
 * anything.
 */
export function lambdaEntry<Result>(
  functionName: string,
  build: (observe: Observe) => Promise<Handle<Result>>,
): (event: unknown, context: Context) => Promise<Result | { readonly config: SignalpostConfig }> {
  let observer: CloudObserver | undefined;
  let built: Promise<Handle<Result>> | undefined;
  return async (event, context) => {
    observer ??= createCloudObserver({
      serviceName: functionName,
      stage: process.env[environment.stage] ?? 'none',
    });
    try {
      if (isRecord(event) && event.readConfig === true) return { config: await cloudConfig() };
      built ??= build(observer.observe);
      const handle = await built.catch((error: unknown) => {
        built = undefined;
        throw error;
      });
      return await handle(event, context);
    } catch (error) {
      const problem = describeError(error);
      observer.observe({ kind: 'function-failed', function: functionName, problem });
      // Lambda logs a thrown error completely, including its causes: it must only get the redacted sentence.
      throw Object.assign(new Error(problem), {
        name: error instanceof Error ? error.name : 'Error',
        stack: '',
      });
    } finally {
      observer.flush();
    }
  };
}

/** Claims the ledger for its stage: on the ledger of another one, the function fails before it does anything. */
export function pipelineEntry<Result>(
  functionName: string,
  createHandler: (ports: PipelinePorts) => Handle<Result>,
): ReturnType<typeof lambdaEntry<Result>> {
  return lambdaEntry(functionName, async (observe) => {
    const config = await cloudConfig();
    const ledger = cloudLedger();
    await ledger.owner.claim(variable(environment.stage));
    return createHandler({ config, clock: systemClock, random: systemRandom, observe, ledger });
  });
}

import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { QueueName } from '../../functions/wiring.ts';
import { fingerprintConfig, manifestName, type StageManifest } from '../../shared/runtime/stage-names.ts';
import { secretId } from './handler-function.ts';
import type { OperatedParts } from './operate.ts';

/**
 * The one thing of a stage with a name that is known: the CLI finds the rest by it, whichever stack the stage is in.
 * CloudFormation generates all other names.
 */
export function addManifest(scope: Construct, { settings, ...parts }: OperatedParts): void {
  const { stage, config, secrets = {} } = settings;
  const manifest: StageManifest = {
    version: 1,
    functions: mapValues(parts.functions, ({ functionName }) => functionName),
    queues: mapValues(parts.queues, ({ queueUrl }) => queueUrl) as Record<QueueName, string>,
    deadLetters: { work: parts.deadLetters.work.queueUrl, ticks: parts.deadLetters.ticks.queueUrl },
    // A reference to a table of another stack is resolved only when this stack is deployed.
    table: parts.table.tableName,
    configFingerprint: fingerprintConfig(config),
    secrets: mapValues(secrets, secretId),
    ...(parts.mailTopic && { mailTopic: parts.mailTopic.topicArn }),
  };
  new StringParameter(scope, 'Manifest', {
    description: `Signalpost ${stage}: where its parts are`,
    parameterName: manifestName(stage),
    stringValue: Stack.of(scope).toJsonString(manifest),
  });
}

function mapValues<Value, Told>(
  record: Readonly<Record<string, Value | undefined>>,
  tell: (value: Value) => Told,
): Record<string, Told> {
  const entries = Object.entries(record).flatMap(([name, value]) => (value ? [[name, tell(value)]] : []));
  return Object.fromEntries(entries);
}

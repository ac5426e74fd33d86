import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { fingerprintConfig } from '../../shared/config/check-stage.ts';
import { manifestName, type StageManifest } from '../../shared/runtime/stage-names.ts';
import { secretId } from './handler-function.ts';
import type { OperatedParts } from './operate.ts';

/**
 * Only the manifest of a stage has a known name: the CLI finds the rest by it, whichever stack the stage is in.
 * CloudFormation generates all other names.
 */
export function addManifest(scope: Construct, { settings, ...parts }: OperatedParts): void {
  const { stage, config, secrets = {}, topic } = settings;
  const manifest: StageManifest = {
    version: 1,
    functions: mapEntries(parts.functions, ({ functionName }) => functionName),
    queues: mapEntries(parts.queues, ({ queueUrl }) => queueUrl),
    deadLetters: { work: parts.deadLetters.work.queueUrl, ticks: parts.deadLetters.ticks.queueUrl },
    // A reference to a table of another stack is resolved only when this stack is deployed.
    table: parts.table.tableName,
    configFingerprint: fingerprintConfig(config),
    secrets: mapEntries(secrets, secretId),
    ...(parts.doorUrl && { doorUrl: parts.doorUrl }),
    ...(topic && { alarmTopic: topic.topicArn }),
    ...(parts.mailTopic && { mailTopic: parts.mailTopic.topicArn }),
  };
  new StringParameter(scope, 'Manifest', {
    description: `Signalpost ${stage}: where its parts are`,
    parameterName: manifestName(stage),
    stringValue: Stack.of(scope).toJsonString(manifest),
  });
}

/** Keeps the names that have a value and get one. */
export function mapEntries<Name extends string, From, To>(
  record: Readonly<Partial<Record<Name, From>>>,
  change: (value: From, name: Name) => To | undefined,
): Record<Name, To> {
  const entries = Object.entries(record) as [Name, From | undefined][];
  const changed = entries.map(([name, value]) => [name, value && change(value, name)] as const);
  return Object.fromEntries(changed.filter(([, value]) => value)) as Record<Name, To>;
}

import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { cloudSecretName, type FunctionName, type QueueName, secretScopes } from '../../functions/wiring.ts';
import { dueIndexName } from '../../shared/ledger/table/table.ts';
import { manifestName } from '../../shared/runtime/stage-names.ts';
import { tableActions } from './keys.ts';
import type { StageSettings } from './signalpost-props.ts';

type InboundQueue = 'events' | 'urgent' | 'clicks';

export type StageQueues = Readonly<
  Record<Exclude<QueueName, InboundQueue>, Queue> & Partial<Record<InboundQueue, Queue>>
>;

export interface OperatedParts {
  readonly settings: StageSettings;
  readonly table: ITable;
  readonly functions: Readonly<Partial<Record<FunctionName, IFunction>>>;
  readonly queues: StageQueues;
  readonly deadLetters: Readonly<Record<'work' | 'ticks', Queue>>;
  readonly doorUrl: string | undefined;
  /** The topic of the alarms that are mailed. */
  readonly mailTopic: ITopic | undefined;
}

const ledgerActions = [
  ...['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  // `doctor` checks these.
  ...['DescribeTable', 'DescribeTimeToLive', 'DescribeContinuousBackups'],
];
const secretActions = [
  ...['DescribeSecret', 'GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'],
  // The first `secrets set` of a scope creates its secret, with tags.
  ...['CreateSecret', 'RestoreSecret', 'TagResource'],
];

/** Grants what the commands of the CLI do on a deployed stage; not `deploy` and `destroy`, which use CDK's roles. */
export function grantOperation(scope: Construct, grantee: IGrantable, parts: OperatedParts): Grant {
  const { settings, table, mailTopic, deadLetters } = parts;
  const allow = (service: string, actions: readonly string[], ...resourceArns: string[]): Grant =>
    Grant.addToPrincipal({ grantee, actions: actions.map((one) => `${service}:${one}`), resourceArns });
  const arnOf = (service: string, resource: string, resourceName: string, arnFormat: ArnFormat): string =>
    Stack.of(scope).formatArn({ service, resource, resourceName, arnFormat });
  const manifest = manifestName(settings.stage).slice(1);
  const grants = [
    allow('ssm', ['GetParameter'], arnOf('ssm', 'parameter', manifest, ArnFormat.SLASH_RESOURCE_NAME)),
    allow(
      'lambda',
      ['InvokeFunction', 'GetFunctionConcurrency'],
      ...Object.values(parts.functions).map((one) => one.functionArn),
    ),
    allow('dynamodb', ledgerActions, table.tableArn, `${table.tableArn}/index/${dueIndexName}`),
    allow(
      'sqs',
      ['GetQueueAttributes'],
      ...[...Object.values(parts.queues), deadLetters.work, deadLetters.ticks].map((one) => one.queueArn),
    ),
    ...(mailTopic ? [allow('sns', ['ListSubscriptionsByTopic'], mailTopic.topicArn)] : []),
  ];
  table.encryptionKey?.grant(grantee, ...tableActions);
  for (const name of secretScopes) {
    const given = settings.secrets?.[name];
    const stored = `${cloudSecretName(settings.stage, name)}-??????`;
    if (given) {
      grants.push(given.grantRead(grantee), given.grantWrite(grantee));
      grants.push(allow('secretsmanager', ['UpdateSecretVersionStage'], given.secretArn));
    } else {
      const arn = arnOf('secretsmanager', 'secret', stored, ArnFormat.COLON_RESOURCE_NAME);
      grants.push(allow('secretsmanager', secretActions, arn));
    }
  }
  return grants.reduce((all, one) => all.combine(one));
}

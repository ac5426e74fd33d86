import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  FunctionUrlAuthType,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  claiming,
  cloudSecretName,
  environment,
  type FunctionName,
  type FunctionWiring,
  functions,
  type KeyFamily,
  type LedgerAccess,
  type LedgerOperation,
  type QueueName,
} from '../../functions/wiring.ts';
import { keyFamilies } from '../../shared/ledger/items/keys.ts';
import { dueIndexName } from '../../shared/ledger/table/table.ts';
import { handlerCode } from './bundles.ts';
import { messageActions, tableActions } from './keys.ts';
import type { StageSettings } from './signalpost-props.ts';

/**
 * Lambda itself writes nothing about a call, so that an attack fills no log. The function's own lines need INFO: Lambda
 * takes a line without a level for one, such as those of metrics.
 */
const quietLogs = {
  loggingFormat: LoggingFormat.JSON,
  systemLogLevelV2: SystemLogLevel.WARN,
  applicationLogLevelV2: ApplicationLogLevel.INFO,
};

/** A function of the wiring with its own role and log group, and no rights until they are granted. */
export class HandlerFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly wiring: FunctionWiring;

  constructor(scope: Construct, id: string, name: FunctionName, settings: StageSettings) {
    super(scope, id);
    const { stage, config, encryptionKey, vpc, vpcSubnets, functionDefaults: given = {} } = settings;
    const wiring = functions[name];
    this.wiring = wiring;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: settings.logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: settings.logRemovalPolicy ?? RemovalPolicy.DESTROY,
      ...(encryptionKey && { encryptionKey }),
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: wiring.purpose,
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      description: wiring.purpose,
      runtime: Runtime.NODEJS_24_X,
      architecture: given.architecture ?? Architecture.ARM_64,
      handler: 'index.handler',
      code: handlerCode(name, config),
      timeout: given.timeout ?? Duration.seconds(wiring.timeoutSeconds),
      memorySize: given.memorySize ?? wiring.memoryMb,
      role,
      logGroup,
      environment: {
        ...given.environment,
        [environment.stage]: stage,
      },
      ...(vpc && { vpc, securityGroups: [...(settings.securityGroups ?? [])] }),
      ...(vpcSubnets && { vpcSubnets }),
      ...(wiring.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: wiring.reservedConcurrency,
        ...quietLogs,
      }),
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason:
        'A correlation id links the logs from tick to attempt. X-Ray traces would end at the ledger, ' +
        'where digests wait, would cost money, and would need a grant on every resource.',
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn);
    encryptionKey?.grant(this.lambda, ...messageActions);
    if (vpc) this.allowNetwork(role);
    this.readSecrets(settings);
  }

  /** Grants exactly the wiring's operations on the ledger's items, and the claim. */
  useLedger(table: ITable): void {
    this.lambda.addEnvironment(environment.table, table.tableName);
    for (const access of [claiming, this.wiring.ledger]) {
      for (const statement of tableStatements(access, table)) this.lambda.addToRolePolicy(statement);
    }
    table.encryptionKey?.grant(this.lambda, ...tableActions);
  }

  /** Gives it a URL that anybody may call: the function itself checks who does. */
  openToAll(): string {
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Nothing calls it asynchronously: whoever calls gets the answer, and tries again.',
    });
    return this.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE }).url;
  }

  sendTo(name: QueueName, queue: IQueue): void {
    this.lambda.addEnvironment(environment.queueUrl(name), queue.queueUrl);
    this.allow(['sqs:SendMessage'], queue.queueArn);
  }

  /** Hands alarms to all of them, in this order. */
  publishTo(topics: readonly ITopic[]): void {
    const arns = topics.map(({ topicArn }) => topicArn);
    this.lambda.addEnvironment(environment.alarmTopics, arns.join(' '));
    for (const arn of arns) this.allow(['sns:Publish'], arn);
    for (const { masterKey } of topics) masterKey?.grant(this.lambda, ...messageActions);
  }

  /** Keeps an event of a schedule or of a topic if the function failed in every try: after one minute and after two. */
  keepFailures(queue: IQueue): void {
    this.allow(['sqs:SendMessage'], queue.queueArn);
    this.lambda.configureAsyncInvoke({
      // CDK's own destination would grant more than that.
      onFailure: { bind: () => ({ destination: queue.queueArn }) },
      retryAttempts: 2,
      maxEventAge: Duration.hours(1),
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The failure destination keeps the event together with the error.',
    });
  }

  /** Secrets are given, or have the stage's names. Templates never contain or create one. */
  private readSecrets({ stage, secrets }: StageSettings): void {
    for (const scope of this.wiring.secrets) {
      const given = secrets?.[scope];
      if (given) {
        this.lambda.addEnvironment(environment.secret(scope), secretId(given));
        given.grantRead(this.lambda);
        continue;
      }
      const name = cloudSecretName(stage, scope);
      const secret = Secret.fromSecretNameV2(this, name, name);
      // Secrets Manager adds a hyphen and six random characters to the name.
      this.allow(['secretsmanager:GetSecretValue'], `${secret.secretArn}-??????`);
    }
  }

  /** CDK does it only for roles that it creates, by a managed policy that allows more. */
  private allowNetwork(role: Role): void {
    const actions = ['CreateNetworkInterface', 'DeleteNetworkInterface', 'DescribeNetworkInterfaces'];
    const permissions = actions.map((action) => `ec2:${action}`);
    this.allow(permissions, '*');
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Lambda checks these permissions without a resource.',
    });
  }

  private allow(actions: readonly string[], resource: string): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  }
}

/** A function finds a given secret by its whole ARN if that is known. */
export function secretId({ secretFullArn, secretName }: ISecret): string {
  return secretFullArn ?? secretName;
}

/** A transaction needs the action of each of its writes; it has none of its own. */
const actions: Readonly<Record<LedgerOperation, string>> = {
  get: 'dynamodb:GetItem',
  getAll: 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
};

/**
 * Operations on the same families share a statement. `ForAllValues` is true for a request without keys, so never add an
 * action that can work without a key (Scan, PartiQL).
 */
function tableStatements({ items, due }: LedgerAccess, table: ITable): PolicyStatement[] {
  const operations = Object.keys(items) as LedgerOperation[];
  const patternOf = (family: KeyFamily): string => `${keyFamilies[family]}*`;
  const alike = Map.groupBy(operations, (one) => (items[one] ?? []).map(patternOf).sort().join(' '));
  const statements = [...alike].map(([patterns, members]) => {
    return new PolicyStatement({
      actions: members.map((operation) => actions[operation]),
      resources: [table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns.split(' ') } },
    });
  });
  if (!due) return statements;
  // The index needs no condition: the due shards are the whole of it, and it holds only keys.
  const index = `${table.tableArn}/index/${dueIndexName}`;
  return [...statements, new PolicyStatement({ actions: [actions.query], resources: [index] })];
}

import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
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
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { keyFamilies } from '../../shared/ledger/keys.ts';
import { dueIndexName } from '../../shared/ledger/table/table.ts';
import { handlerCode } from './bundles.ts';

/** The stage's own table, or one that the config names. */
export type LedgerTable = Pick<ITable, 'tableName' | 'tableArn'>;

export interface HandlerFunctionProps {
  readonly name: FunctionName;
  readonly config: SignalpostConfig;
  readonly stage: string;
}

/** A function of the wiring with its own role and log group, and no rights until they are granted. */
export class HandlerFunction extends Construct {
  readonly lambda: LambdaFunction;
  private readonly wiring: FunctionWiring;

  constructor(scope: Construct, id: string, { name, config, stage }: HandlerFunctionProps) {
    super(scope, id);
    const wiring = functions[name];
    this.wiring = wiring;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: wiring.purpose,
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      description: wiring.purpose,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: handlerCode(name, config),
      timeout: Duration.seconds(wiring.timeoutSeconds),
      memorySize: wiring.memoryMb,
      role,
      logGroup,
      environment: { NODE_OPTIONS: '--enable-source-maps', [environment.stage]: stage },
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason:
        'A correlation id links the logs from tick to attempt. X-Ray traces would end at the ledger, ' +
        'where digests wait, would cost money, and would need a grant on every resource.',
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn);
  }

  /** Grants exactly the wiring's operations on the ledger's items. */
  useLedger(table: LedgerTable): void {
    this.lambda.addEnvironment(environment.table, table.tableName);
    for (const statement of tableStatements(this.wiring.ledger, table)) {
      this.lambda.addToRolePolicy(statement);
    }
  }

  sendTo(name: QueueName, queue: IQueue): void {
    this.lambda.addEnvironment(environment.queueUrl(name), queue.queueUrl);
    this.allow(['sqs:SendMessage'], queue.queueArn);
  }

  publishTo(topic: ITopic): void {
    this.lambda.addEnvironment(environment.alarmTopic, topic.topicArn);
    this.allow(['sns:Publish'], topic.topicArn);
  }

  /** The wiring's secrets, by their names: templates never contain or create secrets. */
  readSecrets(stage: string): void {
    for (const scope of this.wiring.secrets) {
      const name = cloudSecretName(stage, scope);
      const secret = Secret.fromSecretNameV2(this, name, name);
      // Secrets Manager adds a hyphen and six random characters to the name.
      this.allow(['secretsmanager:GetSecretValue'], `${secret.secretArn}-??????`);
    }
  }

  private allow(actions: readonly string[], resource: string): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  }
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
 * The policy statements for a function's operations in the wiring: operations on the same families share a statement.
 * `ForAllValues` is true for a request without keys, so never add an action that can work without a key (Scan,
 * PartiQL).
 */
function tableStatements({ items, due }: LedgerAccess, table: LedgerTable): PolicyStatement[] {
  const operations = Object.keys(items) as LedgerOperation[];
  const alike = Map.groupBy(operations, (operation) => patternsOf(items[operation] ?? []).join(' '));
  const statements = [...alike].map(([patterns, members]) => {
    return new PolicyStatement({
      actions: members.map((operation) => actions[operation]),
      resources: [table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns.split(' ') } },
    });
  });
  if (!due) return statements;
  // No condition: the due shards are the whole index, and it holds only keys.
  const index = `${table.tableArn}/index/${dueIndexName}`;
  return [...statements, new PolicyStatement({ actions: [actions.query], resources: [index] })];
}

function patternsOf(families: readonly KeyFamily[]): string[] {
  return families.map((family) => `${keyFamilies[family]}*`).sort();
}

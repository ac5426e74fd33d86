import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { environment, type FunctionWiring, type QueueName } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { dueIndexName } from '../state-stack.ts';
import { acknowledgeWildcard } from './acknowledge-wildcard.ts';
import { bundleHandler } from './handler-bundle.ts';

export interface HandlerFunctionProps {
  readonly wiring: FunctionWiring;
  readonly config: SignalpostConfig;
  readonly stage: string;
  /** @default one month */
  readonly logRetention?: RetentionDays;
}

/** One function of the wiring: its own role and log group, and nothing it may touch until it is allowed to. */
export class HandlerFunction extends Construct {
  readonly lambda: LambdaFunction;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: HandlerFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: props.wiring.purpose,
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      description: props.wiring.purpose,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: bundleHandler(props.wiring.entry, props.config),
      timeout: Duration.seconds(props.wiring.timeoutSeconds),
      memorySize: props.wiring.memoryMb,
      role: this.role,
      logGroup,
      environment: { NODE_OPTIONS: '--enable-source-maps', [environment.stage]: props.stage },
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn);
  }

  /** Reads and writes the ledger's items and blobs, by exactly the operations of its ports. */
  useLedger(table: Table, bucket: Bucket): void {
    this.lambda.addEnvironment(environment.table, table.tableName);
    this.lambda.addEnvironment(environment.bucket, bucket.bucketName);
    // A transaction needs the permission of each write in it; there is no action of its own.
    this.allow(
      ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
        (operation) => `dynamodb:${operation}`,
      ),
      table.tableArn,
    );
    this.allow(['dynamodb:Query'], `${table.tableArn}/index/${dueIndexName}`);
    this.allowBlobs(bucket);
  }

  private allowBlobs(bucket: Bucket): void {
    const blobs = bucket.arnForObjects('blobs/*');
    const policy = new Policy(this, 'BlobAccess', {
      roles: [this.role],
      statements: [
        new PolicyStatement({ actions: ['s3:GetObject', 's3:PutObject'], resources: [blobs] }),
        // Without it S3 answers "access denied" for a blob that is missing, and the alarm would mislead.
        new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
      ],
    });
    acknowledgeWildcard(
      policy,
      blobs,
      'Each blob is named by its own hash: there is no narrower name to give.',
    );
    // CDK makes a function wait for its role's default policy; without this, the first invoke could come before it.
    this.lambda.node.addDependency(policy);
  }

  sendTo(name: QueueName, queue: IQueue): void {
    this.lambda.addEnvironment(environment.queueUrl(name), queue.queueUrl);
    this.allow(['sqs:SendMessage'], queue.queueArn);
  }

  /** By their names in Secrets Manager: no template ever holds or makes one. */
  readSecrets(secretNames: readonly string[]): void {
    for (const name of new Set(secretNames)) {
      const secret = Secret.fromSecretNameV2(this, name, name);
      // Secrets Manager adds a hyphen and six random characters to the name.
      this.allow(['secretsmanager:GetSecretValue'], `${secret.secretArn}-??????`);
    }
  }

  private allow(actions: readonly string[], resource: string): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  }
}

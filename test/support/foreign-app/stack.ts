import { Duration, RemovalPolicy, Stack, Tags, Validations } from 'aws-cdk-lib';
import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { AttributeType, BillingMode, type ITable, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PermissionsBoundary, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { Signalpost } from '../../../infra/signalpost.ts';
import type { ConfigInput } from '../../../shared/config/signalpost-config.ts';

export interface ForeignConfigs {
  readonly sales: ConfigInput;
  readonly ops: ConfigInput;
  /** The stage of `sales`. @default sales */
  readonly salesStage?: string;
}

/**
 * A stack as somebody else writes it, with two Signalposts: `sales` on a key, a table and a topic that are there already,
 * `ops` with a secret of its own and otherwise by the defaults. Every role gets a boundary.
 */
export class ForeignStack extends Stack {
  readonly sales: Signalpost;
  readonly ops: Signalpost;

  constructor(scope: Construct, id: string, configs: ForeignConfigs) {
    super(scope, id);
    const key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY });
    const topic = new Topic(this, 'Pager', { masterKey: key, enforceSSL: true });
    const table = new Table(this, 'History', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    table.addGlobalSecondaryIndex({
      indexName: 'due',
      partitionKey: { name: 'dueShard', type: AttributeType.STRING },
      sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
    });
    this.sales = new Signalpost(this, 'Sales', {
      config: configs.sales,
      stage: configs.salesStage ?? 'sales',
      encryptionKey: key,
      table: table as ITable,
      logRetention: RetentionDays.ONE_WEEK,
      functionDefaults: {
        timeout: Duration.minutes(6),
        environment: { TEAM: 'sales' },
      },
      monitoring: {
        topic,
        alarms: { deadLetters: { threshold: 5 }, composingFails: false },
        dashboard: new Dashboard(this, 'Board'),
      },
    });
    this.ops = new Signalpost(this, 'Ops', {
      config: configs.ops,
      stage: 'ops',
      removalPolicy: RemovalPolicy.DESTROY,
      secrets: { api: Secret.fromSecretNameV2(this, 'ApiToken', 'ours/bridge') },
    });
    this.limit();
    Tags.of(this).add('team', 'revops');
  }

  private limit(): void {
    const boundary = new ManagedPolicy(this, 'Boundary', {
      statements: [new PolicyStatement({ actions: ['*'], resources: ['*'] })],
    });
    PermissionsBoundary.of(this).apply(boundary);
    const reason = 'A boundary of the test that limits nothing.';
    Validations.of(boundary).acknowledge(
      { id: 'AwsSolutions-IAM5[Action::*]', reason },
      { id: 'AwsSolutions-IAM5[Resource::*]', reason },
    );
  }
}

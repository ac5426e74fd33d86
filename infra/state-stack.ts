import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { stageOutputs } from '../shared/runtime/stage-names.ts';

export interface StateStackProps extends StackProps {
  /** Refuses to delete the table and the stack. @default false */
  readonly deletionProtection?: boolean;
  /**
   * The table and the bucket outlive the stack, and the table can be restored. Without it nothing is left, no backup
   * either, and the bucket has to be empty to be deleted. @default true
   */
  readonly keepState?: boolean;
}

/** The ledger: what was seen and what is owed. Deployed rarely, and outlives its stack unless told otherwise. */
export class StateStack extends Stack {
  readonly table: Table;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: StateStackProps = {}) {
    const { deletionProtection = false, keepState = true, ...stackProps } = props;
    const removalPolicy = keepState ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    super(scope, id, { terminationProtection: deletionProtection, ...stackProps });

    this.table = new Table(this, 'Ledger', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      // A table that has it leaves a backup for 35 days when it is deleted: not where nothing is to be left.
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: keepState },
      deletionProtection,
      removalPolicy,
    });
    if (!keepState) {
      Validations.of(this.table).acknowledge({
        id: 'AwsSolutions-DDB3',
        reason:
          'A stage without state to keep restores none, and its last backup would outlive it by 35 days.',
      });
    }
    this.table.addGlobalSecondaryIndex({
      indexName: dueIndexName,
      partitionKey: { name: 'dueShard', type: AttributeType.STRING },
      sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
      // Whoever reads it looks at the item itself next: more than its keys would only be paid for.
      projectionType: ProjectionType.KEYS_ONLY,
    });

    this.bucket = new Bucket(this, 'Blobs', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // A blob is named by its hash and never overwritten: older versions would only be paid for.
      versioned: false,
      lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(7) }],
      removalPolicy,
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Only the functions read and write it, and they log what they do; access logs would add a bucket.',
    });
    new CfnOutput(this, stageOutputs.table, { value: this.table.tableName });
    new CfnOutput(this, stageOutputs.bucket, { value: this.bucket.bucketName });
  }
}

/** The sparse index over what is due, which `Table.due` of the ledger queries. */
export const dueIndexName = 'due';

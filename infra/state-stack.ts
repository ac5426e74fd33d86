import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { dueIndexName } from '../shared/ledger/table/table.ts';
import { stageOutputs } from '../shared/runtime/stage-names.ts';

export interface StateStackProps extends StackProps {
  /** Refuses to delete the table and the stack. */
  readonly deletionProtection: boolean;
  /** Keeps the table, with backups, when the stack is deleted. If false, not even a backup remains. */
  readonly keepState: boolean;
}

/** The ledger's table. It changes rarely, and in most stages survives the deletion of its stack. */
export class StateStack extends Stack {
  readonly table: Table;

  constructor(scope: Construct, id: string, { deletionProtection, keepState, ...props }: StateStackProps) {
    const removalPolicy = keepState ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    super(scope, id, { terminationProtection: deletionProtection, ...props });

    this.table = new Table(this, 'Ledger', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expiresAt',
      // With recovery, AWS keeps a backup of a deleted table for 35 days. A stage without state should leave nothing.
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: keepState },
      deletionProtection,
      removalPolicy,
    });
    if (!keepState) {
      Validations.of(this.table).acknowledge({
        id: 'AwsSolutions-DDB3',
        reason:
          'A stage that keeps no state never restores it, and its last backup would outlive it by 35 days.',
      });
    }
    this.table.addGlobalSecondaryIndex({
      indexName: dueIndexName,
      partitionKey: { name: 'dueShard', type: AttributeType.STRING },
      sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
      // A reader loads the item itself next, so more than keys would only cost money.
      projectionType: ProjectionType.KEYS_ONLY,
    });
    new CfnOutput(this, stageOutputs.table, { value: this.table.tableName });
  }
}

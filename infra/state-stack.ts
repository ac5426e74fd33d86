import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { stageOutputs } from '../shared/runtime/stage-names.ts';

export interface StateStackProps extends StackProps {
  /** Refuses to delete the table and the stack. @default false */
  readonly deletionProtection?: boolean;
  /** The table outlives the stack, and can be restored. Without it nothing is left, no backup either. @default true */
  readonly keepState?: boolean;
}

/** The ledger: what was seen and what is owed. Deployed rarely, and outlives its stack unless told otherwise. */
export class StateStack extends Stack {
  readonly table: Table;

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
    new CfnOutput(this, stageOutputs.table, { value: this.table.tableName });
  }
}

/** The sparse index over what is due, which `Table.due` of the ledger queries. */
export const dueIndexName = 'due';

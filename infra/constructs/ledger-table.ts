import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { dueIndexName } from '../../shared/ledger/table/table.ts';
import { keepsState, protectsState } from '../../shared/runtime/stage-names.ts';
import type { StageSettings } from './signalpost-props.ts';

export function ledgerTable(
  scope: Construct,
  settings: Pick<StageSettings, 'stage' | 'removalPolicy' | 'tableEncryptionKey'>,
): ITable {
  const { stage, removalPolicy, tableEncryptionKey } = settings;
  const policy = removalPolicy ?? (keepsState(stage) ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY);
  const isKept = policy !== RemovalPolicy.DESTROY;
  const table = new Table(scope, 'Ledger', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'expiresAt',
    // AWS keeps a backup of a deleted table with recovery for 35 days. A stage without state should leave nothing.
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: isKept },
    deletionProtection: isKept && protectsState(stage),
    removalPolicy: policy,
    ...(tableEncryptionKey && {
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: tableEncryptionKey,
    }),
  });
  if (!isKept) {
    Validations.of(table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason:
        'A stage that keeps no state never restores it, and its last backup would outlive it by 35 days.',
    });
  }
  table.addGlobalSecondaryIndex({
    indexName: dueIndexName,
    partitionKey: { name: 'dueShard', type: AttributeType.STRING },
    sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
    // A reader loads the item itself next, so more than keys would only cost money.
    projectionType: ProjectionType.KEYS_ONLY,
  });
  // CDK's own types disagree under exactOptionalPropertyTypes.
  return table as ITable;
}

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoDbTable } from '../../shared/ledger/dynamodb/dynamodb-table.ts';
import { createLedger, type Ledger } from '../../shared/ledger/ledger.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';

export interface OpenLedger {
  readonly ledger: Ledger;
  close(): void;
}

/** The ledger in a table of this account, with the operator's credentials. */
export function openLedger(tableName: string): OpenLedger {
  const client = new DynamoDBClient(sdkSettings(3_000, 10_000));
  const table = createDynamoDbTable({ client, tableName });
  return {
    ledger: createLedger({ table, clock: systemClock, random: systemRandom }),
    close: () => client.destroy(),
  };
}

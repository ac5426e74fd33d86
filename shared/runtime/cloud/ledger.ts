import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import { createDynamoDbTable } from '../../ledger/table/dynamodb/dynamodb-table.ts';
import { environment } from '../environment.ts';
import { sdkTimeouts } from '../sdk-timeouts.ts';
import { systemClock, systemRandom } from '../system.ts';
import { variable } from './variable.ts';

export interface CloudLedger {
  readonly ledger: Ledger;
  close(): void;
}

/** The ledger over a table of DynamoDB. */
export function openCloudLedger({ tableName }: { readonly tableName: string }): CloudLedger {
  const client = new DynamoDBClient({ requestHandler: sdkTimeouts(3_000, 10_000) });
  const table = createDynamoDbTable({ client, tableName });
  return {
    ledger: createLedger({ table, clock: systemClock, random: systemRandom }),
    close: () => client.destroy(),
  };
}

/** The ledger that the deployment named for this function. */
export function cloudLedger(): Ledger {
  return openCloudLedger({ tableName: variable(environment.table) }).ledger;
}

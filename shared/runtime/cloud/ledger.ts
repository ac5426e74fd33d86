import type { DynamoDbOperations } from '../../ledger/dynamodb/call-dynamodb.ts';
import { createDynamoDbTable } from '../../ledger/dynamodb/dynamodb-table.ts';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import { cloudCall } from '../aws/cloud-call.ts';
import { dynamoDb } from '../aws/services.ts';
import { environment } from '../environment.ts';
import { systemClock, systemRandom } from '../system.ts';
import { variable } from './variable.ts';

/** The ledger that the deployment named for this function. */
export function cloudLedger(): Ledger {
  const call = cloudCall<DynamoDbOperations>(dynamoDb, 10_000);
  const table = createDynamoDbTable({ call, tableName: variable(environment.table) });
  return createLedger({ table, clock: systemClock, random: systemRandom });
}

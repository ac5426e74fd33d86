import { afterAll, beforeAll, describe } from 'vitest';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import { dynamoDbIsHere, type LocalDynamoDb, startDynamoDb } from '../../support/ledger/dynamodb.ts';
import { describeTable } from './table-suite.ts';

describe.runIf(dynamoDbIsHere())('over the API of DynamoDB', () => {
  let dynamoDb: LocalDynamoDb;
  beforeAll(async () => {
    dynamoDb = await startDynamoDb();
  });
  afterAll(() => dynamoDb.stop());

  describeTable({
    name: 'DynamoDB',
    open: async () =>
      createDynamoDbTable({ client: dynamoDb.client, tableName: await dynamoDb.createTable('ledger') }),
  });
});

import { afterAll, beforeAll, describe } from 'vitest';
import { callThroughSdk } from '../../../cli/aws/call-dynamodb.ts';
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
    name: 'DynamoDB, as the functions call it',
    open: async () =>
      createDynamoDbTable({ call: dynamoDb.call, tableName: await dynamoDb.createTable('functions') }),
  });
  describeTable({
    name: 'DynamoDB, as the commands call it',
    open: async () =>
      createDynamoDbTable({
        call: callThroughSdk(dynamoDb.client),
        tableName: await dynamoDb.createTable('commands'),
      }),
  });
});

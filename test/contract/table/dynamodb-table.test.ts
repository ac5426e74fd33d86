import { describe } from 'vitest';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import { dynamoDbIsHere, startDynamoDb } from '../../support/ledger/dynamodb.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { describeTable } from './table-suite.ts';

describe.runIf(dynamoDbIsHere())('over the API of DynamoDB', () => {
  const dynamoDb = openedForAll(startDynamoDb);

  describeTable({
    name: 'DynamoDB',
    open: async () =>
      createDynamoDbTable({ client: dynamoDb.client, tableName: await dynamoDb.createTable('ledger') }),
  });
});

import {
  BatchGetItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { CallDynamoDb, DynamoDbOperations } from '../../shared/ledger/dynamodb/call-dynamodb.ts';

type Calls = {
  readonly [Name in keyof DynamoDbOperations]: (
    input: DynamoDbOperations[Name][0],
  ) => Promise<DynamoDbOperations[Name][1]>;
};

/** The table's calls by the SDK, which finds an operator's credentials. The functions' own client knows only Lambda's. */
export function callThroughSdk(client: DynamoDBClient): CallDynamoDb {
  const calls: Calls = {
    BatchGetItem: (input) => client.send(new BatchGetItemCommand(input)),
    GetItem: (input) => client.send(new GetItemCommand(input)),
    PutItem: (input) => client.send(new PutItemCommand(input)),
    Query: (input) => client.send(new QueryCommand(input)),
    TransactWriteItems: (input) => client.send(new TransactWriteItemsCommand(input)),
    UpdateItem: (input) => client.send(new UpdateItemCommand(input)),
  };
  return (operation, input) => calls[operation](input);
}

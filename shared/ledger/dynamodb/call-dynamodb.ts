import type {
  BatchGetItemInput,
  BatchGetItemOutput,
  GetItemInput,
  GetItemOutput,
  PutItemInput,
  PutItemOutput,
  QueryInput,
  QueryOutput,
  TransactWriteItemsInput,
  TransactWriteItemsOutput,
  UpdateItemInput,
  UpdateItemOutput,
} from '@aws-sdk/client-dynamodb';

/** The operations of DynamoDB that the table uses: what each takes and answers. */
export type DynamoDbOperations = {
  readonly BatchGetItem: readonly [BatchGetItemInput, BatchGetItemOutput];
  readonly GetItem: readonly [GetItemInput, GetItemOutput];
  readonly PutItem: readonly [PutItemInput, PutItemOutput];
  readonly Query: readonly [QueryInput, QueryOutput];
  readonly TransactWriteItems: readonly [TransactWriteItemsInput, TransactWriteItemsOutput];
  readonly UpdateItem: readonly [UpdateItemInput, UpdateItemOutput];
};

/**
 * Calls an operation, with timeouts. May repeat it after a failure; a transaction it repeats under the same
 * `ClientRequestToken`, so that DynamoDB applies it once. Rejects with the service's error, its name as in the API
 * reference, or with Node's for a lost connection; `$metadata` of either says how many attempts were made.
 */
export type CallDynamoDb = <Name extends keyof DynamoDbOperations>(
  operation: Name,
  input: DynamoDbOperations[Name][0],
) => Promise<DynamoDbOperations[Name][1]>;

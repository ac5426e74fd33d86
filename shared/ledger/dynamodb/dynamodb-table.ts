import {
  BatchGetItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryInput,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  type Condition,
  dueIndexName,
  type Item,
  type Key,
  type Table,
  TableUnavailableError,
  type TableUpdate,
  type TableWrite,
} from '../table/table.ts';
import {
  checkKey,
  checkKeys,
  checkLimit,
  checkPut,
  checkTransaction,
  checkUpdate,
  nameKey,
} from '../table/table-rules.ts';
import { fromAttributes, toAttributes } from './attribute-value.ts';
import { toTableError } from './dynamodb-error.ts';
import { conditionExpression, ExpressionParts, updateExpression } from './dynamodb-expression.ts';

export interface DynamoDbTableSettings {
  /**
   * The client has timeouts. It repeats a transaction under the same `ClientRequestToken`: DynamoDB applies it once.
   */
  readonly client: DynamoDBClient;
  /** Keys `pk` and `sk`; a global secondary index `due` over `dueShard` and `dueAt`, which may project keys only. */
  readonly tableName: string;
}

export function createDynamoDbTable({ client, tableName }: DynamoDbTableSettings): Table {
  const table = { TableName: tableName };

  const query = async (input: Omit<QueryInput, 'TableName'>, after: Item | undefined) => {
    const start = after && { ExclusiveStartKey: toAttributes(after) };
    const output = await attempt(() => client.send(new QueryCommand({ ...table, ...input, ...start })));
    const last = output.LastEvaluatedKey && fromAttributes(output.LastEvaluatedKey);
    return { items: (output.Items ?? []).map(fromAttributes), last };
  };

  return {
    async get(key) {
      checkKey(key);
      const input = { ...table, Key: keyOnly(key), ConsistentRead: true };
      const { Item } = await attempt(() => client.send(new GetItemCommand(input)));
      return Item && fromAttributes(Item);
    },
    getAll: (keys) => getAll({ client, tableName }, keys),
    async query(wanted) {
      checkLimit(wanted.limit);
      const parts = new ExpressionParts();
      const { pk, prefix } = wanted;
      const ofPartition = `${parts.name('pk')} = ${parts.value(pk)}`;
      const ofPrefix = prefix ? ` AND begins_with(${parts.name('sk')}, ${parts.value(prefix)})` : '';
      const input = {
        KeyConditionExpression: ofPartition + ofPrefix,
        ConsistentRead: true,
        ...(wanted.backwards === true && { ScanIndexForward: false }),
        Limit: wanted.limit,
        ...parts.parameters(),
      };
      const { items, last } = await query(input, wanted.cursor && { ...wanted.cursor });
      return { items, ...(last && { cursor: { pk: last.pk, sk: last.sk } }) };
    },
    async put(item, condition) {
      checkPut(item);
      await attempt(() => client.send(new PutItemCommand({ ...table, ...putInput(item, condition) })));
    },
    async update(update) {
      checkUpdate(update);
      await attempt(() => client.send(new UpdateItemCommand({ ...table, ...updateInput(update) })));
    },
    async transact(writes) {
      checkTransaction(writes);
      const TransactItems = writes.map((write) => transactItem(table, write));
      await attempt(() => client.send(new TransactWriteItemsCommand({ TransactItems })), writes.length);
    },
    async due(wanted) {
      checkLimit(wanted.limit);
      const parts = new ExpressionParts();
      const [shard, dueAt] = [parts.name('dueShard'), parts.name('dueAt')];
      const until = parts.value(wanted.until);
      const within =
        wanted.from === undefined
          ? `${dueAt} <= ${until}`
          : `${dueAt} BETWEEN ${parts.value(wanted.from)} AND ${until}`;
      const input = {
        IndexName: dueIndexName,
        KeyConditionExpression: `${shard} = ${parts.value(wanted.shard)} AND ${within}`,
        ProjectionExpression: [parts.name('pk'), parts.name('sk'), shard, dueAt].join(', '),
        Limit: wanted.limit,
        ...parts.parameters(),
      };
      const after = wanted.cursor && { ...wanted.cursor, dueShard: wanted.shard };
      const { items, last } = await query(input, after);
      return { items, ...(last && { cursor: { pk: last.pk, sk: last.sk, dueAt: Number(last.dueAt) } }) };
    },
  };
}

/** DynamoDB may leave some keys of a call unread. */
async function getAll({ client, tableName }: DynamoDbTableSettings, keys: readonly Key[]) {
  checkKeys(keys);
  const found = new Map<string, Item>();
  let left = keys.map(keyOnly);
  while (left.length > 0) {
    const RequestItems = { [tableName]: { Keys: left, ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await attempt(() =>
      client.send(new BatchGetItemCommand({ RequestItems })),
    );
    for (const item of (Responses?.[tableName] ?? []).map(fromAttributes)) found.set(nameKey(item), item);
    const unread = UnprocessedKeys?.[tableName]?.Keys ?? [];
    if (unread.length >= left.length) throw new TableUnavailableError('no key was read: throttled');
    left = unread;
  }
  return keys.map((key) => found.get(nameKey(key)));
}

async function attempt<Result>(call: () => Promise<Result>, writes = 1): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw toTableError(error, writes);
  }
}

function transactItem(table: { readonly TableName: string }, write: TableWrite): TransactWriteItem {
  switch (write.kind) {
    case 'put':
      return { Put: { ...table, ...putInput(write.item, write.condition) } };
    case 'update':
      return { Update: { ...table, ...updateInput(write) } };
    case 'delete':
      return { Delete: { ...table, Key: keyOnly(write.key), ...guard(write.condition) } };
  }
}

const showItem = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

function putInput(item: Item, condition: Condition | undefined) {
  return { Item: toAttributes(item), ...guard(condition) };
}

function updateInput(update: TableUpdate) {
  const parts = new ExpressionParts();
  const UpdateExpression = updateExpression(update, parts);
  const { condition } = update;
  return {
    Key: keyOnly(update.key),
    UpdateExpression,
    ...(condition && { ConditionExpression: conditionExpression(condition, parts), ...showItem }),
    ...parts.parameters(),
  };
}

function guard(condition: Condition | undefined) {
  if (!condition) return {};
  const parts = new ExpressionParts();
  return {
    ConditionExpression: conditionExpression(condition, parts),
    ...showItem,
    ...parts.parameters(),
  };
}

function keyOnly({ pk, sk }: Key) {
  return toAttributes({ pk, sk });
}

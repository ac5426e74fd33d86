import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { lateKey, restoreMarkKey } from '../../shared/ledger/keys.ts';

type StoredItem = Readonly<Record<string, AttributeValue>>;

export interface LedgerCopy {
  readonly from: string;
  readonly to: string;
  /** Milliseconds since the epoch: items that have expired by then are left out. */
  readonly now: number;
}

export interface CopiedLedger {
  readonly copied: number;
  /** Already in the table, from an earlier copy that was interrupted. */
  readonly had: number;
  readonly expired: number;
}

const writesAtOnce = 16;
const onlyIfAbsent = { ConditionExpression: 'attribute_not_exists(pk)' } as const;

/**
 * Copies every item of a ledger into an empty table, each only if it is absent. The table must be empty: a ledger
 * that was used meanwhile has already sent what is still pending in the copy. Until the copy has ended, a mark in the
 * table says that it is incomplete; after an interruption, the same call copies the rest. Throws `ConfigurationError`
 * if one of the tables can't be used, or the SDK's error.
 */
export async function copyLedger(client: DynamoDBClient, copy: LedgerCopy): Promise<CopiedLedger> {
  if (copy.from === copy.to) throw wrongSource(`${copy.from} is the stage's own table`);
  await checkSource(client, copy.from);
  await markTarget(client, copy);
  const counts = { copied: 0, had: 0, expired: 0 };
  for await (const page of scan(client, copy.from)) {
    const alive = page.filter((item) => !hasExpired(item, copy.now));
    counts.expired += page.length - alive.length;
    checkVersions(copy.from, alive);
    const put = await inParallel(alive, writesAtOnce, (item) =>
      putIfAbsent(client, copy.to, asRestored(item)),
    );
    for (const isNew of put) counts[isNew ? 'copied' : 'had'] += 1;
  }
  await client.send(new DeleteItemCommand({ TableName: copy.to, Key: markKey }));
  return counts;
}

const markKey: StoredItem = { pk: { S: restoreMarkKey.pk }, sk: { S: restoreMarkKey.sk } };

async function checkSource(client: DynamoDBClient, from: string): Promise<void> {
  try {
    const mark = await readMark(client, from);
    if (mark !== null) throw wrongSource(`${from} is incomplete: a restore into it was interrupted`);
    // Checked before anything is written, so that a wrong table gets no mark.
    const { Items = [] } = await client.send(new ScanCommand({ TableName: from, Limit: 100 }));
    checkVersions(from, Items);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'ResourceNotFoundException') {
      throw wrongSource(`this account and region have no table ${from}, or it is still being restored`);
    }
    // The table's keys have other names.
    if (error.name === 'ValidationException') throw wrongSource(`${from} is not a ledger`);
    throw error;
  }
}

/** Every item of a ledger has a version. */
function checkVersions(from: string, items: readonly StoredItem[]): void {
  const stray = items.find(({ v }) => v?.N === undefined);
  if (stray === undefined) return;
  const key = `${stray.pk?.S ?? '?'} ${stray.sk?.S ?? '?'}`;
  throw wrongSource(`${from} is not a ledger: its item ${key} has no version`);
}

/** Throws `ConfigurationError` unless the table is empty, or holds what an earlier copy from the same table began. */
async function markTarget(client: DynamoDBClient, { from, to, now }: LedgerCopy): Promise<void> {
  const mark = await readMark(client, to);
  if (mark === from) return;
  if (mark !== null) {
    throw new ConfigurationError([
      `--from: a restore from ${mark} was interrupted; continue it with --from ${mark}`,
    ]);
  }
  const { Items = [] } = await client.send(
    new ScanCommand({ TableName: to, Limit: 1, ConsistentRead: true }),
  );
  if (Items.length > 0) {
    throw new ConfigurationError([
      `--stage: its table ${to} is not empty, and a restore would mix the two ledgers. Nothing was done; ` +
        'docs/runbook.md says how to set that table aside, under "Go back to an earlier ledger"',
    ]);
  }
  const Item = { ...markKey, from: { S: from }, startedAt: { N: String(now) }, v: { N: '1' } };
  await client.send(new PutItemCommand({ TableName: to, Item, ...onlyIfAbsent }));
}

async function readMark(client: DynamoDBClient, TableName: string): Promise<string | null> {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: markKey, ConsistentRead: true }));
  return Item === undefined ? null : (Item.from?.S ?? 'an unknown table');
}

async function* scan(client: DynamoDBClient, TableName: string): AsyncGenerator<readonly StoredItem[]> {
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey, ConsistentRead: true }));
    yield page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}

/**
 * A late slot that owes a receipt is composed under its own time, as nothing was sent under it. Something may have been
 * since the table was as it is restored: another digest under the same id would be dropped as a repeat.
 */
function asRestored(item: StoredItem): StoredItem {
  if (item.sk?.S !== lateKey('').sk) return item;
  const { receipt: _, ...rest } = item;
  return rest;
}

/** False if the item is already there. */
async function putIfAbsent(client: DynamoDBClient, TableName: string, Item: StoredItem): Promise<boolean> {
  try {
    await client.send(new PutItemCommand({ TableName, Item: { ...Item }, ...onlyIfAbsent }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

function hasExpired({ expiresAt }: StoredItem, now: number): boolean {
  return expiresAt?.N !== undefined && Number(expiresAt.N) * 1000 <= now;
}

function wrongSource(found: string): ConfigurationError {
  return new ConfigurationError([`--from: ${found}; name the table that AWS restored: --from TABLE`]);
}

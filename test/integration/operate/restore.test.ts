import { type AttributeValue, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyLedger } from '../../../cli/operate/copy-ledger.ts';
import { readVanished } from '../../../cli/operate/deploy-command.ts';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { buyerA, exampleNewSignal } from '../../support/examples/example-signals.ts';
import { freezeOldest, settleDue } from '../../support/ledger/digests.ts';
import { dynamoDbIsHere, type LocalDynamoDb, startDynamoDb } from '../../support/ledger/dynamodb.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const slot = '2026-11-21T08:00:00.000Z';
const clock = { now: () => now, sleep: async () => {} };

describe.skipIf(!dynamoDbIsHere())('a ledger that is copied from a restored table', () => {
  let dynamoDb: LocalDynamoDb;
  let tables = 0;
  let [from, to] = ['', ''];
  beforeAll(async () => {
    dynamoDb = await startDynamoDb();
  });
  afterEach(() => void vi.unstubAllEnvs());
  afterAll(() => dynamoDb.stop());
  beforeEach(async () => {
    tables += 1;
    from = await dynamoDb.createTable(`restored-${tables}`);
    to = await dynamoDb.createTable(`stage-${tables}`);
  });

  const ledgerOf = (tableName: string) =>
    createLedger({
      table: createDynamoDbTable({ client: dynamoDb.client, tableName }),
      clock,
      random: () => 0.5,
    });
  const copy = (client = dynamoDb.client) => copyLedger(client, { from, to, now });
  const itemsOf = async (TableName: string) => {
    const { Items = [] } = await dynamoDb.client.send(new ScanCommand({ TableName, ConsistentRead: true }));
    return Items.map((item) => JSON.stringify(Object.entries(item).sort())).sort();
  };
  const put = (TableName: string, Item: Record<string, AttributeValue>) =>
    dynamoDb.client.send(new PutItemCommand({ TableName, Item }));

  /** One digest that is owed, one that was delivered, a signal that waits, and one that nobody is owed. */
  async function fill(tableName: string) {
    const ledger = ledgerOf(tableName);
    for (const number of [1, 2, 3]) await ledger.record(exampleNewSignal(number, { routeIds: ['crm'] }));
    await ledger.record(exampleNewSignal(4, { routeIds: ['crm'], baseline: true }));
    for (const part of [1, 2]) {
      await freezeOldest(ledger, { routeId: 'crm', slot, part }, now, { digestId: `msg_${part}` });
    }
    await settleDue(ledger, { routeId: 'crm', slot, part: 2 }, now, { to: 'DELIVERED' });
    await ledger.beginBaseline(buyerA, now);
    return ledger;
  }

  it('is the same, item for item, and owes what it owed, under the same ids', async () => {
    const before = await fill(from);

    const copied = await copy();

    expect(await itemsOf(to)).toEqual(await itemsOf(from));
    expect(copied).toEqual({ copied: (await itemsOf(from)).length, had: 0, expired: 0 });
    const after = ledgerOf(to);
    expect(await after.describePending('crm')).toEqual(await before.describePending('crm'));
    expect((await after.listDue(now)).digests).toMatchObject([{ routeId: 'crm', slot, part: 1 }]);
    expect(await after.record(exampleNewSignal(4, { routeIds: ['crm'] }))).toBe(false);
    expect(await after.record(exampleNewSignal(5, { routeIds: ['crm'] }))).toBe(true);
  });

  it('leaves out what has expired, which AWS restores with the rest', async () => {
    await put(from, {
      pk: { S: 'R#crm' },
      sk: { S: 'DROP#1' },
      v: { N: '1' },
      expiresAt: { N: String(now / 1000) },
    });
    await put(from, {
      pk: { S: 'R#crm' },
      sk: { S: 'DROP#2' },
      v: { N: '1' },
      expiresAt: { N: String(now / 1000 + 1) },
    });

    expect(await copy()).toEqual({ copied: 1, had: 0, expired: 1 });
  });

  it('owes no receipt any more: its slot may have sent something since', async () => {
    const late = { pk: { S: 'R#crm' }, sk: { S: 'LATE' }, slot: { S: slot }, v: { N: '1' } };
    await put(from, { ...late, receipt: { BOOL: true } });
    await copy();
    expect(await itemsOf(to)).toEqual([JSON.stringify(Object.entries(late).sort())]);
  });

  it('is not whole after a copy that was cut off: no deploy goes on with it, and the same again ends it', async () => {
    await fill(from);
    let left = 5;
    const failing = Object.assign(Object.create(dynamoDb.client) as typeof dynamoDb.client, {
      send: async (command: PutItemCommand) => {
        if (command instanceof PutItemCommand && --left < 0) throw new Error('cut off');
        return dynamoDb.client.send(command);
      },
    });

    await expect(copy(failing)).rejects.toThrow('cut off');

    expect(await ledgerOf(to).readUnfinishedRestore()).toBe(from);
    const other = await dynamoDb.createTable(`other-${tables}`);
    await expect(copyLedger(dynamoDb.client, { from: other, to, now })).rejects.toThrow(`--from ${from}`);
    await expect(copyLedger(dynamoDb.client, { from: to, to: other, now })).rejects.toThrow('is incomplete');
    const { copied, had } = await copy();
    expect({ total: copied + had, some: had > 0 }).toEqual({
      total: (await itemsOf(from)).length,
      some: true,
    });
    expect(await itemsOf(to)).toEqual(await itemsOf(from));
    expect(await ledgerOf(to).readUnfinishedRestore()).toBeNull();
  });

  it('stops a deploy until it is whole', async () => {
    await put(to, { pk: { S: 'R#.restore' }, sk: { S: 'META' }, from: { S: from }, v: { N: '1' } });
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamoDb.endpoint);
    const describeStack = async () => ({ status: 'CREATE_COMPLETE', outputs: { TableName: to } });

    await expect(readVanished('prod', { routes: [] }, { describeStack })).rejects.toThrow(
      `signalpost restore --stage prod --from ${from}`,
    );
  });

  it.each([
    ['the table of the stage has something in it', 'its table', async () => void (await fill(to))],
    [
      'the source is the same table',
      "is the stage's own table",
      async () => {
        from = to;
      },
    ],
    [
      'there is no such source',
      'have no table nowhere',
      async () => {
        from = 'nowhere';
      },
    ],
    [
      'the source is another kind of table',
      'has no version',
      async () => void (await put(from, { pk: { S: 'user' }, sk: { S: 'profile' } })),
    ],
  ])('is refused where %s, and nothing is written', async (_, sentence, arrange) => {
    await arrange();
    const before = await itemsOf(to);

    await expect(copy()).rejects.toThrow(sentence);

    expect(await itemsOf(to)).toEqual(before);
  });
});

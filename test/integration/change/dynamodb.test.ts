import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { freezeOldest, settleDue } from '../../support/ledger/digests.ts';
import { dynamoDbIsHere, type LocalDynamoDb, startDynamoDb } from '../../support/ledger/dynamodb.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const pointer = { routeId: 'crm', slot: '2026-11-21T08:00:00.000Z', part: 1 };

describe.skipIf(!dynamoDbIsHere())('what a vanished route leaves, over the API of DynamoDB', () => {
  let dynamoDb: LocalDynamoDb;
  beforeAll(async () => {
    dynamoDb = await startDynamoDb();
  });
  afterAll(() => dynamoDb.stop());

  it('is kept and discarded as over SQLite', async () => {
    const tableName = await dynamoDb.createTable('vanished');
    const table = createDynamoDbTable({ client: dynamoDb.client, tableName });
    const clock = { now: () => now, sleep: async () => undefined };
    const ledger = createLedger({ table, clock, random: () => 0 });
    for (let number = 1; number <= 30; number++) {
      await ledger.record(exampleNewSignal(number, { routeIds: ['crm'] }));
    }
    await freezeOldest(ledger, pointer, now);
    const reason = 'its route is not in the config';
    await settleDue(ledger, pointer, now, { to: 'HELD', reason, misplaced: true }, false);
    expect(await ledger.findVanished([])).toMatchObject([{ routeId: 'crm', signalsWaiting: 29 }]);

    const gone = await ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'all' });
    expect(gone).toEqual({ signals: 29, signalsHeld: 0, digests: 1 });
    expect(await ledger.findVanished([])).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { openSqliteBlobs } from '../../../local/sqlite-blobs.ts';
import { openSqliteTable } from '../../../local/sqlite-table.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

it('records a signal that two buyers share for both, though both see it in the same millisecond', async () => {
  const table = openSqliteTable(':memory:');
  const blobs = openSqliteBlobs(':memory:');
  const ledger = createLedger({ table, blobs, clock: createFakeClock(), random: () => 0 });
  const record = (buyerId: string) =>
    ledger.record({
      buyerId,
      signalId: 'conference#row',
      firstSeenAt: 1_000,
      baseline: false,
      hot: false,
      hotnessRank: null,
      releaseAt: null,
      routeIds: ['crm'],
      content: {
        buyerId,
        bridgeId: 'conference',
        bridgeName: null,
        rowId: 'row',
        name: null,
        buyerName: null,
        updatedAt: null,
        columns: {},
      },
    });

  const recorded = [await record('one'), await record('other'), await record('other')];

  expect(recorded).toEqual([true, true, false]);
  const waiting = await ledger.readOutbox('crm', 10);
  expect(waiting.map(({ buyerId }) => buyerId)).toEqual(['one', 'other']);
});

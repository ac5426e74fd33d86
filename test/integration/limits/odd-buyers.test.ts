import { expect, it } from 'vitest';
import { webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { startLimitsBench } from './limits-bench.ts';
import { bridgeId, item, listOf, uuidOf } from './listing-upstream.ts';

const bench = openedForAll(() => startLimitsBench());

const buyer = 'b0000000-0000-4000-8000-00000000000a';

it("polls the buyers of a bridge's rows beside ids that are none, and one in capitals once", async () => {
  const ids = [buyer, buyer.toUpperCase(), 'CUSTOMER-7', 'a#b', '../../x', `${buyer}0`];
  const rows = ids.map((buyerId, index) => ({ rowId: uuidOf(index), buyerId, columns: {} }));
  bench.upstream.rows.set(bridgeId, rows.map((row) => JSON.stringify(row)).join(','));
  bench.upstream.lists.set(buyer, listOf([item(1), item(2)]));

  const { failures, counts } = await bench.run(bench.newState(), {
    watch: { buyers: [], bridges: [bridgeId], firstRun: 'send-all' },
  });

  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ buyersPolled: 1, signalsRecorded: 2, digestsPending: 0 });
  const asked = bench.upstream.calls.flatMap(({ buyerId }) => buyerId || []);
  expect(new Set(asked)).toEqual(new Set([buyer]));
});

it('matches a route to a bridge whose id comes in capitals', async () => {
  bench.upstream.lists.set(buyer, listOf([item(7, { bridgeId: bridgeId.toUpperCase() })]));

  const { failures } = await bench.run(bench.newState(), {
    watch: { buyers: [buyer], firstRun: 'send-all' },
    routes: [webhookRoute(bench.inbox, 'tenders', { bridges: [bridgeId] })],
  });

  expect(failures).toEqual([]);
  expect(bench.inbox.signals('tenders')).toEqual([`${bridgeId.toUpperCase()}/${uuidOf(7)}`]);
});

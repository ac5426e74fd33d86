import { expect, it } from 'vitest';
import type { PollResult } from '../../../functions/poll-signals/ports.ts';
import { buyerA, rowUuid } from '../../support/examples/example-signals.ts';
import { createFakeService, pageOf, signalOf } from '../bridge-api/fake-service.ts';
import { openHandler, routeOf } from './handler-bench.ts';

it('a page with more items than its pageSize fails the poll: nothing of it is recorded, and the scan does not count', async () => {
  const items = Array.from({ length: 300 }, (_, index) => signalOf({ rowId: rowUuid(index) }));
  const { api, sent } = createFakeService([{ json: pageOf(items, { pageSize: 20, totalPages: 15 }) }]);
  const opened = openHandler(new Map([[buyerA, {}]]), {
    hot: { topByHotness: 0, columns: [] },
    routes: [routeOf('all', {})],
    api,
  });

  const result = (await opened.poll({ buyerIds: [buyerA] })) as PollResult;

  const problem =
    'listBuyerSignals: the page has 300 items, more than its pageSize of 20 or the 1000 that a page may have';
  expect(result).toMatchObject({ polled: 0, recorded: 0, failed: [{ buyerId: buyerA, problem }] });
  expect(opened.observed).toContainEqual(expect.objectContaining({ kind: 'poll-failed', problem }));
  expect(opened.waiting('all')).toEqual([]);
  expect(await opened.ledger.readBuyer(buyerA)).toMatchObject({ state: 'BASELINING', lastCompleteAt: null });
  // The same call gives the same answer.
  expect(sent).toHaveLength(1);
});

import { expect, it } from 'vitest';
import type { PollResult } from '../../../functions/poll-signals/ports.ts';
import { buyerA, rowUuid } from '../../support/examples/example-signals.ts';
import { createFakeService, pageOf, signalOf } from '../bridge-api/fake-service.ts';
import { openHandler, routeOf } from './handler-bench.ts';

it('a service that shows the whole list on each page has all of it recorded', async () => {
  const items = Array.from({ length: 30 }, (_, index) => signalOf({ rowId: rowUuid(index) }));
  const pages = [1, 2, 3].map((pageNumber) => ({
    json: pageOf(items, { pageNumber, pageSize: 20, totalPages: 2 }),
  }));
  const { api } = createFakeService([...pages, ...pages, ...pages]);
  const opened = openHandler(new Map([[buyerA, {}]]), {
    hot: { topByHotness: 0, columns: [] },
    routes: [routeOf('all', {})],
    api,
  });

  const result = (await opened.poll({ buyerIds: [buyerA] })) as PollResult;

  expect(result).toMatchObject({ recorded: 30, failed: [] });
  expect(opened.waiting('all')).toHaveLength(30);
});

import { expect, it } from 'vitest';
import type { PollResult } from '../../../../functions/poll-signals/poll-signals.ts';
import { buyerA, rowUuid } from '../../../support/examples/example-signals.ts';
import { bridgeId, createFakeService, pageOf, signalOf } from '../../../support/fake-service.ts';
import { openHandler, routeOf } from '../handler-bench.ts';

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => signalOf({ rowId: rowUuid(index) }));

async function poll(api: ReturnType<typeof createFakeService>['api'], match = {}) {
  const opened = openHandler(new Map([[buyerA, {}]]), { routes: [routeOf('all', match)] }, {}, api);
  const result = (await opened.poll({ buyerIds: [buyerA] })) as PollResult;
  return { result, waiting: opened.waiting('all') };
}

it('a service that shows the whole list on each page has all of it recorded', async () => {
  const pages = [1, 2, 3].map((pageNumber) => ({
    json: pageOf(itemsOf(30), { pageNumber, pageSize: 20, totalPages: 2 }),
  }));
  const { result, waiting } = await poll(createFakeService([...pages, ...pages, ...pages]).api);

  expect(result).toMatchObject({ recorded: 30, failed: [] });
  expect(waiting).toHaveLength(30);
});

const usual = {
  sizeOf: (asked: number, _pageNumber: number) => asked,
  isTooLarge: (_first: number, _size: number) => false,
};

/** Refuses a page behind the last. */
function serve(count: number, odd: Partial<typeof usual>) {
  const { sizeOf, isTooLarge } = { ...usual, ...odd };
  return createFakeService([], {
    fetch: async (url) => {
      const asked = new URL(String(url)).searchParams;
      const pageNumber = Number(asked.get('pageNumber'));
      const size = sizeOf(Number(asked.get('pageSize')), pageNumber);
      const first = (pageNumber - 1) * size;
      const items = itemsOf(count).slice(first, first + size);
      const counts = { totalItems: count, totalPages: Math.ceil(count / size) };
      const page = pageOf(items, { pageNumber, pageSize: size, ...counts });
      if (isTooLarge(first, size)) return new Response(' '.repeat(10_000_001));
      return Response.json(page, { status: items.length === 0 ? 404 : 200 });
    },
  }).api;
}

const holdsFourthItem = (first: number, size: number) => first <= 3 && 3 < first + size;

it('a single item over 10 MB costs that item only, and its buyer is told as failed', async () => {
  const { result, waiting } = await poll(serve(25, { isTooLarge: holdsFourthItem }));

  expect(result.failed).toMatchObject([{ problem: expect.stringContaining('the answer is over 10 MB') }]);
  expect(waiting).toHaveLength(24);
});

it('a page size that grows fails its buyer alone, and what was shown is recorded', async () => {
  const { result } = await poll(serve(46, { sizeOf: (_, pageNumber) => (pageNumber === 1 ? 10 : 20) }));

  expect(result).toMatchObject({
    recorded: 36,
    failed: [{ buyerId: buyerA, problem: expect.stringContaining('page 2 has a page size of 20') }],
  });
});

it('a row of another buyer is counted as a signal that could not be read, and told at each poll', async () => {
  const buyers = [buyerA.toUpperCase(), undefined, 'an id of another kind', rowUuid(99)];
  const list = buyers.map((buyerId, index) => signalOf({ rowId: rowUuid(index), buyerId }));
  const { api } = createFakeService([{ json: pageOf(list) }]);
  const opened = openHandler(new Map([[buyerA, {}]]), { routes: [routeOf('all', {})] }, {}, api);
  const failed = [{ buyerId: buyerA, problem: expect.stringContaining('shows 1 row of other buyers') }];

  expect(await opened.poll({ buyerIds: [buyerA] })).toMatchObject({ recorded: 4, failed });
  expect(await opened.poll({ buyerIds: [buyerA] })).toMatchObject({ recorded: 0, failed });
  expect(opened.outboxKeys('all').filter((key) => key.includes('unreadable'))).toHaveLength(1);
  expect(await opened.ledger.signals.findKnown([`${bridgeId}#${rowUuid(3)}`])).toEqual(new Set());
  expect(await opened.ledger.buyers.read(buyerA)).toMatchObject({ state: 'LIVE', dueAt: opened.time.now });
});

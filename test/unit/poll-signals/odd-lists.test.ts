import { expect, it } from 'vitest';
import type { PollResult } from '../../../functions/poll-signals/poll-signals.ts';
import { buyerA, rowUuid } from '../../support/examples/example-signals.ts';
import {
  bridgeId,
  createFakeService,
  type FakeAnswer,
  pageOf,
  rowId,
  signalOf,
} from '../bridge-api/fake-service.ts';
import { openHandler, routeOf } from './handler-bench.ts';

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => signalOf({ rowId: rowUuid(index) }));

async function poll(api: ReturnType<typeof createFakeService>['api'], match = {}) {
  const opened = openHandler(new Map([[buyerA, {}]]), { routes: [routeOf('all', match)] }, {}, api);
  const result = (await opened.poll({ buyerIds: [buyerA] })) as PollResult;
  return { result, ledger: opened.ledger, waiting: opened.waiting('all') };
}

it('a service that shows the whole list on each page has all of it recorded', async () => {
  const pages = [1, 2, 3].map((pageNumber) => ({
    json: pageOf(itemsOf(30), { pageNumber, pageSize: 20, totalPages: 2 }),
  }));
  const { result, waiting } = await poll(createFakeService([...pages, ...pages, ...pages]).api);

  expect(result).toMatchObject({ recorded: 30, failed: [] });
  expect(waiting).toHaveLength(30);
});

/** Pages of the size that is asked for; one with the heavy item is too large unless it holds nothing else. */
function heavyListOf(count: number, heavy: number, fitsAlone: boolean) {
  const items = itemsOf(count);
  return createFakeService([], {
    fetch: async (url) => {
      const asked = new URL(String(url)).searchParams;
      const [size, number] = [Number(asked.get('pageSize')), Number(asked.get('pageNumber'))];
      const first = (number - 1) * size;
      const isHeavy = heavy >= first && heavy < first + size && !(fitsAlone && size === 1);
      const counts = { pageSize: size, totalItems: count, totalPages: Math.ceil(count / size) };
      const page = pageOf(items.slice(first, first + size), { pageNumber: number, ...counts });
      return new Response(isHeavy ? ' '.repeat(10_000_001) : JSON.stringify(page));
    },
  });
}

it('a page over 10 MB is read again in smaller pages, and nothing of it is lost', async () => {
  const { result, waiting } = await poll(heavyListOf(25, 3, true).api);

  expect(result).toMatchObject({ recorded: 25, failed: [] });
  expect(waiting).toHaveLength(25);
});

it('a single item over 10 MB costs that item only, and its buyer is told as failed', async () => {
  const { result, waiting } = await poll(heavyListOf(25, 3, false).api);

  expect(result.failed).toMatchObject([{ problem: expect.stringContaining('the answer is over 10 MB') }]);
  expect(waiting).toHaveLength(24);
});

/** The envelope tells `told` as its page size; a page behind the last is refused. */
function oddlySized(
  count: number,
  sizeOf: (pageNumber: number) => number,
  told: (size: number, items: number) => number,
) {
  return createFakeService([], {
    fetch: async (url) => {
      const number = Number(new URL(String(url)).searchParams.get('pageNumber'));
      const size = sizeOf(number);
      const items = itemsOf(count).slice((number - 1) * size, number * size);
      const counts = {
        pageSize: told(size, items.length),
        totalItems: count,
        totalPages: Math.ceil(count / size),
      };
      const page = pageOf(items, { pageNumber: number, ...counts });
      return Response.json(page, { status: items.length === 0 ? 404 : 200 });
    },
  });
}

it('a list is read to its end whose envelope counts the items of its page', async () => {
  for (const count of [3, 40, 46]) {
    const { result } = await poll(
      oddlySized(
        count,
        () => 20,
        (_, items) => items,
      ).api,
    );

    expect(result).toMatchObject({ recorded: count, failed: [] });
  }
});

it('a page size that grows fails its buyer alone, and what was shown is recorded', async () => {
  const { api } = oddlySized(
    46,
    (pageNumber) => (pageNumber === 1 ? 10 : 20),
    (size) => size,
  );
  const { result, ledger } = await poll(api);

  expect(result).toMatchObject({
    recorded: 36,
    failed: [{ buyerId: buyerA, problem: expect.stringContaining('page 2 has a page size of 20') }],
  });
  expect(await ledger.readBuyer(buyerA)).toMatchObject({ failingSince: expect.any(Number) });
});

it('a row of another buyer is counted as a signal that could not be read, and told at each poll', async () => {
  const buyers = [buyerA.toUpperCase(), undefined, 'an id of another kind', rowUuid(99)];
  const list = buyers.map((buyerId, index) => signalOf({ rowId: rowUuid(index), buyerId }));
  const opened = openHandler(
    new Map([[buyerA, {}]]),
    { routes: [routeOf('all', {})] },
    {},
    createFakeService([{ json: pageOf(list) }]).api,
  );
  const failed = [{ buyerId: buyerA, problem: expect.stringContaining('shows 1 row of other buyers') }];

  expect(await opened.poll({ buyerIds: [buyerA] })).toMatchObject({ recorded: 4, failed });
  expect(await opened.poll({ buyerIds: [buyerA] })).toMatchObject({ recorded: 0, failed });
  expect(opened.outboxKeys('all').filter((key) => key.includes('unreadable'))).toHaveLength(1);
  expect(await opened.ledger.findKnown([`${bridgeId}#${rowUuid(3)}`])).toEqual(new Set());
  expect(await opened.ledger.readBuyer(buyerA)).toMatchObject({
    state: 'LIVE',
    failingSince: expect.any(Number),
  });
});

it('a bridge whose id comes in capitals is the one that a route names', async () => {
  const item = signalOf({ rowId }, { bridgeId: bridgeId.toUpperCase() });
  const answer: FakeAnswer = { json: pageOf([item]) };

  const { waiting } = await poll(createFakeService([answer]).api, { bridges: [bridgeId] });

  expect(waiting).toHaveLength(1);
});

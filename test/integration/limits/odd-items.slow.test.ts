import { beforeEach, describe, expect, it } from 'vitest';
import { openedForAll } from '../../support/opened-for-all.ts';
import { startLimitsBench } from './limits-bench.ts';
import { bridgeId, envelope, item, type Listing, listOf, uuidOf } from './listing-upstream.ts';

const bench = openedForAll(() => startLimitsBench());
let before: number;
beforeEach(() => {
  bench.upstream.lists.clear();
  before = bench.inbox.digests.length;
});

const odd = 'b0000000-0000-4000-8000-00000000000d';
const plain = 'b0000000-0000-4000-8000-000000000001';
const taken = (route: string) =>
  bench.inbox.digests
    .slice(before)
    .filter(({ to }) => to === route)
    .flatMap(({ data }) => data.buyers);
const rowsOf = (route: string, buyerId: string) =>
  taken(route)
    .filter((buyer) => buyer.buyerId === buyerId)
    .flatMap(({ signals }) => signals.map(({ rowId }) => rowId))
    .sort();
const unreadable = (route: string) =>
  bench.inbox.digests
    .slice(before)
    .filter(({ to }) => to === route)
    .reduce((sum, { data }) => sum + data.unreadable, 0);

/** Runs twice; the plain buyer must get through at once whatever the odd one has, and nothing goes out twice. */
async function runBeside(list: Listing) {
  bench.upstream.lists.set(odd, list);
  bench.upstream.lists.set(plain, listOf([item(900), item(901)]));
  const state = bench.newState();

  const outcome = await bench.run(state);
  const sent = bench.inbox.requests.length;
  const again = await bench.run(state);

  for (const route of ['one', 'two']) expect(rowsOf(route, plain)).toEqual([uuidOf(900), uuidOf(901)]);
  expect(again.counts.signalsRecorded).toBe(0);
  expect(bench.inbox.requests).toHaveLength(sent);
  expect(bench.inbox.problems).toEqual([]);
  return outcome;
}

const withRowId = (rowId: string) =>
  `{"bridge":{"bridgeId":"${bridgeId}"},"row":{"rowId":${rowId},"name":"odd","columns":{}}}`;

describe('an id that is none', () => {
  it.each([['empty', '""']])(
    '%s: is counted as unreadable, kept, and holds up nothing',
    async (_what, rowId) => {
      const { failures } = await runBeside(listOf([item(1), withRowId(rowId), item(2)]));

      expect(failures).toEqual([]);
      for (const route of ['one', 'two']) {
        expect(rowsOf(route, odd)).toEqual([uuidOf(1), uuidOf(2)]);
        expect(unreadable(route)).toBe(1);
      }
    },
  );
});

describe('an id that is no UUID', () => {
  it('is an id like any other, with # and / and % in it too', async () => {
    const ids = ['tender 7', 'a#b', 'a/b', 'a%23b', '../x', 'ü✓', '__proto__', 'constructor'];

    const { failures } = await runBeside(listOf(ids.map((rowId, index) => item(index, { rowId }))));

    expect(failures).toEqual([]);
    for (const route of ['one', 'two']) expect(rowsOf(route, odd)).toEqual([...ids].sort());
  });
});

describe('odd JSON', () => {
  const columnsOf = (route: string, rowId: string) =>
    taken(route)
      .flatMap(({ signals }) => signals)
      .find((signal) => signal.rowId === rowId)?.columns;
  const withColumns = (columns: string) =>
    `{"bridge":{"bridgeId":"${bridgeId}"},"row":{"rowId":"${uuidOf(5)}","name":"odd","columns":${columns}}}`;

  it.each([['a number too large for any', '{"Budget":1e400,"Note":"x"}', { Budget: null, Note: 'x' }]])(
    '%s costs no other signal',
    async (_what, columns, expected) => {
      const { failures } = await runBeside(listOf([item(1), withColumns(columns), item(2)]));

      expect(failures).toEqual([]);
      for (const route of ['one', 'two']) {
        expect(rowsOf(route, odd)).toEqual([uuidOf(1), uuidOf(2), uuidOf(5)]);
        expect(columnsOf(route, uuidOf(5))).toEqual(expected);
      }
    },
  );

  it('a __proto__ key is a key like any other', async () => {
    const { failures } = await runBeside(
      listOf([withColumns('{"__proto__":{"polluted":true},"constructor":"c"}')]),
    );

    expect(failures).toEqual([]);
    const columns = columnsOf('one', uuidOf(5)) ?? {};
    expect(Object.keys(columns).sort()).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('nesting of 100,000 levels costs no other signal', async () => {
    const nested = `{"Deep":${'['.repeat(100_000)}1${']'.repeat(100_000)}}`;

    const { failures } = await runBeside(listOf([item(1), withColumns(nested), item(2)]));

    expect(failures).toEqual([]);
    for (const route of ['one', 'two']) {
      expect(rowsOf(route, odd).length + unreadable(route)).toBe(3);
      expect(rowsOf(route, odd)).toEqual(expect.arrayContaining([uuidOf(1), uuidOf(2)]));
    }
  });
});

describe('a page that is none', () => {
  it.each([
    ['no JSON', () => '{"pageNumber":1,'],
    [
      'a total too large for any number',
      () => envelope(1, 20, 1, []).replace('"totalItems":1', '"totalItems":1e400'),
    ],
  ])('%s: is told, and the other buyer is polled', async (_what, list) => {
    const { failures } = await runBeside(list);

    expect(failures).toEqual([expect.stringContaining(`buyer ${odd}: listBuyerSignals: `)]);
  });
});

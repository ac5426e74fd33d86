import { beforeEach, describe, expect, it } from 'vitest';
import { openedForAll } from '../../support/opened-for-all.ts';
import { startLimitsBench } from './limits-bench.ts';
import { item, type Listing, listOf, uuidOf } from './listing-upstream.ts';

const bench = openedForAll(() => startLimitsBench());
let before: { readonly digests: number; readonly requests: number; readonly slack: number };
beforeEach(() => {
  bench.upstream.lists.clear();
  bench.upstream.calls.length = 0;
  const { inbox, slack } = bench;
  before = { digests: inbox.digests.length, requests: inbox.requests.length, slack: slack.requests.length };
});

const large = 'b0000000-0000-4000-8000-00000000000d';
const plain = 'b0000000-0000-4000-8000-000000000001';

const signalsOf = (route: string) =>
  bench.inbox.digests
    .slice(before.digests)
    .filter(({ to }) => to === route)
    .flatMap(({ data }) => data.buyers.flatMap(({ signals }) => signals));
const rowsOf = (route: string) =>
  signalsOf(route)
    .map(({ rowId }) => rowId)
    .sort();
const slackTexts = () => bench.slack.requests.slice(before.slack).map(({ body }) => body);

/** Runs twice beside a plain buyer; every message is within its destination's limits, and none goes out twice. */
async function runBeside(list: Listing) {
  bench.upstream.lists.set(large, list);
  bench.upstream.lists.set(plain, listOf([item(900)]));
  const state = bench.newState();

  const outcome = await bench.run(state);
  const sent = bench.inbox.requests.length + bench.slack.requests.length;
  const again = await bench.run(state);

  expect(again.counts).toMatchObject({ signalsRecorded: 0, digestsPending: 0 });
  expect(bench.inbox.requests.length + bench.slack.requests.length).toBe(sent);
  expect(bench.inbox.problems).toEqual([]);
  for (const { body } of bench.inbox.requests.slice(before.requests)) {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
  }
  for (const body of slackTexts()) {
    expect(Buffer.byteLength(JSON.stringify(JSON.parse(body).blocks))).toBeLessThan(12_000);
  }
  return outcome;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const text = (bytes: number) =>
  'Die Prüfung. '.repeat(bytes / 14).padEnd(bytes - Math.floor(bytes / 14), '.');

function expectAll(rows: readonly string[]): void {
  const expected = [...rows, uuidOf(900)].sort();
  for (const route of ['one', 'two']) expect(rowsOf(route)).toEqual(expected);
  for (const name of ['Signal 900', 'Signal 0']) {
    expect(slackTexts().filter((body) => new RegExp(`${name}\\b`).test(body))).toHaveLength(1);
  }
}

describe('a large item', () => {
  it.each([
    ['a text of 390 KB', { Text: text(390_000) }],
    ['a text of 5 MB', { Text: text(5_000_000) }],
    ['200 columns of 2 KB', Object.fromEntries(numbers(200).map((n) => [`Column ${n}`, text(2_000)]))],
    ['a list of 100,000 numbers', { List: numbers(100_000) }],
    ['5,000 columns', Object.fromEntries(numbers(5_000).map((n) => [`Column ${n}`, n]))],
  ])('with %s goes to every route, cut, and says so', async (_what, columns) => {
    const { failures } = await runBeside(listOf([item(0, { columns }), item(1)]));

    expect(failures).toEqual([]);
    expectAll([uuidOf(0), uuidOf(1)]);
    for (const route of ['one', 'two']) {
      expect(signalsOf(route).find(({ rowId }) => rowId === uuidOf(0))).toMatchObject({ truncated: true });
    }
  });
});

describe('a large page', () => {
  it('over the cap of 10 MB is read again in smaller pages, and nothing of it is lost', async () => {
    const items = numbers(45).map((n) => item(n, { columns: { Text: text(n < 20 ? 10 : 600_000) } }));

    const { failures, observations } = await runBeside(listOf(items));

    expect(failures).toEqual([]);
    expectAll(numbers(45).map(uuidOf));
    expect(observations).toContainEqual(
      expect.objectContaining({ kind: 'buyer-polled', buyerId: large, accepted: true, listed: 45 }),
    );
  });

  it('of a single item over the cap costs that item only, and is told', async () => {
    const items = numbers(30).map((n) => item(n, { columns: { Text: text(n === 3 ? 11_000_000 : 10) } }));

    const { failures } = await runBeside(listOf(items));

    expect(failures).toEqual([
      expect.stringContaining(`buyer ${large}: listBuyerSignals: the answer is over 10 MB`),
    ]);
    expectAll(
      numbers(30)
        .filter((n) => n !== 3)
        .map(uuidOf),
    );
  });
});

it('a hundred items of 390 KB that wait at once are composed in the time of a function', async () => {
  const items = numbers(100).map((n) => item(n, { columns: { Text: text(390_000) } }));

  const { failures, counts } = await runBeside(listOf(items));

  expect(failures).toEqual([]);
  expect(counts.digestsPending).toBe(0);
  expectAll(numbers(100).map(uuidOf));
});

/**
 * A page of the sandbox with 100,000 rows against one with 1,000: `node test/bench/sandbox.bench.ts`. Both are asked in
 * turn in one run, so that a busy machine slows both; fails when a median is ten times the small one's or more.
 */
import { createSandboxApp } from '../../sandbox/app.ts';
import { makeWorld } from '../../sandbox/data/world.ts';
import { openStore } from '../../sandbox/store/open-store.ts';

const sizes = [1_000, 100_000] as const;
const mostTimes = 10;
const rounds = 60;

interface Ask {
  readonly path: string;
  readonly body?: unknown;
}

const [small, large] = sizes.map((signals) => {
  const started = performance.now();
  const world = makeWorld({ seed: 1, buyers: 60, bridges: 8, signals });
  const { store } = openStore(':memory:', world, Date.now());
  console.log(`${signals} rows seeded in ${Math.round(performance.now() - started)} ms`);
  const { app } = createSandboxApp({
    store,
    token: 'bench',
    now: () => Date.now(),
    report: (error) => {
      throw error;
    },
  });
  const [tenders] = world.bridges;
  const busiest = store.value('SELECT buyer_id FROM rows GROUP BY buyer_id ORDER BY count(*) DESC LIMIT 1');
  if (!tenders) throw new Error('no bridge to ask for');
  return { app, tenders, buyerId: String(busiest) };
});
if (!small || !large) throw new Error('two sandboxes are compared');
type Side = typeof small;

const columnOf = (side: Side, name: string) =>
  side.tenders.columns.find((column) => column.name === name)?.columnId;
const signals = (side: Side, query: string): Ask => ({
  path: `feed/all/buyer-signals?pageSize=5&buyerId=${side.buyerId}${query}`,
});
const rows = (side: Side, body: unknown, page = 1): Ask => ({
  path: `bridge/${side.tenders.bridgeId}/row?pageSize=20&pageNumber=${page}`,
  body,
});

const asks: Readonly<Record<string, (side: Side) => Ask>> = {
  'signals by date': (side) => signals(side, ''),
  'signals by hotness': (side) => signals(side, '&sort=Hotness&relativeDatePeriodFrom=LastThreeMonths'),
  'signals, two statuses and a type': (side) => signals(side, '&status=New&status=Saved&filterType=RFP'),
  'rows, unsorted': (side) => rows(side, {}),
  'rows, page 5': (side) => rows(side, {}, 5),
  'rows, latest update first': (side) =>
    rows(side, { sorts: [{ column: 'rowUpdatedAt', direction: 'DESC' }] }),
  'rows, best Match Score first': (side) =>
    rows(side, { sorts: [{ column: columnOf(side, 'Match Score'), direction: 'DESC' }] }),
  'rows, one status': (side) =>
    rows(side, { filters: { terms: [{ field: 'status', operation: 'Equals', value: 'New' }] } }),
  'search, a word of most rows': (side) => rows(side, { query: 'RFP' }),
  'search, two words': (side) => rows(side, { query: 'roof replacement' }),
  'search, a rare word': (side) => rows(side, { query: 'Lucía' }),
};

async function timeOf({ app }: Side, { path, body }: Ask): Promise<number> {
  const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'PUT', headers, body: JSON.stringify(body) };
  const started = performance.now();
  const answer = await app.request(`/api/external/${path}`, init);
  const page = (await answer.json()) as { result?: readonly unknown[] };
  const took = performance.now() - started;
  if (!page.result?.length) throw new Error(`${path} answered ${answer.status} without a row`);
  return took;
}

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

let tooSlow = 0;
for (const [name, ask] of Object.entries(asks)) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.small.push(await timeOf(small, ask(small)));
    times.large.push(await timeOf(large, ask(large)));
  }
  const ratio = median(times.large) / median(times.small);
  if (ratio >= mostTimes) tooSlow += 1;
  const figures = `${median(times.small).toFixed(2)} ms, ${median(times.large).toFixed(2)} ms, ratio ${ratio.toFixed(1)}`;
  console.log(`${ratio < mostTimes ? 'ok  ' : 'SLOW'} ${name.padEnd(34)} ${figures}`);
}
process.exitCode = tooSlow === 0 ? 0 : 1;

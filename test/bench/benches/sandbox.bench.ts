/** Questions to a sandbox with 100,000 rows against one with 1,000, in turn, so that a busy machine slows both. */
import { createSandboxApp } from '../../../sandbox/app.ts';
import { makeWorld } from '../../../sandbox/data/world.ts';
import { openStore } from '../../../sandbox/store/open-store.ts';
import { type Measured, medianOf, runs, type StartProgress } from '../figure.ts';

const sizes = { small: 1_000, large: 100_000 };
const asksARun = 5;

interface Ask {
  readonly path: string;
  readonly body?: unknown;
}

function openSide(rows: number) {
  const world = makeWorld({ seed: 1, buyers: 60, bridges: 8, signals: rows });
  const { store } = openStore(':memory:', world, Date.now());
  const { app } = createSandboxApp({
    store,
    token: 'bench',
    now: () => Date.now(),
    report: (error) => {
      throw error;
    },
  });
  const [tenders] = world.bridges;
  if (!tenders) throw new Error('no bridge to ask for');
  const busiest = store.value('SELECT buyer_id FROM rows GROUP BY buyer_id ORDER BY count(*) DESC LIMIT 1');
  return { app, tenders, buyerId: String(busiest) };
}
type Side = ReturnType<typeof openSide>;

const signals = (side: Side, query: string): Ask => ({
  path: `feed/all/buyer-signals?pageSize=5&buyerId=${side.buyerId}${query}`,
});
const rows = (side: Side, body: unknown, page = 1): Ask => ({
  path: `bridge/${side.tenders.bridgeId}/row?pageSize=20&pageNumber=${page}`,
  body,
});
const sortedBy = (column: string | undefined) => ({ sorts: [{ column, direction: 'DESC' }] });
const columnOf = (side: Side, name: string) =>
  side.tenders.columns.find((column) => column.name === name)?.columnId;

const asks: Readonly<Record<string, (side: Side) => Ask>> = {
  'signals by date': (side) => signals(side, ''),
  'signals by hotness': (side) => signals(side, '&sort=Hotness&relativeDatePeriodFrom=LastThreeMonths'),
  'signals, two statuses and a type': (side) => signals(side, '&status=New&status=Saved&filterType=RFP'),
  'rows, unsorted': (side) => rows(side, {}),
  'rows, page 5': (side) => rows(side, {}, 5),
  'rows, latest update first': (side) => rows(side, sortedBy('rowUpdatedAt')),
  'rows, best Match Score first': (side) => rows(side, sortedBy(columnOf(side, 'Match Score'))),
  'rows, one status': (side) =>
    rows(side, { filters: { terms: [{ field: 'status', operation: 'Equals', value: 'New' }] } }),
  'search, a word of most rows': (side) => rows(side, { query: 'RFP' }),
  'search, two words': (side) => rows(side, { query: 'roof replacement' }),
  'search, a rare word': (side) => rows(side, { query: 'Lucía' }),
};

export async function measure(startProgress: StartProgress): Promise<Measured> {
  const [small, large] = [openSide(sizes.small), openSide(sizes.large)];
  const ratios = new Map(Object.keys(asks).map((name): [string, number[]] => [name, []]));
  const progress = startProgress('round', runs);
  for (let round = 0; round < runs; round += 1) {
    for (const [name, ask] of Object.entries(asks)) ratios.get(name)?.push(await compare(small, large, ask));
    progress.step();
  }
  progress.end();
  const [slowest] = [...ratios].sort(([, one], [, other]) => medianOf(other) - medianOf(one));
  if (!slowest) throw new Error('nothing was asked');
  const [name, samples] = slowest;
  return {
    figures: [
      {
        id: 'sandbox/rows',
        what: `sandbox, a page of 100,000 rows against 1,000; slowest question: ${name}`,
        unit: '×',
        goal: { is: 'at most', value: 10 },
        samples,
      },
    ],
  };
}

async function compare(small: Side, large: Side, ask: (side: Side) => Ask): Promise<number> {
  const times = { small: [] as number[], large: [] as number[] };
  for (let asked = 0; asked < asksARun; asked += 1) {
    times.small.push(await timeOf(small, ask(small)));
    times.large.push(await timeOf(large, ask(large)));
  }
  return medianOf(times.large) / medianOf(times.small);
}

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

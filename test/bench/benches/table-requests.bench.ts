/** Requests that polls make to the ledger's table, counted: of ten buyers each quarter of an hour, for two hours and a half. */
import { createHandler as createPollSignals } from '../../../functions/poll-signals/handler.ts';
import { addSignals } from '../../../sandbox/control/add-signals.ts';
import { createBridgeApi } from '../../../shared/bridge-api/index.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { createCountingTable, type TableRequests } from '../../support/ledger/counting-table.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';
import { openSandboxApp, sandboxToken } from '../../support/upstream/sandbox-app.ts';
import { atMost, counted, type Measured } from '../report/figure.ts';

const buyers = 10;
const everyMs = 15 * 60_000;
/** Two hours: some writes come once an hour. */
const quietPolls = 8;
const manySignals = 20;

export async function measure(): Promise<Measured> {
  const polled = await openPolledBuyers();
  const quiet = { reads: [] as number[], writes: [] as number[] };
  for (let poll = 0; poll < quietPolls; poll += 1) {
    const { reads, writes } = await polled.poll();
    quiet.reads.push(reads / buyers);
    quiet.writes.push(writes / buyers);
  }
  // A bridge's columns are learned once a day, and a route is registered once: a first round does both.
  for (const buyerId of polled.buyerIds) polled.addSignals(buyerId, 1);
  await polled.poll();
  await polled.poll();
  for (const buyerId of polled.buyerIds) polled.addSignals(buyerId, 1);
  const single = await polled.poll();
  await polled.poll();
  const [first = ''] = polled.buyerIds;
  polled.addSignals(first, manySignals);
  const many = await polled.poll();
  if (single.recorded !== buyers || many.recorded !== manySignals) throw new Error('signals are missing');
  const quietReads = Math.min(...quiet.reads) * buyers;
  const id = (name: string) => `table-requests/${name}`;
  const of = (what: string) => `table requests of ${what}`;
  return {
    figures: [
      counted(id('quiet-writes'), of('a quiet poll: writes'), '', atMost(0), quiet.writes),
      counted(id('quiet-reads'), of('a quiet poll: reads'), '', null, quiet.reads),
      counted(id('one-writes'), of('one new signal: writes'), '', atMost(2), [single.writes / buyers]),
      counted(id('one-reads'), of('one new signal: reads beyond a quiet poll'), '', null, [
        (single.reads - quietReads) / buyers,
      ]),
      counted(id('many'), of('each of 20 new signals of a buyer, reads and writes'), '', atMost(2), [
        (many.writes + many.reads - quietReads) / manySignals,
      ]),
    ],
  };
}

/** The buyers of one poll message over a sandbox, with the requests that poll-signals makes to the ledger's table. */
async function openPolledBuyers() {
  const clock = createFakeClock(Date.parse('2026-11-23T09:00:00Z'));
  const random = seededRandom(3);
  const plan = { seed: 1, buyers, bridges: 4, signals: 8 * buyers };
  const { world, store, app } = openSandboxApp(plan, clock.now);
  const buyerIds = world.buyers.map(({ buyerId }) => buyerId);
  const table = createCountingTable(createMemoryTable());
  const api = createBridgeApi({
    baseUrl: 'http://127.0.0.1',
    token: async () => sandboxToken,
    fetch: async (url, init) => app.request(String(url), init),
    clock,
    random,
  });
  const pollSignals = createPollSignals({
    config: checkConfig({
      api: { baseUrl: 'https://sandbox.example', token: { secret: 'TOKEN' } },
      watch: { buyers: buyerIds },
      hot: { topByHotness: 0 },
      routes: [{ id: 'all', when: 'immediately', to: { type: 'slack', webhookUrl: { secret: 'SLACK' } } }],
    }),
    clock,
    observe: () => undefined,
    ledger: createLedger({ table, clock, random }),
    api,
    eventApi: api,
    queue: () => ({ send: async () => undefined }),
  });
  /** Polls all buyers a quarter of an hour later. Without the requests of the limiter, which go by time. */
  const poll = async (): Promise<TableRequests & { readonly recorded: number }> => {
    await clock.sleep(everyMs);
    const answer = await pollSignals({ buyerIds }, { getRemainingTimeInMillis: () => 300_000 });
    if (!('recorded' in answer) || answer.failed.length > 0) throw new Error(JSON.stringify(answer));
    return { ...table.takeRequests(), recorded: answer.recorded };
  };
  // The first poll records the baseline; the second one may still learn something.
  await poll();
  await poll();
  return {
    buyerIds,
    poll,
    addSignals: (buyerId: string, count: number) => void addSignals(store, { buyerId, count }, clock.now()),
  };
}

import { createHandler as createPollSignals } from '../../../functions/poll-signals/handler.ts';
import { addSignals } from '../../../sandbox/control/add-signals.ts';
import { createBridgeApi } from '../../../shared/bridge-api/index.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { createCountingTable, type TableRequests } from '../ledger/counting-table.ts';
import { createMemoryTable } from '../ledger/memory-table.ts';
import { seededRandom } from '../seeded-random.ts';
import { createFakeClock } from '../time/fake-clock.ts';
import { openSandboxApp, sandboxToken } from '../upstream/sandbox-app.ts';

const everyMs = 15 * 60_000;

/** The buyers of one poll message over a sandbox, with the requests that poll-signals makes to the ledger's table. */
export async function openPolledBuyers(buyers: number) {
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
    /** Gives a buyer so many new signals. */
    addSignals: (buyerId: string, count: number) => void addSignals(store, { buyerId, count }, clock.now()),
  };
}

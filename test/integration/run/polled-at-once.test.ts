import { expect, it } from 'vitest';
import type { Observation } from '../../../functions/observations/observation.ts';
import { openState } from '../../../machine/pipeline/open-state.ts';
import { openPipeline } from '../../../machine/pipeline/pipeline.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { signingSecret, startRunBench, token, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const secrets: Readonly<Record<string, string>> = {
  BRIDGE_ACCESS_TOKEN: token,
  DIGEST_SIGNING_SECRET: signingSecret,
};
const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 12, bridges: 2 }));

/** The whole pipeline on one machine: every buyer was read by a tick, and no schedule runs. */
async function openRead() {
  const observed: Observation[] = [];
  const pipeline = openPipeline({
    config: checkConfig({
      api: { baseUrl: bench.sandbox.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { bridges: bench.bridgeIds, firstRun: 'baseline' },
      hot: { topByHotness: 1 },
      inbound: { events: { signingSecret: { secret: 'EVENTS_SIGNING_SECRET' } } },
      routes: [webhookRoute(bench.inbox, 'crm')],
      local: true,
    }),
    state: openState(bench.newState().directory),
    secrets: { get: async (name) => secrets[name] as string },
    observe: (observation) => void observed.push(observation),
  });
  // The first look at a bridge only finds where the next one begins.
  for (const _ of [1, 2]) {
    await pipeline.call('plan-polls', {});
    await pipeline.queues.of.poll.drain();
  }
  return { observed, events: pipeline.queues.of.events, close: pipeline.close };
}

it('an event of a buyer, and one of a bridge, bring a hot signal to its receiver, with its summary', async () => {
  const [named = '', found = ''] = bench.buyerIds;
  const [tenders = '', other = ''] = bench.bridgeIds;
  const { observed, events, close } = await openRead();
  const addHot = async (buyerId: string, bridgeId: string, columns = {}): Promise<string> => {
    await bench.control(`summaries/${buyerId}`, { state: 'ready' });
    return (await bench.addSignals({ buyerId, bridgeId, hotness: 1, columns })).join();
  };
  const signals = [
    await addHot(named, other),
    // What has closed would not be hot by its place.
    await addHot(found, tenders, { 'Due Date': '2099-12-31' }),
  ];
  expect(bench.inbox.signals()).toEqual([]);

  await events.send([{ buyerIds: [named] }, { bridgeId: tenders }]);

  await expect.poll(() => bench.inbox.signals().sort(), { timeout: 60_000 }).toEqual(signals.sort());
  await close();
  const buyers = bench.inbox.buyers().map(({ buyerId, summaryStatus }) => [buyerId, summaryStatus]);
  expect(Object.fromEntries(buyers)).toEqual({ [named]: 'ready', [found]: 'ready' });
  expect(observed.filter(({ kind }) => kind === 'events-delayed')).toEqual([]);
  expect(bench.inbox.problems).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../functions/observations/observation.ts';
import { openState } from '../../../machine/pipeline/open-state.ts';
import { openPipeline } from '../../../machine/pipeline/pipeline.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import type { EventMessage } from '../../../shared/domain/polling/poll-message.ts';
import { signingSecret, startRunBench, token, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const secrets: Readonly<Record<string, string>> = {
  BRIDGE_ACCESS_TOKEN: token,
  DIGEST_SIGNING_SECRET: signingSecret,
};

describe('an event, in the whole pipeline on one machine', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 12, bridges: 2 }));

  /** Every buyer was read by a tick, and no schedule runs. */
  async function openRead(id: string) {
    const observed: Observation[] = [];
    const pipeline = openPipeline({
      config: checkConfig({
        api: { baseUrl: bench.sandbox.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
        watch: { bridges: bench.bridgeIds, firstRun: 'baseline' },
        hot: { topByHotness: 1 },
        inbound: { events: { signingSecret: { secret: 'EVENTS_SIGNING_SECRET' } } },
        routes: [webhookRoute(bench.inbox, id)],
        local: true,
      }),
      state: openState(bench.newState().directory),
      secrets: { get: async (name) => secrets[name] as string },
      observe: (observation) => void observed.push(observation),
    });
    const { queues } = pipeline;
    // The first look at a bridge only finds where the next one begins.
    for (const _ of [1, 2]) {
      await pipeline.call('plan-polls', {});
      await queues.of.poll.drain();
    }
    const tell = (message: EventMessage) => queues.of.events.send([message]);
    return { observed, tell, close: pipeline.close };
  }

  const addHot = async (buyerId: string): Promise<string> => {
    await bench.control(`summaries/${buyerId}`, { state: 'ready' });
    // What has closed would not be hot by its place.
    const wish = { buyerId, hotness: 1, columns: { 'Due Date': '2099-12-31' } };
    return (await bench.addSignals(wish)).join();
  };

  it.each(['buyer', 'bridge'] as const)(
    'brings the hot signal of a %s to its receiver, with its summary',
    async (what) => {
      const [buyerId = ''] = bench.buyerIds;
      const { observed, tell, close } = await openRead(what);
      const signal = await addHot(buyerId);
      expect(bench.inbox.signals()).not.toContain(signal);

      await tell(what === 'buyer' ? { buyerIds: [buyerId] } : { bridgeId: signal.split('/')[0] });

      const here = () => bench.inbox.signals().includes(signal);
      await expect.poll(here, { timeout: 60_000 }).toBe(true);
      await close();
      expect(bench.inbox.buyers(what)).toMatchObject([{ buyerId, summaryStatus: 'ready' }]);
      expect(observed.filter(({ kind }) => kind === 'events-delayed')).toEqual([]);
      expect(bench.inbox.problems).toEqual([]);
    },
  );
});

import { beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, countsOf, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

describe('hot signals', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 0 }));
  let ready: string;
  let generating: string;
  let slow: string;
  /** `bridgeId/rowId` of each buyer's hot and cold signal. */
  const hot = new Map<string, string>();
  const cold = new Map<string, string>();

  const add = async (wish: Readonly<Record<string, unknown>>) => (await bench.addSignals(wish)).join();
  const summaryOf = (to: string, buyerId: string) =>
    bench.inbox.buyers(to).find((one) => one.buyerId === buyerId && one.signals.some((signal) => signal.hot));
  const openState = (id: string, buyers: readonly string[]): BenchState => {
    const state = bench.newState();
    state.configure({
      watch: { buyers, firstRun: 'send-all' },
      hot: { topByHotness: 1 },
      summaries: { waitAtMost: '10 minutes' },
      routes: [webhookRoute(bench.inbox, id)],
    });
    return state;
  };

  beforeAll(async () => {
    [ready = '', generating = '', slow = ''] = bench.buyerIds;
    // What has closed would not be hot by its rank.
    const columns = { 'Due Date': '2099-12-31' };
    for (const buyerId of bench.buyerIds) {
      hot.set(buyerId, await add({ buyerId, hotness: 1, bridgeId: bench.bridgeIds[0], columns }));
      cold.set(buyerId, await add({ buyerId, hotness: 0, bridgeId: bench.bridgeIds[1] }));
      await bench.control(`summaries/${buyerId}`, { state: buyerId === ready ? 'ready' : 'generating' });
    }
  });

  it('are sent with their summary, and by a later run where it is generated for longer', async () => {
    const state = openState('all', [ready, generating]);
    const first = await state.runOnce();
    const sent = bench.inbox.signals();

    expect(first.exitCode, first.stderr).toBe(0);
    const counts = { buyersPolled: 2, signalsRecorded: 4, hotSignals: 2, summariesFetched: 1 };
    expect(countsOf(first)).toMatchObject({ ...counts, digestsPending: 0, signalsWaiting: 1 });
    expect(summaryOf('all', ready)).toMatchObject({
      summaryStatus: 'ready',
      summary: { whatsRecent: { sections: expect.arrayContaining([expect.anything()]) } },
      signals: [{ hot: true, hotnessRank: 1 }, { hot: false }],
    });
    expect(sent).not.toContain(hot.get(generating));
    expect(sent).toContain(cold.get(generating));

    await bench.control(`summaries/${generating}`, { state: 'ready' });
    const second = await state.runOnce();

    expect(second.exitCode, second.stderr).toBe(0);
    expect(countsOf(second)).toMatchObject({ signalsRecorded: 0, summariesFetched: 1, digestsPending: 0 });
    expect(bench.inbox.signals().filter((signal) => signal === hot.get(generating))).toHaveLength(1);
    expect(summaryOf('all', generating)).toMatchObject({ summaryStatus: 'ready' });
    expect(bench.inbox.problems).toEqual([]);
  });

  it('are sent by the first run itself when their summary is ready within seconds', async () => {
    const asked = () => bench.calls('/summary');
    const before = asked();

    const running = openState('patient', [slow]).runOnce();
    await expect.poll(() => asked() - before, { timeout: 30_000 }).toBeGreaterThan(0);
    await bench.control(`summaries/${slow}`, { state: 'ready' });
    const result = await running;

    expect(result.exitCode, result.stderr).toBe(0);
    expect(countsOf(result)).toMatchObject({ summariesFetched: 1, digestsPending: 0 });
    expect(bench.inbox.signals('patient').sort()).toEqual([hot.get(slow), cold.get(slow)].sort());
    expect(summaryOf('patient', slow)).toMatchObject({ summaryStatus: 'ready' });
  });
});

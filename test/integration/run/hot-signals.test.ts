import { beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, countsOf, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

interface Added {
  readonly signals: readonly { readonly bridgeId: string; readonly rowId: string }[];
}

describe('hot signals', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 5, signals: 0 }));
  let state: BenchState;
  const buyer: Record<'ready' | 'generating' | 'stale' | 'none' | 'slow', string> = {
    ready: '',
    generating: '',
    stale: '',
    none: '',
    slow: '',
  };
  /** `bridgeId/rowId` of each buyer's hot and cold signal. */
  const hot = new Map<string, string>();
  const cold = new Map<string, string>();

  const add = async (buyerId: string, wishes: Readonly<Record<string, unknown>>): Promise<string> => {
    const { signals } = await bench.control<Added>('signals', { buyerId, ...wishes });
    return signals.map(({ bridgeId, rowId }) => `${bridgeId}/${rowId}`).join();
  };
  const routes = () => [webhookRoute(bench.inbox, 'all'), webhookRoute(bench.inbox, 'hot', { hot: true })];
  const summaryOf = (to: string, buyerId: string) =>
    bench.inbox.buyers(to).find((one) => one.buyerId === buyerId && one.signals.some((signal) => signal.hot));

  beforeAll(async () => {
    for (const [index, name] of Object.keys(buyer).entries()) {
      buyer[name as keyof typeof buyer] = bench.buyerIds[index] ?? '';
    }
    // What has closed would not be hot by its rank.
    const columns = { 'Due Date': '2099-12-31' };
    for (const buyerId of bench.buyerIds.slice(0, 5)) {
      hot.set(buyerId, await add(buyerId, { hotness: 1, bridgeId: bench.bridgeIds[0], columns }));
      cold.set(buyerId, await add(buyerId, { hotness: 0, bridgeId: bench.bridgeIds[1] }));
    }
    for (const name of ['ready', 'generating', 'stale', 'none'] as const) {
      await bench.control(`summaries/${buyer[name]}`, { state: name });
    }
    await bench.control(`summaries/${buyer.slow}`, { state: 'generating' });
    state = bench.newState();
    state.configure({
      watch: { buyers: bench.buyerIds.slice(0, 4), firstRun: 'send-all' },
      hot: { topByHotness: 1 },
      summaries: { waitAtMost: '10 minutes' },
      routes: routes(),
    });
  });

  describe('after a first run, with one summary still being generated', () => {
    beforeAll(async () => {
      const result = await state.runOnce();

      expect(result.exitCode, result.stderr).toBe(0);
      expect(countsOf(result)).toMatchObject({
        buyersPolled: 4,
        signalsRecorded: 8,
        hotSignals: 4,
        summariesFetched: 2,
        digestsPending: 0,
        signalsWaiting: 2,
      });
    });

    it('carry the summary of their buyer', () => {
      expect(summaryOf('all', buyer.ready)).toMatchObject({
        summaryStatus: 'ready',
        summary: { whatsRecent: { sections: expect.arrayContaining([expect.anything()]) } },
        signals: [{ hot: true, hotnessRank: 1 }, { hot: false }],
      });
    });

    it('are not sent while their summary is being generated, unlike the others', () => {
      const sent = bench.inbox.signals();

      expect(sent).not.toContain(hot.get(buyer.generating));
      expect(sent).toContain(cold.get(buyer.generating));
    });

    it('are sent by a later run, with the summary, once it is ready', async () => {
      await bench.control(`summaries/${buyer.generating}`, { state: 'ready' });

      const result = await state.runOnce();

      expect(result.exitCode, result.stderr).toBe(0);
      expect(countsOf(result)).toMatchObject({ signalsRecorded: 0, summariesFetched: 1, digestsPending: 0 });
      for (const to of ['all', 'hot']) {
        expect(bench.inbox.signals(to).filter((signal) => signal === hot.get(buyer.generating))).toHaveLength(
          1,
        );
        expect(summaryOf(to, buyer.generating)).toMatchObject({
          summaryStatus: 'ready',
          summary: { whatsRecent: expect.anything() },
        });
      }
      expect(bench.inbox.problems).toEqual([]);
    });
  });

  it('are sent by the first run itself when their summary is ready within seconds', async () => {
    const asked = () => bench.sandbox.counts().byOperation.getBuyerSummary ?? 0;
    const before = asked();
    const patient = bench.newState();
    patient.configure({
      watch: { buyers: [buyer.slow], firstRun: 'send-all' },
      hot: { topByHotness: 1 },
      summaries: { waitAtMost: '10 minutes' },
      routes: [webhookRoute(bench.inbox, 'patient')],
    });

    const running = patient.runOnce();
    await expect.poll(() => asked() - before, { timeout: 30_000 }).toBeGreaterThan(0);
    await bench.control(`summaries/${buyer.slow}`, { state: 'ready' });
    const result = await running;

    expect(result.exitCode, result.stderr).toBe(0);
    expect(countsOf(result)).toMatchObject({ summariesFetched: 1, digestsPending: 0 });
    expect(bench.inbox.signals('patient').sort()).toEqual([hot.get(buyer.slow), cold.get(buyer.slow)].sort());
    expect(summaryOf('patient', buyer.slow)).toMatchObject({ summaryStatus: 'ready' });
  });
});

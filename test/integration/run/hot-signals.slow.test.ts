import { beforeAll, expect, it } from 'vitest';
import { type BenchState, countsOf, startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 0 }));
let buyerId: string;
let signal: string;
let state: BenchState;

beforeAll(async () => {
  [buyerId = ''] = bench.buyerIds;
  // What has closed would not be hot by its rank.
  const wish = { buyerId, hotness: 1, columns: { 'Due Date': '2099-12-31' } };
  signal = (await bench.addSignals(wish)).join();
  // The first place among no more signals than the rule takes says nothing.
  await bench.addSignals({ buyerId, hotness: 0 });
  await bench.control(`summaries/${buyerId}`, { state: 'generating' });
  state = bench.newState();
  state.configure({ hot: { topByHotness: 1 }, summaries: { waitAtMost: '10 minutes' } });
});

it('a hot signal is sent by the first run itself when its summary is ready within seconds', async () => {
  const asked = () => bench.calls('/summary');
  const before = asked();

  const running = state.runOnce();
  await expect.poll(() => asked() - before, { timeout: 30_000 }).toBeGreaterThan(0);
  await bench.control(`summaries/${buyerId}`, { state: 'ready' });
  const result = await running;

  expect(result.exitCode, result.stderr).toBe(0);
  expect(countsOf(result)).toMatchObject({ summariesFetched: 1, digestsPending: 0 });
  expect(bench.inbox.signals()).toContain(signal);
  expect(bench.inbox.buyers()).toMatchObject([{ buyerId, summaryStatus: 'ready' }]);
});

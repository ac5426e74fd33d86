import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, countsOf, type RunBench, startRunBench } from '../../support/commands/run-bench.ts';
import { sentences } from '../../support/time/civil.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../support/upstream/upstream-proxy.ts';

describe('a run by hand, while the API fails to sort the rows of a bridge', () => {
  let bench: RunBench;
  let proxy: UpstreamProxy;
  let state: BenchState;
  let bridgeId: string;
  let stranger: string;
  beforeAll(async () => {
    bench = await startRunBench({ buyers: 12, bridges: 4, signals: 12 });
    proxy = await startUpstreamProxy(bench.sandbox.url);
    state = bench.newState();
    [bridgeId = ''] = bench.bridgeIds;
    state.configure({
      api: { baseUrl: proxy.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { bridges: [bridgeId], firstRun: 'send-all' },
    });
    await state.runOnce();
    const known = new Set(
      proxy.requests.flatMap(({ path }) => bench.buyerIds.filter((buyerId) => path.includes(buyerId))),
    );
    stranger = bench.buyerIds.find((buyerId) => !known.has(buyerId)) ?? '';
    proxy.before = async ({ body }) => (body.includes('rowUpdatedAt') ? { status: 500 } : undefined);
  });
  afterAll(async () => {
    await proxy.close();
    await bench.close();
  });

  it('reads all rows at once, finds the new buyer, and reports the failed call with exit code 1', async () => {
    expect(stranger).not.toBe('');
    await bench.control('signals', { count: 1, buyerId: stranger, bridgeId, name: 'A stranger' });

    const result = await state.runOnce();

    expect(bench.inbox.buyers().flatMap(({ signals }) => signals.map(({ name }) => name))).toContain(
      'A stranger',
    );
    expect(countsOf(result)).toMatchObject({ signalsRecorded: 1, digestsDelivered: 1 });
    expect(sentences(result)).toEqual([
      expect.stringMatching(`^signalpost: bridge ${bridgeId}: .*answered 500`),
    ]);
    expect(result.exitCode).toBe(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BenchState,
  countsOf,
  type RunBench,
  startRunBench,
  token,
  webhookRoute,
} from '../../support/commands/run-bench.ts';
import { type PlainUpstream, startPlainUpstream } from '../../support/upstream/plain-upstream.ts';

describe('a service that does what the contract says, and nothing else', () => {
  let bench: RunBench;
  let upstream: PlainUpstream;
  let state: BenchState;
  beforeAll(async () => {
    bench = await startRunBench({ buyers: 1, signals: 0 });
    upstream = await startPlainUpstream(token);
    state = bench.newState();
    state.configure({
      api: { baseUrl: upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { bridges: [upstream.bridgeId], buyers: [upstream.buyerIds[1]], firstRun: 'send-all' },
      hot: { topByHotness: 2, columns: [{ name: 'Score', atLeast: 10 }] },
      routes: [webhookRoute(bench.inbox, 'plain')],
    });
  });
  afterAll(async () => {
    await upstream.close();
    await bench.close();
  });
  const unreadable = () => bench.inbox.digests.reduce((sum, { data }) => sum + data.unreadable, 0);

  it('has everything delivered that can be read, and the rest counted', async () => {
    const result = await state.runOnce();

    expect(result.exitCode, result.stderr).toBe(0);
    expect(countsOf(result)).toMatchObject({ buyersPolled: 2, signalsRecorded: 16, digestsPending: 0 });
    expect(bench.inbox.signals().sort()).toEqual(upstream.readable);
    expect(bench.inbox.signals()).toHaveLength(15);
    expect(unreadable()).toBe(1);
  });

  it('has what its columns say judged by their names, although cells come by columnId or key', () => {
    const hot = bench.inbox.buyers().flatMap(({ signals }) => signals.filter((signal) => signal.hot));
    const scores = hot.map(({ columns }) => columns.Score);

    // Two of each buyer by the order of hotness; these by their score alone.
    expect(scores).toEqual(expect.arrayContaining([10, 11]));
    expect(hot).toHaveLength(6);
  });

  it('has what it left out shown as unknown, and values as they came', () => {
    const rows = bench.inbox.buyers().flatMap(({ signals }) => signals);

    expect(rows).toContainEqual(expect.objectContaining({ name: null, updatedAt: null, columns: {} }));
    expect(rows).toContainEqual(
      expect.objectContaining({
        name: 'Row 2',
        columns: { Score: 2, Tags: ['a', 'b'], Nested: { deep: [1, null] }, Empty: null, Flag: false },
      }),
    );
    expect(bench.inbox.buyers()).toContainEqual(
      expect.objectContaining({ summaryStatus: 'ready', score: null, summary: expect.anything() }),
    );
  });

  it('is read again without a repetition, the item that can not be read included', async () => {
    const again = await state.runOnce();
    upstream.add();
    const later = await state.runOnce();

    expect([again.exitCode, later.exitCode], again.stderr + later.stderr).toEqual([0, 0]);
    expect(countsOf(again)).toMatchObject({ signalsRecorded: 0, digestsDelivered: 0 });
    expect(countsOf(later)).toMatchObject({ signalsRecorded: 1, digestsDelivered: 1 });
    expect(bench.inbox.signals().sort()).toEqual(upstream.readable);
    expect(unreadable()).toBe(1);
    expect(bench.inbox.problems).toEqual([]);
  });

  it('was asked for one thing only that it refuses: the sort that a server may not have, once', () => {
    expect(upstream.statuses.filter((status) => status !== 200)).toEqual([400]);
  });
});

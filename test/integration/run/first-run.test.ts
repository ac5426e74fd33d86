import { describe, expect, it } from 'vitest';
import { type BenchState, countsOf, type RunBench, startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { listAllSignals } from '../../support/upstream/listed-signals.ts';

/** What was taken since: the deduping receiver's view, sorted. */
function takenSince(bench: RunBench, before: number): string[] {
  return bench.inbox.signals().slice(before).sort();
}

describe('a first run that sends all of 60 buyers', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 60, signals: 300, bridges: 8 }));
  let state: BenchState;

  it('delivers every New signal of three months exactly once', async () => {
    const listed = await listAllSignals(bench.sandbox, bench.buyerIds);
    const before = bench.calls();
    state = bench.newState();

    const result = await state.runOnce();

    expect(result).toMatchObject({ exitCode: 0, signal: null });
    expect(listed.length).toBeGreaterThan(150);
    expect(takenSince(bench, 0)).toEqual(listed);
    expect(countsOf(result)).toEqual({
      buyersPolled: 60,
      signalsRecorded: listed.length,
      signalsNotSent: 0,
      hotSignals: 0,
      summariesFetched: 0,
      digestsDelivered: bench.inbox.requests.length,
      digestsPending: 0,
      signalsWaiting: 0,
      upstreamRequests: bench.calls() - before,
      notices: [],
      failures: [],
    });
  });

  it('delivers just what arrived since, one dated three weeks back among it', async () => {
    const before = bench.inbox.signals().length;
    const some = await bench.addSignals({ count: 7 });
    const late = await bench.addSignals({ signalDate: '2026-10-31T08:00:00Z' });

    const result = await state.runOnce();

    expect(result.exitCode).toBe(0);
    expect(takenSince(bench, before)).toEqual([...some, ...late].sort());
  });

  it('sent nothing that was unsigned, changed between attempts or against the schema', () => {
    expect(bench.inbox.problems).toEqual([]);
    expect(new Set(bench.inbox.signals()).size).toBe(bench.inbox.signals().length);
  });
});

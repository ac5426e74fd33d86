import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningCli } from '../../support/commands/cli.ts';
import { type BenchState, countsOf, startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

describe('a run that goes on', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 30 }));
  let state: BenchState;
  const running: RunningCli[] = [];
  beforeAll(async () => {
    state = bench.newState();
    state.configure({
      watch: { buyers: bench.buyerIds, every: '1 minute', firstRun: 'send-all' },
    });
    await state.runOnce();
  });
  afterAll(() => {
    for (const run of running) run.kill();
  });

  const start = (args: readonly string[] = []): RunningCli => {
    const run = state.start(['run', '--json', ...args]);
    running.push(run);
    return run;
  };
  describe('with a delivery under way', () => {
    let answer: PromiseWithResolvers<void>;
    /** A receiver that has not answered yet, and a run that it has the digest of. */
    const startSlow = async (...args: string[]): Promise<RunningCli> => {
      await bench.addSignals({ count: 2 });
      // Recorded and not composed: a run composes it at its start.
      await state.run(['invoke', 'plan-polls']);
      answer = Promise.withResolvers();
      bench.inbox.answer = () => ({ status: 204, until: answer.promise });
      const sent = bench.inbox.requests.length;
      const run = start(args);
      await bench.inbox.received(sent + 1);
      return run;
    };
    /** Interrupts it, and resolves once it waits for the answer. */
    const interrupt = async (run: RunningCli): Promise<void> => {
      run.kill('SIGINT');
      await run.told(/waiting for 1 delivery in progress; each may take 20 s/);
    };
    afterEach(() => {
      answer.resolve();
      bench.inbox.answer = undefined;
    });

    it('waits for its answer, says so, and counts it', async () => {
      const run = await startSlow();
      await interrupt(run);
      answer.resolve();
      const result = await run.ended;

      expect(result, result.stderr).toMatchObject({ exitCode: 0, signal: null });
      expect(countsOf(result)).toMatchObject({ digestsDelivered: 1, digestsPending: 0 });
    });

    it('waits in a single run, too, which then ends with 130 and goes on with the next', async () => {
      const run = await startSlow('--once');
      await interrupt(run);
      answer.resolve();
      const result = await run.ended;
      const next = await state.runOnce();

      expect(result, result.stderr).toMatchObject({ exitCode: 130, stdout: '' });
      expect(result.stderr).toContain('stopped early');
      expect(countsOf(next)).toMatchObject({ digestsDelivered: 0, digestsPending: 0 });
    });

    it('ends at once at a second Ctrl-C, and says that a message may come twice', async () => {
      const run = await startSlow();
      await interrupt(run);
      run.kill('SIGINT');
      const result = await run.ended;
      bench.inbox.answer = undefined;
      const next = await state.runOnce();

      expect(result, result.stderr).toMatchObject({ exitCode: 130 });
      expect(result.stderr).toContain('is sent again by a run in 12 minutes, and Slack may show it twice');
      expect(countsOf(next)).toMatchObject({ digestsDelivered: 0, digestsPending: 1 });
    });
  });

  it('prints a failure when it comes, and ends with 0 at SIGTERM with what it did', async () => {
    await bench.control('faults', { kind: 'status', operation: 'listBuyerSignals', status: 403, calls: 100 });
    const run = start();
    await run.told(/^\d{4}-\d\d-\d\dT[\d:.]+Z buyer .+answered 403/m);

    run.kill('SIGTERM');
    const result = await run.ended;

    expect(result, result.stderr).toMatchObject({ exitCode: 0, signal: null });
    expect(result.stderr).toContain('stopping');
    expect(countsOf(result)).toMatchObject({ buyersPolled: 0, digestsDelivered: 0 });
  });
});

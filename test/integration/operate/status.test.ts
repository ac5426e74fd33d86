import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { visitState } from '../../../machine/pipeline/open-state.ts';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 30 }));
let state: BenchState;
beforeEach(() => {
  state = bench.newState();
  bench.inbox.answer = undefined;
});

/** Recorded and not composed: `invoke` works off its queues, and nothing composes by itself. */
async function recordOnly(): Promise<void> {
  const polled = await state.run(['invoke', 'plan-polls']);
  expect(polled.exitCode, polled.stderr).toBe(0);
}

it('status of a route counts the signals that wait for their next digest, the hot ones among them', async () => {
  const when = { cron: '0 8 ? * MON-FRI *', timezone: 'UTC' };
  state.configure({
    hot: { topByHotness: 1 },
    routes: [{ ...webhookRoute(bench.inbox, 'all'), when }],
  });
  await recordOnly();

  const { exitCode, stdout } = await state.run(['status', 'all']);
  const { routes, needs } = await state.json('status', 'all');

  const { signalsWaiting: waiting, hotSignalsWaiting: hot, oldestPendingAt, does } = routes[0];
  expect(waiting).toBeGreaterThan(hot);
  expect(hot).toBeGreaterThan(0);
  expect(Date.parse(oldestPendingAt)).not.toBeNaN();
  expect({ exitCode, needs }).toEqual({ exitCode: 0, needs: [] });
  expect(stdout).toMatch(
    new RegExp(
      `^all \\(webhook\\): ${waiting} signals waiting, the oldest from .+\\n {2}All signals go to .+ UTC\\.\\n` +
        ` {2}${waiting} signals \\(${hot} hot\\) for the next digest, the oldest from`,
    ),
  );
  expect(stdout).toContain(`  ${does}\n`);
});

describe('status', () => {
  it('says that all is well after a run that went well', async () => {
    await state.runOnce();

    const { exitCode, stdout } = await state.run(['status']);
    const status = await state.json('status');

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /\nAll is well: 3 of 3 buyers read since .{16} UTC, the last .+ · nothing waits longer than its rules say\n$/,
    );
    expect(stdout).toMatch(/the API +at most [\d,]+ calls a second\n/);
    expect(status).toMatchObject({ stage: null, buyersKnown: 3, queues: null, needs: [] });
    expect(status.api).toMatchObject({ pausedUntil: null, pauseReason: null, summariesPausedUntil: null });
    expect(Date.parse(status.at) - Date.parse(status.lastTickAt)).toBeGreaterThanOrEqual(0);
    expect(Date.parse(status.lastNewSignalAt)).not.toBeNaN();
  });

  it('judges the last tick alone with --tick, without asking the API', async () => {
    const health = ['status', '--tick'];
    expect(await state.run(health)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^nothing was polled yet; .+ invoke plan-polls .+\n$/),
    });
    bench.inbox.answer = () => ({ status: 503 });
    await state.runOnce();
    // What needs attention is no reason to restart a process.
    expect(await state.run(['status'])).toMatchObject({ exitCode: 1 });
    state.configure({ api: { baseUrl: 'http://127.0.0.1:9', token: { secret: 'BRIDGE_ACCESS_TOKEN' } } });
    expect(await state.run(health)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^the last tick was .+\n$/),
    });

    const { ledger, close } = visitState(join(state.directory, 'state'));
    await ledger.polls.noteTick(Date.now() - 46 * 60_000, await ledger.polls.readNews(Date.now()));
    close();
    expect(await state.run(health)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^polling has stopped: the last tick was 46 minutes ago; .+\n$/),
    });
  });

  it.each(['--tick', '--hot'])('refuses a route beside %s, which is of all', async (flag) => {
    const { exitCode, stderr } = await state.run(['status', 'all', flag]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`ROUTE: found "all" beside ${flag}`)]);
  });

  it('says what was found and left out in the last day', async () => {
    state.configure({ watch: { buyers: bench.buyerIds, firstRun: 'baseline' } });
    const run = await state.run(['run', '--once']);

    const { stdout } = await state.run(['status']);
    const { lastDay } = await state.json('status');

    const { signals } = lastDay;
    const left = `${signals} not: they were there before the first run, watch leaves them out, or no route takes them\n`;
    expect(lastDay).toEqual({ signals: expect.any(Number), hot: 0, before: signals, untaken: 0 });
    expect(run.stdout).toContain(` ${signals}  signals found: 0 to send, ${left}`);
    expect(stdout).toContain(`  last 24 hours     ${signals} signals found: 0 to send, ${left}`);
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningCli } from '../../support/commands/cli.ts';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 30 }));
let state: BenchState;
const running: RunningCli[] = [];

async function endRuns(): Promise<void> {
  bench.inbox.answer = undefined;
  for (const run of running.splice(0)) {
    run.kill();
    await run.ended;
  }
}

/** A process that has something to send from its start on, and polls nothing new: what comes later, the commands cause. */
const startRun = async (changes: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  state = bench.newState();
  const watch = { buyers: bench.buyerIds, every: '12 hours', firstRun: 'send-all' };
  state.configure({ watch, ...changes });
  const recorded = await state.run(['invoke', 'plan-polls']);
  expect(recorded.exitCode, recorded.stderr).toBe(0);
  const sent = requests(1);
  running.push(state.start(['run']));
  await sent;
};
const requests = (more: number): Promise<void> => bench.inbox.received(bench.inbox.requests.length + more);

describe('beside a running process', () => {
  beforeAll(() => startRun());
  afterAll(endRuns);

  it.each(['status', 'status all', 'mute --list', 'history', 'why signal'])('%s works', async (command) => {
    const { exitCode, stdout, stderr } = await state.run(command.split(' '));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).not.toBe('');
  });

  it.each([
    ['run', []],
    ['run', ['--once']],
    ['start', ['--page-port', '0']],
  ] as const)('a second %s %j ends with 2 at once, and names the first', async (command, flags) => {
    const second = await state.run([command, ...flags]);

    expect(second).toMatchObject({ exitCode: 2, stdout: '' });
    expect(second.stderr).toMatch(
      /^signalpost: the state in state is in use by another process \(pid \d+\); end it first.*\n$/,
    );
  });
});

describe('a running process', () => {
  afterEach(endRuns);

  it('is named by a resume as the sender of what the route kept', async () => {
    bench.inbox.answer = () => ({ status: 410 });
    await startRun();
    await expect
      .poll(async () => (await state.run(['status'])).stdout, { timeout: 30_000 })
      .toMatch(/^all \(webhook\): disabled, \d+ digests? waiting for the route/m);
    bench.inbox.answer = undefined;

    const { exitCode, stdout, stderr } = await state.run(['resume', 'all']);

    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(
      /^route all is resumed: \d+ digests? (is|are) due; the running process sends (it|them) within a minute\.\n/,
    );
  });

  it('goes by the config with which it began, as a command says whose config is another', async () => {
    await startRun();
    state.configure({ routes: [webhookRoute(bench.inbox, 'renamed')] });

    const { exitCode, stderr } = await state.run(['pause', 'all']);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/config\.json has changed since the process on state began; it takes effect when/);
    expect(stderr).toContain('no route is called "all"; the config has: renamed');
  });

  it('sends nothing of a route that is paused beside it, until it is resumed', async () => {
    await startRun();
    await expect
      .poll(async () => (await state.run(['status'])).stdout, { timeout: 30_000 })
      .toContain('all (webhook): nothing is pending\n');
    const { exitCode, stdout, stderr } = await state.run(['pause', 'all']);
    expect(exitCode, stderr).toBe(0);
    const resume = 'npm run -s signalpost -- resume all --config config.json --state state';
    expect(stdout).toBe(`route all is paused. Its signals and digests wait until: ${resume}\n`);
    const before = bench.inbox.requests.length;

    await bench.addSignals({ count: 1, buyerId: bench.buyerIds[0] });
    await state.run(['invoke', 'plan-polls']);
    await state.run(['invoke', 'compose-digests']);

    const status = await state.run(['status']);
    expect(status).toMatchObject({ exitCode: 1, stderr: '' });
    expect(status.stdout).toMatch(/^all \(webhook\): paused, 1 signal waiting/m);
    expect(status.stdout).toMatch(
      /\n {2}route all: paused by hand since .{16} UTC: npm run -s .* resume all .*\n$/,
    );
    expect((await state.run(['pause', 'all'])).stdout).toMatch(
      /^route all sends nothing since .{16} UTC \(paused by hand\)\. /,
    );
    expect(bench.inbox.requests).toHaveLength(before);
    const sent = requests(1);
    await state.run(['resume', 'all']);
    await state.run(['invoke', 'compose-digests']);
    await sent;
  });
});

it('a command that only reads creates no state', async () => {
  state = bench.newState();
  const { exitCode, stdout } = await state.run(['status']);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/last poll +none yet\n/);
  expect(stdout).toMatch(/\nNothing has run here yet\.\n$/);
  expect(existsSync(join(state.directory, 'state'))).toBe(false);
});

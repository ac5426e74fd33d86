import { type StdioOptions, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/commands/cli.ts';
import { type BenchState, signingSecret, startRunBench, token } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil, sentences } from '../../support/time/civil.ts';

const bin = fileURLToPath(new URL('../../../cli/bin.mjs', import.meta.url));
const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 30 }));
let state: BenchState;
beforeAll(async () => {
  state = bench.newState();
  await state.runOnce();
});

describe('the output of a run', () => {
  it('is plain lines in a pipe: no control characters, no warnings of Node', async () => {
    const { exitCode, stdout, stderr } = await state.run(['run', '--once']);

    expect(exitCode).toBe(0);
    expect(stderr).toBe('polled 3 of 3 buyers · 0 new signals · 0 digests delivered\n');
    expect(stdout).toMatch(/^ +3 {2}buyers polled\n/);
    expect(stdout.replaceAll('\n', '') + stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it.skipIf(!existsSync('/dev/full'))('says that its disk is full, in one sentence', () => {
    const full = openSync('/dev/full', 'w');
    const stdio: StdioOptions = ['ignore', full, 'pipe'];
    const args = [bin, 'status', '--config', 'config.json', '--state', 'state'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: state.directory, stdio });
    closeSync(full);

    expect(stderr.toString()).toMatch(/^signalpost: stdout: could not be written \(ENOSPC: .+\); .+\n$/);
    expect(status).toBe(1);
  });

  it('ends with its process', async () => {
    const own = state.start(['invoke', 'plan-polls']);

    expect(await own.ended).toMatchObject({ exitCode: 0, signal: null });
  });

  it('needs no config of its own to permit local destinations for one run', async () => {
    state.configure({ local: false });

    const refused = await state.runOnce();
    const permitted = await state.runOnce('--allow-local-destinations');

    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^signalpost: api\.baseUrl: .+\nsignalpost: routes\[0\]\.to\.url: .+\n$/);
    expect(permitted.exitCode, permitted.stderr).toBe(0);
  });
});

it('takes a config in TypeScript, and secrets from the .env beside it where the environment has none', async () => {
  state.configure();
  const json = readFileSync(join(state.directory, 'config.json'), 'utf8');
  const code = `const config: Record<string, unknown> = ${json};\nexport default config;\n`;
  writeFileSync(join(state.directory, 'config.ts'), code);
  const lines = [`BRIDGE_ACCESS_TOKEN=${token}`, `DIGEST_SIGNING_SECRET="${signingSecret}"`];
  writeFileSync(join(state.directory, '.env'), lines.join('\n'));

  const { directory } = state;
  const files = ['--config', join(directory, 'config.ts'), '--state', join(directory, 'state')];
  const result = await runCli(['run', '--once', '--json', ...files], { cwd: tmpdir() });

  expect(result.exitCode, result.stderr).toBe(0);
  expect(JSON.parse(result.stdout)).toMatchObject({ buyersPolled: 3 });
});

describe('a reader that goes away', () => {
  it('causes no stack trace', async () => {
    const { exitCode, stderr } = await runCli(['--help'], { cwd: state.directory, closed: 'stdout' });

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it('does not keep a run from its end', async () => {
    state.configure();
    await bench.addSignals({ count: 3 });
    const before = bench.inbox.signals().length;

    const { exitCode, stdout } = await state.run(['run', '--once', '--json'], {}, 'stderr');

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ signalsRecorded: 3, digestsPending: 0 });
    expect(bench.inbox.signals()).toHaveLength(before + 3);
  });
});

it('tells its version', async () => {
  const version = await runCli(['--version'], { cwd: state.directory });

  expect(version).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

it('a run says what is stuck when it begins', async () => {
  const state = bench.newState();
  bench.inbox.answer = () => ({ status: 410 });
  await state.runOnce();
  bench.inbox.answer = undefined;

  const run = state.start(['run']);
  await run.told(
    /^\d{4}-\S+Z route all: disabled since .+ UTC \(answered 410.*\), \d+ digests? waiting: fix the destination, then: npm run -s signalpost -- resume all --config config.json --state state$/m,
  );
  run.kill('SIGINT');
  expect((await run.ended).exitCode).toBe(0);
});

it('a run fails for a digest that was not delivered, also if its next attempt is not due', async () => {
  const state = bench.newState();
  bench.inbox.answer = () => ({ status: 503 });
  await state.runOnce();
  // The second attempt comes after five seconds, and the third five minutes later.
  await state.runOnce('--due');
  const { exitCode, stdout } = await state.runOnce('--due');
  bench.inbox.answer = undefined;

  expect(exitCode, stdout).toBe(1);
  expect(JSON.parse(stdout).failures).toEqual([
    expect.stringMatching(/^route all: .*not delivered.*answered 503/),
  ]);
});

it('a first run that only records says so, and where new signals go', async () => {
  const state = bench.newState();
  state.configure({ watch: { buyers: bench.buyerIds } });

  const run = await state.runOnce();

  expect(run.exitCode, run.stderr).toBe(0);
  const { notices, signalsRecorded, signalsNotSent } = JSON.parse(run.stdout);
  expect(signalsNotSent).toBe(signalsRecorded);
  expect(notices).toEqual([
    expect.stringMatching(
      /^buyer .+, buyer .+, buyer .+: \d+ signals found, and not sent: .+watch\.firstRun/,
    ),
    expect.stringMatching(/^see the last 7 days of your signals as a digest: .+ preview --fresh\b/),
  ]);
  expect(sentences(run)).toEqual(notices.map((one: string) => `signalpost: ${one}`));
});

it('a run says in one sentence that the API can not be reached', async () => {
  const state = bench.newState();
  // Nobody listens there; not 1 or 9, which `fetch` refuses by itself.
  state.configure({ api: { baseUrl: 'http://127.0.0.1:2', token: { secret: 'BRIDGE_ACCESS_TOKEN' } } });

  const run = await state.runOnce();

  expect(run.exitCode).toBe(1);
  expect(JSON.parse(run.stdout).failures).toEqual([
    expect.stringMatching(
      /^buyer .+: listBuyerSignals: no complete answer came \(ECONNREFUSED\) from http:.+; check/,
    ),
  ]);
  expectCivil(run);
});

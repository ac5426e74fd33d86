import { beforeEach, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { sentences } from '../../support/time/civil.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 30 }));
let state: BenchState;
beforeEach(() => {
  state = bench.newState();
  bench.inbox.answer = undefined;
});

it('a run says what is stuck when it begins', async () => {
  bench.inbox.answer = () => ({ status: 410 });
  await state.runOnce();

  const run = state.start(['run']);
  await run.told(
    /^\d{4}-\S+Z route all: disabled since .+ UTC \(answered 410.*\), \d+ digests? waiting: fix the destination, then: npm run -s signalpost -- resume all --config config.json --state state$/m,
  );
  run.kill('SIGINT');
  expect((await run.ended).exitCode).toBe(0);
});

it('a first run that only records says so, and where new signals go', async () => {
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

it.each([
  ['DIGEST_SIGNING_SECRET', 'not-a-key', /^signalpost: secret DIGEST_SIGNING_SECRET: .+\n$/],
  [
    'BRIDGE_ACCESS_TOKEN',
    'Bearer abc',
    /^signalpost: secret BRIDGE_ACCESS_TOKEN: it begins with the word Bearer; give only the token\n$/,
  ],
])('a %s of the wrong form ends a run with 2 before its first call', async (name, value, sentence) => {
  for (const args of [
    ['run', '--once'],
    ['run'],
    ['start', '--page-port', '0'],
    ['invoke', 'deliver-digest'],
  ]) {
    if (name === 'BRIDGE_ACCESS_TOKEN' && args[0] === 'invoke') continue;
    const { exitCode, stdout, stderr } = await state.run(args, { [name]: value });
    expect({ exitCode, stdout }, args.join(' ')).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain(value);
  }
});

import { describe, expect, it } from 'vitest';
import { type CliResult, startCli } from '../../support/commands/cli.ts';
import { describedCommands } from '../../support/commands/json-output.ts';
import { startRunBench, token } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { projectRoot } from '../../unit/house/documents.ts';
import { startGoUpBench } from '../go-up/bench.ts';

/** Each is run for real, and `runCli` and `startCli` check what it prints with `--json`. */
const onThisMachine: Readonly<Record<string, string>> = {
  run: 'run --once',
  doctor: 'doctor',
  test: 'test all',
  status: 'status',
  preview: 'preview',
  why: 'why tender',
  history: 'history',
  bridges: 'bridges',
  buyers: 'buyers',
  pause: 'pause all',
  resume: 'resume all',
  mute: 'mute route all --until 2_days --because holidays',
  unmute: 'unmute route all',
  resend: 'resend all --since 30_days --dry-run',
  discard: 'discard all --dry-run',
  invoke: 'invoke plan-polls --dry-run',
};
const untilKilled: Readonly<Record<string, string>> = {
  start: 'start --page-port 0',
  sandbox: 'sandbox --port 0',
  page: 'page --page-port 0',
};
const onAStage: Readonly<Record<string, string>> = {
  'secrets set': 'secrets set BRIDGE_ACCESS_TOKEN --stage dev',
  'secrets list': 'secrets list --stage dev',
};
/** Tested beside it, in a directory of its own, or with columns of owners. */
const elsewhere = ['init', 'people'];
/** They run CDK: `npm run test:deploy` runs them so. */
const withCdk = ['deploy', 'diff', 'destroy'];

/** `_` stands for a space inside an argument. */
const words = (line: string): string[] => [
  ...line.split(' ').map((word) => word.replace(/(?<=\d)_/, ' ')),
  '--json',
];

describe('--json', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 2, signals: 10 }));
  const cloud = openedForAll(() => startGoUpBench());

  it('is tried with each command', () => {
    const tried = [onThisMachine, untilKilled, onAStage].flatMap((one) => Object.keys(one));
    expect([...tried, ...elsewhere, ...withCdk].sort()).toEqual([...describedCommands].sort());
  });

  const expectOneLine = ({ exitCode, stdout, stderr }: CliResult): void => {
    expect(exitCode, stderr).not.toBe(2);
    expect(stdout).toMatch(/^[{].*\n$/);
  };

  it.each(Object.values(onThisMachine))('%s prints one object', async (line) => {
    const state = bench.newState();
    if (line !== 'run --once') await state.runOnce();
    const [command = '', ...rest] = words(line);
    expectOneLine(await state.run([command, ...rest]));
  });

  it.each(Object.entries(untilKilled))('%s prints one object once it is up', async (name, line) => {
    const state = bench.newState();
    await state.runOnce();
    // Only the page is over a state.
    const running = name === 'page' ? state.start(words(line)) : startCli(words(line), { cwd: projectRoot });
    await running.told(/^\{.*\}\n/);
    running.kill();
    expectOneLine(await running.ended);
  });

  it.each(Object.values(onAStage))('%s prints one object', async (line) => {
    expectOneLine(await cloud.run(words(line), { input: token }));
  });
});

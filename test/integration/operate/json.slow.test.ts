import { describe, expect, it } from 'vitest';
import { type CliResult, startCli } from '../../support/commands/cli.ts';
import { describedCommands } from '../../support/commands/json-output.ts';
import { startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { projectRoot } from '../../unit/house/documents.ts';

const onThisMachine: Readonly<Record<string, string>> = {
  doctor: 'doctor',
  pause: 'pause all',
  invoke: 'invoke plan-polls --dry-run',
};
const untilKilled: Readonly<Record<string, string>> = {
  start: 'start --page-port 0',
  sandbox: 'sandbox --port 0',
  page: 'page --page-port 0',
};
/** Other tests run them so, and `runCli` checks what they print. */
const elsewhere = [
  ...['run', 'test', 'status', 'preview', 'why', 'history', 'bridges', 'buyers', 'resume', 'mute', 'unmute'],
  ...['resend', 'discard', 'secrets set', 'secrets list', 'init', 'people'],
];
/** They run CDK: `npm run test:deploy` runs them so. */
const withCdk = ['deploy', 'diff', 'destroy'];

const words = (line: string): string[] => [...line.split(' '), '--json'];

describe('--json', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 2, signals: 10 }));

  it('is tried with each command', () => {
    const tried = [onThisMachine, untilKilled].flatMap((one) => Object.keys(one));
    expect([...tried, ...elsewhere, ...withCdk].sort()).toEqual([...describedCommands].sort());
  });

  const expectOneLine = ({ exitCode, stdout, stderr }: CliResult): void => {
    expect(exitCode, stderr).not.toBe(2);
    expect(stdout).toMatch(/^[{].*\n$/);
  };

  it.each(Object.values(onThisMachine))('%s prints one object', async (line) => {
    const state = bench.newState();
    await state.runOnce();
    expectOneLine(await state.run(words(line)));
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
});

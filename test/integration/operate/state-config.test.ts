import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteConfig } from '../../../cli/open/state-config.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import { runCli } from '../../support/commands/cli.ts';
import {
  type BenchState,
  signingSecret,
  startRunBench,
  webhookRoute,
} from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 4 }));
/** A command that names the state alone, from the directory above it. */
const look = ({ directory }: BenchState, ...args: string[]) =>
  runCli([...args, '--state', 'state'], { cwd: directory });

it('a state goes by the config that runs there, as it is now', async () => {
  const state = bench.newState();
  await state.runOnce();
  state.configure({ routes: [webhookRoute(bench.inbox, 'renamed')] });

  const { stdout, stderr } = await look(state, 'status');

  expect(stdout).toContain('renamed (webhook)');
  expect(stderr).toBe(`the config is ${join(state.directory, 'config.json')}, which runs on state\n`);
});

it('a config elsewhere brings the .env beside it, and stands in the commands that are suggested', async () => {
  const state = bench.newState();
  await state.runOnce();
  writeFileSync(join(state.directory, '.env'), `DIGEST_SIGNING_SECRET=${signingSecret}`);
  const runIn = (...args: string[]) =>
    runCli([...args, '--state', '.'], { cwd: join(state.directory, 'state') });

  expect(await runIn('test', 'all')).toMatchObject({ exitCode: 0 });
  const { stdout } = await runIn('pause', 'all');
  expect(stdout).toContain(`resume all --config ${join(state.directory, 'config.json')} --state .`);
});

it('a command that asks twice for the config says once which it is', async () => {
  const state = bench.newState();
  await state.runOnce();

  const { stderr } = await look(state, 'test', 'all');

  expect(stderr.match(/the config is/g)).toHaveLength(1);
});

it.each([
  ['whose file is gone', (file: string) => file, /config\.json, which runs on state/],
  ['of the demo, which is in no file', () => undefined, /^the config is the demo's, which runs on state/],
])('a state goes by a config %s', async (_, fileOf, said) => {
  const state = bench.newState();
  await state.runOnce();
  const file = join(state.directory, 'config.json');
  noteConfig(join(state.directory, 'state'), fileOf(file), await loadConfig(file, { permitLocal: true }));
  rmSync(file);

  const { stdout, stderr } = await look(state, 'preview');

  expect(stdout).toMatch(/^all → the webhook at /);
  expect(stderr).toMatch(said);
});
it.each(['', '{"file":3}', 'null'])(
  'a note that says no config is told, and a named config helps: %j',
  async (note) => {
    const state = bench.newState();
    await state.runOnce();
    writeFileSync(join(state.directory, 'state', 'config.json'), note);

    const { exitCode, stderr } = await look(state, 'status');

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('name it with --config FILE')]);
    expect(await look(state, 'status', '--config', 'config.json')).toMatchObject({ exitCode: 0 });
  },
);

import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/commands/cli.ts';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil, sentences } from '../../support/time/civil.ts';

describe('a command that can not begin', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 0 }));
  let state: BenchState;
  beforeAll(async () => {
    state = bench.newState();
    mkdirSync(join(state.directory, 'damaged'));
    writeFileSync(join(state.directory, 'damaged', 'ledger.db'), 'no database at all. '.repeat(500));
    writeFileSync(join(state.directory, 'broken.json'), '{\n  "api": {,\n}');
    const api = { baseUrl: 'https://bridge.example.com', token: { secret: 'BRIDGE_ACCESS_TOKEN' } };
    state.configure({ api });
    cpSync(join(state.directory, 'config.json'), join(state.directory, 'example.json'));
  });

  it.each(['run --once', 'run', 'start', 'invoke plan-polls', 'deploy --stage dev --yes'])(
    "does not begin `%s` with the example's address, to which it would send the access token",
    async (line) => {
      const result = await runCli([...line.split(' '), '--config', 'example.json'], { cwd: state.directory });

      expect(result).toMatchObject({ exitCode: 2, signal: null, stdout: '' });
      expect(sentences(result)).toEqual([
        "signalpost: example.json: api.baseUrl is still the example's; write the address of your service into " +
          'api.baseUrl, and your ids into watch',
      ]);
    },
  );

  it.each([
    ['a config that is no JSON', 'run --config broken.json', 'broken.json: is not JSON at line 2'],
    ['a state that is a file', 'status --config config.json --state broken.json', '--state: broken.json'],
    [
      'a state that is damaged',
      'resend all --config config.json --state damaged',
      '--state: damaged/ledger.db is damaged',
    ],
  ])('ends with 2 and a sentence for %s', async (_what, line, sentence) => {
    state.configure();

    const result = await runCli(line.split(' '), { cwd: state.directory });

    expect(result).toMatchObject({ exitCode: 2, signal: null, stdout: '' });
    expect(result.stderr).toContain(sentence);
    expectCivil(result);
  });
});

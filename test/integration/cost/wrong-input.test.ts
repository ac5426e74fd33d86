import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/commands/cli.ts';
import { expectCivil } from '../../support/time/civil.ts';

describe('`cost` with wrong input', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'signalpost-cost-'));
  afterAll(() => rmSync(cwd, { recursive: true }));

  it.each([
    ['--every 15x', 'Found "15x"; give a time such as 15m, 1h or "15 minutes"'],
    ['--every 0m', 'Found "0m"'],
    ['--every 25h', 'Found "25h"; give a time such as 15m, 1h or "15 minutes", from 1m to 24h'],
    ['--every 30s', 'Found "30s"'],
    ['--buyers 0', 'Found "0"; give a whole number from 1 to 100000'],
    ['--buyers many', 'Found "many"'],
    ['--arrivals -1', 'Found "-1"'],
    ['--latency 300', 'Found "300"; give a time such as 300ms or 1s, at most 10s'],
    ['--latency 11s', 'Found "11s"'],
    ['--config nowhere.json', 'nowhere.json: file not found'],
    ['--stage prod', "unknown option '--stage'"],
  ])('ends `%s` with 2 and a sentence, before anything is counted', async (line, sentence) => {
    const result = await runCli(['cost', ...line.split(' ')], { cwd });

    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(sentence);
    expectCivil(result);
  });
});

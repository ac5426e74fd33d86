import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/commands/cli.ts';
import { expectCivil } from '../../support/time/civil.ts';
import { projectRoot } from '../../unit/house/documents.ts';

const cost = (line: string) => runCli(['cost', ...line.split(' ').filter(Boolean)], { cwd: projectRoot });

describe('`cost`', () => {
  it("prints a table for four numbers of buyers with the project's own config", async () => {
    const result = await cost('');

    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toMatch(/^buyers +100 +1,000 +10,000 +100,000$/m);
    expect(result.stdout).toMatch(/^new signals a day +4 +40 +400 +4,000$/m);
    expect(result.stdout).toContain('the API answers in 300 ms and never limits the calls');
  });

  it('prints one number of buyers as JSON', async () => {
    const { stdout } = await cost('--buyers 250 --signals 10 --json');

    const { months } = JSON.parse(stdout);
    expect(months).toMatchObject([{ buyers: 250, signalsADay: 25, usd: { total: expect.any(Number) } }]);
  });

  it.each([
    ['--buyers 0', 'Found "0"; give a whole number from 1 to 1000000'],
    ['--signals -1', 'Found "-1"'],
    ['--config nowhere.json', 'nowhere.json: file not found'],
  ])('ends `%s` with 2 and a sentence', async (line, sentence) => {
    const result = await cost(line);

    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(sentence);
    expectCivil(result);
  });
});

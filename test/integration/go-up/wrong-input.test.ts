import { describe, expect, it } from 'vitest';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil } from '../../support/time/civil.ts';
import { startGoUpBench } from './bench.ts';

describe('going up and down with wrong input', () => {
  const bench = openedForAll(() => startGoUpBench());

  it.each([
    ['deploy', "required option '--stage <name>' not specified"],
    ['diff', "required option '--stage <name>' not specified"],
    ['destroy', "required option '--stage <name>' not specified"],
    ['deploy --stage Prod', 'Found "Prod"'],
    ['doctor --stage 1st', 'Found "1st"'],
    ['doctor --stage dev --state x', "option '--stage <name>' cannot be used with option '--state <dir>'"],
    ['deploy --stage dev --outputs-file x', "unknown option '--outputs-file'"],
    ['deploy --stage dev', '--yes: found neither this flag nor a terminal'],
    ['destroy --stage dev', '--yes is required without a terminal: the stage dev would be destroyed'],
  ])('ends `%s` with 2 and a sentence, before anything is asked of AWS', async (line, sentence) => {
    const result = await bench.run(line.split(' '));

    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(sentence);
    expect(bench.account.calls).toEqual([]);
    expectCivil(result);
  });
});

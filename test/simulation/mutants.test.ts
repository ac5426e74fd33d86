import { describe, expect, it } from 'vitest';
import { checkFits, loadMutated } from './load-mutated.ts';
import { firstMutants, mutants } from './mutants.ts';
import { changesOf } from './parts/mutant.ts';
import { testKills } from './test-kills.ts';

// All of them are tested in mutants.slow.test.ts.
testKills(firstMutants);

describe('a change of the source', () => {
  const sourceMutants = mutants.filter((mutant) => changesOf(mutant).length > 0);

  it.each(sourceMutants)('finds its text once in its file: $name', (mutant) => {
    expect(() => checkFits(mutant)).not.toThrow();
  });

  const changed = (from: string) =>
    loadMutated({
      name: 'misfit',
      killedAt: '1:0',
      file: 'shared/domain/polling/window.ts',
      from,
      to: '',
    });

  it('is refused by its name and its file when the file no longer has the text', async () => {
    await expect(changed('const marginDays = 14;')).rejects.toThrow(
      /^mutant misfit: shared\/domain\/polling\/window\.ts has the text to change 0 times, and must have it once\./,
    );
  });

  it('is refused when the file has the text in several places', async () => {
    await expect(changed('marginMs')).rejects.toThrow(/has the text to change 2 times/);
  });
});

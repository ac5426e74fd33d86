import { describe, expect, it } from 'vitest';
import { checkFits, loadMutated } from './load-mutated.ts';
import { firstMutants, mutants } from './mutants.ts';
import { testKills } from './test-kills.ts';

// All of them are tested in mutants.slow.test.ts.
testKills(firstMutants);

describe('a change of the source', () => {
  const sourceMutants = mutants.flatMap(({ name, source }) => (source ? [{ name, source }] : []));

  it.each(sourceMutants)('finds its text once in its file: $name', ({ name, source }) => {
    expect(() => checkFits(name, source)).not.toThrow();
  });

  const changed = (from: string) =>
    loadMutated({
      name: 'misfit',
      killedAt: { seed: 1, schedule: 0 },
      source: [{ file: 'shared/domain/polling/window.ts', from, to: '' }],
    });

  it('is refused by its name and its file when the file no longer has the text', async () => {
    await expect(changed('const marginDays = 14;')).rejects.toThrow(
      /^mutant misfit: shared\/domain\/polling\/window\.ts has the text to change 0 times, and must have it once\./,
    );
  });

  it('is refused when the file has the text in several places', async () => {
    await expect(changed('marginMs')).rejects.toThrow(/has the text to change 3 times/);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { mostSchedules } from './find-kill.ts';
import { loadMutated } from './load-mutated.ts';
import type { MutantNews } from './mutant-worker.ts';
import { mutants } from './mutants.ts';
import { findKillsOnWorkers } from './run-on-workers.ts';

describe('a wrong version of the protocol', () => {
  const found = new Map<string, MutantNews>();
  // In a thread of plain Node: the source of the functions is changed as it loads, which vitest would keep from them.
  beforeAll(async () => {
    const names = mutants.map(({ name }) => name);
    await findKillsOnWorkers({ names, most: mostSchedules, workers: 1 }, (news) =>
      found.set(news.name, news),
    );
  }, 600_000);

  it.each(mutants)('is seen through, and the right one is not blamed: $name', ({ name }) => {
    expect(found.get(name)).toMatchObject({
      kill: { violation: { invariant: expect.any(String) }, unmutated: null },
    });
  });
});

describe('a change of the source', () => {
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

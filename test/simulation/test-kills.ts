import { beforeAll, describe, expect, it } from 'vitest';
import { mostSchedules } from './find-kill.ts';
import type { MutantNews } from './mutant-worker.ts';
import type { Mutant } from './parts/mutant.ts';
import { findKillsOnWorkers } from './run-on-workers.ts';

/** A test for each mutant: some schedule fails with it, and passes without it. */
export function testKills(mutants: readonly Mutant[]): void {
  describe('a deliberately broken version of the protocol', () => {
    const found = new Map<string, MutantNews>();
    // In a thread of plain Node: the source of the functions is changed as it loads, which vitest would keep from them.
    beforeAll(async () => {
      const names = mutants.map(({ name }) => name);
      await findKillsOnWorkers({ names, most: mostSchedules, workers: 1 }, (news) =>
        found.set(news.name, news),
      );
    }, 600_000);

    it.each(mutants)('fails a schedule that the protocol as it is passes: $name', ({ name }) => {
      expect(found.get(name)).toMatchObject({
        kill: { violation: { invariant: expect.any(String) }, unmutated: null },
      });
    });
  });
}

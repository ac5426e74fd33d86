import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inParallel } from '../../../../shared/domain/concurrency.ts';

describe('work in parallel', () => {
  it('keeps the limit, begins the next as soon as one ends, and answers in the order of the items', async () => {
    let under = 0;
    let most = 0;
    const ended: number[] = [];
    const results = await inParallel([5, 1, 3, 2, 4], 2, async (turns) => {
      most = Math.max(most, ++under);
      for (let waited = 0; waited < turns; waited++) await turn();
      under -= 1;
      ended.push(turns);
      return turns * 10;
    });
    expect(results).toEqual([50, 10, 30, 20, 40]);
    expect(most).toBe(2);
    expect(ended).toEqual([1, 3, 5, 2, 4]);
  });

  it('tries every item, and throws the first error once nothing is under way', async () => {
    const tried: number[] = [];
    let under = 0;
    const work = inParallel([1, 2, 3, 4, 5], 2, async (item) => {
      under += 1;
      tried.push(item);
      for (let waited = 0; waited < item; waited++) await turn();
      under -= 1;
      if (item % 2 === 0) throw new Error(`item ${item}`);
    });
    await expect(work).rejects.toThrow('item 2');
    expect(tried).toEqual([1, 2, 3, 4, 5]);
    expect(under).toBe(0);
  });

  it('throws what was thrown, even when that is undefined', async () => {
    const work = inParallel([1], 4, () => Promise.reject(undefined));
    await expect(work).rejects.toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { measure } from '../../bench/benches/table-requests.bench.ts';
import { medianOf } from '../../bench/report/figure.ts';

describe('the table requests of polls', async () => {
  const { figures } = await measure();

  // docs/performance.md has the goals, some of which are lower. A buyer without news is written once an hour.
  it.each([
    ['quiet-writes', 0.2],
    ['quiet-reads', 1.3],
    ['one-writes', 2.4],
    ['one-reads', 1.5],
    ['many', 0.6],
  ])('stay few: %s', (name, most) => {
    const found = figures.find(({ id }) => id === `table-requests/${name}`);

    expect(medianOf(found?.samples ?? [])).toBeLessThanOrEqual(most);
  });
});

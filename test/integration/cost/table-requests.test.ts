import { describe, expect, it } from 'vitest';
import { measure } from '../../bench/benches/table-requests.bench.ts';
import { medianOf } from '../../bench/report/figure.ts';
import { openPolledBuyers } from '../../support/functions/polled-buyers.ts';

/** Polls come each quarter of an hour. */
const pollsADay = 96;

describe('the table requests of polls', async () => {
  const { figures } = await measure();

  // docs/performance.md has the goals, some of which are lower.
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

  it('write once an hour at most for a buyer without news, and a little more after a day', async () => {
    const buyers = 10;
    const polled = await openPolledBuyers(buyers);
    let writes = 0;
    for (let poll = 0; poll < pollsADay; poll += 1) writes += (await polled.poll()).writes;

    // Each poll notes once for all of its buyers that lists were shown.
    expect((writes - pollsADay) / buyers).toBeLessThanOrEqual(24 + 2);
  });
});

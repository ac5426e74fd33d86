import { expect, it } from 'vitest';
import { measure } from '../../../bench/benches/owners.bench.ts';
import { efforts, medianOf } from '../../../bench/report/figure.ts';

it('a sweep makes two reads for each of 200 routes, two more every five minutes, and few others', async () => {
  const progress = { step: () => undefined, end: () => undefined };
  const { figures } = await measure(() => progress, efforts.once);
  const { goal, samples = [] } = figures.find(({ id }) => id === 'owners/reads') ?? {};
  expect(medianOf(samples)).toBeLessThanOrEqual(goal?.value ?? 0);
});

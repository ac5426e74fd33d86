import { expect, it } from 'vitest';
import { countDay } from '../../bench/day/count-day.ts';
import { daysPerMonth, usdOf } from '../../bench/day/prices.ts';

const [buyers, signals, ticksADay] = [1_000, 40, 96];

it('a day of the real functions over 1,000 buyers costs little', async () => {
  const { use, sweeps } = await countDay(buyers, signals);

  // docs/performance.md has the goals, which are lower.
  expect(use.apiCalls / (buyers * ticksADay)).toBeLessThanOrEqual(0.05);
  expect(daysPerMonth * usdOf(use)).toBeLessThanOrEqual(0.6);
  expect(daysPerMonth * usdOf(sweeps)).toBeLessThanOrEqual(0.3);
}, 300_000);

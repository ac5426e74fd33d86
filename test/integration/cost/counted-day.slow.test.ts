import { beforeAll, describe, expect, it } from 'vitest';
import { calculateMonth } from '../../../cli/cost/month-cost.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import { type CountedDay, compareMonth, countDay } from '../../bench/day/count-day.ts';
import { projectRoot } from '../../unit/house/documents.ts';

const [buyers, signals, ticksADay] = [1_000, 40, 96];

describe('a day of the real functions over 1,000 buyers', () => {
  let day: CountedDay;
  beforeAll(async () => {
    day = await countDay(buyers, signals);
  }, 300_000);

  it('calls the API for a twentieth of one list for each buyer and tick', () => {
    // docs/performance.md has the goal, which is lower.
    expect(day.use.apiCalls / (buyers * ticksADay)).toBeLessThanOrEqual(0.05);
  });

  it.each(['use', 'sweeps'] as const)('costs what `cost` calculates, to 15 %%: %s', async (part) => {
    const config = await loadConfig(`${projectRoot}signalpost.config.ts`);
    const { counted, calculated } = compareMonth(day, calculateMonth(config, buyers, signals), part);

    expect(calculated / counted).toBeGreaterThan(0.85);
    expect(calculated / counted).toBeLessThan(1.15);
  });
});

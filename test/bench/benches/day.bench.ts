/** Calls of the API and the units of AWS in a simulated day of the real functions, and what a month of it costs. */

import { loadConfig } from '../../../shared/config/load.ts';
import { countDay, wholeDay } from '../day/count-day.ts';
import { daysPerMonth, fixedUsd, usdOf } from '../day/prices.ts';
import { atMost, type Bench, type Figure, figure } from '../report/figure.ts';

const ticksADay = 96;
const wholeSizes = [
  { buyers: 1_000, signals: 40, mostPercent: 3 },
  { buyers: 10_000, signals: 400, mostPercent: 2 },
];
const smallSizes = [{ buyers: 100, signals: 4, mostPercent: 3 }];

export const measure: Bench['measure'] = async (startProgress, { isSmall }) => {
  const sizes = isSmall ? smallSizes : wholeSizes;
  const hours = isSmall ? { before: 1, counted: 3, after: 1 } : wholeDay;
  const config = await loadConfig('signalpost.config.ts');
  const progress = startProgress(
    'simulated hour',
    sizes.length * (hours.before + hours.counted + hours.after),
  );
  const figures: Figure[] = [];
  for (const { buyers, signals, mostPercent } of sizes) {
    const day = await countDay(buyers, signals, hours, progress.step);
    const calls = day.use.apiCalls;
    const each = buyers * ticksADay;
    const scale = `${buyers.toLocaleString('en-US')} buyers`;
    const add = (name: string, what: string, unit: string, most: number | null, value: number): void => {
      const goal = most === null ? null : atMost(most);
      figures.push({
        ...figure(`day/${name}-${buyers}`, `${scale}: ${what}`, unit, goal, [value]),
        counted: true,
      });
    };
    add(
      'calls',
      'calls of the API a day, of one for each buyer and tick',
      '%',
      mostPercent,
      (100 * calls) / each,
    );
    add('per-signal', `calls for each new signal, instead of ${each / signals}`, '', null, calls / signals);
    for (const [part, what] of Object.entries({ use: 'use', sweeps: 'idle sweeps' } as const)) {
      // The logs are not counted.
      const usd = daysPerMonth * usdOf(day[part as 'use' | 'sweeps']);
      add(part, `a month of ${what}`, '$', part === 'use' && buyers === 1_000 ? 0.5 : null, usd);
    }
  }
  const fixed = figure('day/fixed', 'a month without any work', '$', null, [fixedUsd(config)]);
  figures.push({ ...fixed, counted: true });
  progress.end();
  return { figures };
};

/** Calls of the API and the units of AWS in a simulated day of the real functions, and what a month of it costs. */

import { loadConfig } from '../../../shared/config/load.ts';
import { countDay, wholeDay } from '../day/count-day.ts';
import { daysPerMonth, fixedUsd, usdOf } from '../day/prices.ts';
import { atMost, type Bench, counted, type Figure } from '../report/figure.ts';

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
    const percent = (100 * day.use.apiCalls) / (buyers * ticksADay);
    const scale = `${buyers.toLocaleString('en-US')} buyers`;
    const share = `${scale}: calls of the API a day, of one for each buyer and tick`;
    figures.push(counted(`day/calls-${buyers}`, share, '%', atMost(mostPercent), [percent]));
    for (const [part, what] of Object.entries({ use: 'use', sweeps: 'idle sweeps' } as const)) {
      // The logs are not counted.
      const usd = daysPerMonth * usdOf(day[part as 'use' | 'sweeps']);
      const goal = part === 'use' && buyers === 1_000 ? atMost(0.5) : null;
      figures.push(counted(`day/${part}-${buyers}`, `${scale}: a month of ${what}`, '$', goal, [usd]));
    }
  }
  figures.push(counted('day/fixed', 'a month without any work', '$', null, [fixedUsd(config)]));
  progress.end();
  return { figures };
};

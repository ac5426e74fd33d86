/** Calls of the API in a simulated day, and what a month of such days costs: counted by what `npm run cost` counts. */

import { daysPerMonth } from '../../../cli/cost/assumptions.ts';
import { reportCost } from '../../../cli/cost/cost-report.ts';
import { countDay, wholeDays } from '../../../cli/cost/count-day.ts';
import { exampleConfig } from '../../../cli/cost/example-config.ts';
import type { Figure, Measured, StartProgress } from '../figure.ts';

const ticksADay = 96;
const sizes = [
  { buyers: 1_000, arrivals: 40, mostPercent: 3 },
  { buyers: 10_000, arrivals: 400, mostPercent: 2 },
];
const mostUsd = 0.65;

export async function measure(startProgress: StartProgress): Promise<Measured> {
  const config = exampleConfig();
  const progress = startProgress('simulated hour', sizes.length * (wholeDays.before + wholeDays.counted));
  const figures: Figure[] = [];
  for (const { buyers, arrivals, mostPercent } of sizes) {
    const settings = { buyers, every: '15 minutes', arrivals, latencyMs: 300 };
    const day = await countDay({ ...settings, config, onHour: progress.step });
    if (day.problems.length > 0) throw new Error(day.problems.join('\n'));
    const { sums, upstream } = reportCost(day, { ...settings, config: "the example's routes" }, config);
    const calls = upstream.callsAMonth / daysPerMonth;
    const each = buyers * ticksADay;
    const scale = `${buyers.toLocaleString('en-US')} buyers`;
    figures.push(
      figure(
        `calls-${buyers}`,
        `${scale}: calls of the API a day, of one for each buyer and tick`,
        '%',
        mostPercent,
        (100 * calls) / each,
      ),
      figure(
        `per-signal-${buyers}`,
        `${scale}: calls for each new signal, instead of ${each / arrivals}`,
        '',
        null,
        calls / arrivals,
      ),
    );
    if (buyers === 1_000) figures.push(figure('usd', `${scale}: a month of use`, '$', mostUsd, sums.use));
  }
  progress.end();
  return { figures };
}

function figure(name: string, what: string, unit: string, most: number | null, value: number): Figure {
  const goal = most === null ? null : ({ is: 'at most', value: most } as const);
  return { id: `day/${name}`, what, unit, goal, samples: [value], counted: true };
}

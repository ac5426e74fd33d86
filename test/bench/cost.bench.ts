/**
 * What a month of usage costs at 1,000 buyers and a tick each quarter of an hour: `node test/bench/cost.bench.ts`.
 * Prints what `npm run cost` prints. Fails when it is more than the goal, or when something failed while it was counted.
 */

import { reportCost } from '../../local/cost/cost-report.ts';
import { countDay } from '../../local/cost/count-day.ts';
import { exampleConfig } from '../../local/cost/example-config.ts';
import { tellCost } from '../../local/cost/tell-cost.ts';

const mostUsd = 2.5;
const settings = { buyers: 1_000, every: '15 minutes', arrivals: 40, latencyMs: 300 };

const started = performance.now();
const config = exampleConfig();
const day = await countDay({ ...settings, config });
const report = reportCost(day, { ...settings, config: "the example's routes" }, config);
for (const line of tellCost(report)) console.log(line);

const good = report.sums.use <= mostUsd && report.problems.length === 0;
if (!good) process.exitCode = 1;
console.log(`${good ? 'ok  ' : 'FAIL'} $${report.sums.use.toFixed(2)} of $${mostUsd.toFixed(2)} of usage`);
console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s`);

import { pricesAsOf } from '../../shared/cost/prices.ts';
import type { CostReport } from './cost-report.ts';
import type { CostLine } from './price-month.ts';
import { tellBasis } from './tell-basis.ts';
import { tellCount, tellDoubts, tellPrice } from './tell-figures.ts';

/** The report for people: a table, and below it what it rests on. */
export function tellCost(report: CostReport): string[] {
  const { lines, settings, sums } = report;
  const rows = (part: CostLine['part']) => lines.filter((line) => line.part === part).map(tellLine);
  return [
    `A month of Signalpost: ${tellCount(settings.buyers)} buyers, a tick each ${settings.every}, ` +
      `${tellCount(settings.arrivals)} new signals a day`,
    `US East, without the free tier, at prices of ${pricesAsOf}; ${settings.config}`,
    '',
    tellHead('For the use'),
    ...rows('use'),
    tellSum('for the use', sums.use),
    '',
    tellHead('Fixed: minutes in which there was nothing to do'),
    ...rows('minutes'),
    tellSum('in such minutes', sums.minutes),
    '',
    tellHead('Fixed: what stands there'),
    ...rows('standing'),
    tellSum('for what stands there', sums.standing),
    '',
    tellSum(
      `altogether, $${sums.use.toFixed(2)} for the use and $${sums.fixed.toFixed(2)} fixed`,
      sums.total,
    ),
    '* from memory: look these prices up before you rely on them',
    '',
    ...tellFunctions(report),
    '',
    ...tellPolling(report),
    '',
    'What this rests on',
    ...tellBasis(report).map((sentence) => `- ${sentence}`),
    '',
    `Doubts about the prices (${pricesAsOf}; to correct one: shared/cost/prices.ts)`,
    ...tellDoubts(lines).map((sentence) => `- ${sentence}`),
  ];
}

const widths = { what: 48, count: 13, price: 30, usd: 10 };

function tellHead(text: string): string {
  return (
    text.padEnd(widths.what) +
    'a month'.padStart(widths.count) +
    '  price'.padEnd(widths.price + 2) +
    '$'.padStart(widths.usd)
  );
}

function tellLine({ service, what, count, price, usd }: CostLine): string {
  return (
    `  ${service.padEnd(16)}${what}`.padEnd(widths.what) +
    tellCount(count).padStart(widths.count) +
    `  ${tellPrice(price)}`.padEnd(widths.price + 2) +
    usd.toFixed(2).padStart(widths.usd)
  );
}

function tellSum(what: string, usd: number): string {
  return what.padStart(widths.what + widths.count + widths.price + 2) + usd.toFixed(2).padStart(widths.usd);
}

function tellFunctions({ functions }: CostReport): string[] {
  const row = (name: string, ...cells: readonly string[]): string =>
    `${name.padEnd(20)}${cells.map((cell) => cell.padStart(13)).join('')}`;
  return [
    row('Functions', 'invocations', 'average ms', 'memory MB', 'GB-seconds', 'cold starts', '$'),
    ...functions.map((one) =>
      row(
        `  ${one.name}`,
        tellCount(one.invocations),
        tellCount(one.averageMs),
        tellCount(one.memoryMb),
        tellCount(one.gigabyteSeconds),
        tellCount(one.coldStarts),
        one.usd.toFixed(2),
      ),
    ),
  ];
}

function tellPolling({ upstream, sums }: CostReport): string[] {
  const { callsAMonth, eachCallsAMonth, eachUsd } = upstream;
  const share = ((100 * callsAMonth) / eachCallsAMonth).toFixed(1);
  return [
    `The API is called ${tellCount(callsAMonth)} times a month. To ask for each buyer at each tick would be ` +
      `${tellCount(eachCallsAMonth)} calls,`,
    `so this is ${share} % of them; and the use would cost $${eachUsd.toFixed(2)} instead of $${sums.use.toFixed(2)}.`,
  ];
}

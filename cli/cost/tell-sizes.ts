import { pricesAsOf } from '../../shared/cost/prices.ts';
import type { CostLine, CostReport, CostSums } from './cost-report.ts';
import { tellCount } from './tell-cost.ts';

/** One table for several numbers of buyers: list prices, and beside them what is left after the free tier. */
export function tellSizes(reports: readonly CostReport[]): string[] {
  const [first] = reports;
  if (first === undefined) return [];
  const services = [...new Set(reports.flatMap(({ lines }) => used(lines).map(({ service }) => service)))];
  const count = (what: string, of: (report: CostReport) => number): string =>
    tellRow(
      what,
      reports.map((report) => ['', tellCount(Math.round(of(report)))]),
    );
  const sum = (what: string, of: (sums: CostSums) => number): string =>
    tellRow(
      what,
      reports.map(({ sums, sumsAfterFreeTier }) => [of(sums), of(sumsAfterFreeTier)].map(tellUsd)),
    );
  return [
    `A month of Signalpost: a tick each ${first.settings.every}; US East, at list prices of ${pricesAsOf}; ${first.settings.config}`,
    'Left: after the free tier of AWS, if nothing else in the account uses it',
    '',
    tellRow(
      'buyers',
      reports.map(({ settings }) => ['', tellCount(settings.buyers)]),
    ),
    ...(reports.some(({ calculatedFrom }) => calculatedFrom)
      ? [
          tellRow(
            '',
            reports.map(({ calculatedFrom }) => ['', calculatedFrom ? 'calculated' : 'counted']),
          ),
        ]
      : []),
    count('new signals a day', ({ settings }) => settings.arrivals),
    count('calls of the API', ({ upstream }) => upstream.callsAMonth),
    tellRow(
      '',
      reports.map(() => ['list $', 'left $']),
    ),
    ...services.map((service) =>
      tellRow(
        `  ${service}`,
        reports.map(({ lines }) => {
          const own = used(lines).filter((line) => line.service === service);
          return [add(own, ({ usd }) => usd), add(own, (line) => line.usdAfterFreeTier)].map(tellUsd);
        }),
      ),
    ),
    sum('usage', ({ use }) => use),
    sum('minutes with nothing to do', ({ minutes }) => minutes),
    sum('metrics, alarms, secrets and queues', ({ standing }) => standing),
    sum('total', ({ total }) => total),
    ...reports.flatMap(({ settings, problems }) =>
      problems.map(
        (problem) => `${tellCount(settings.buyers)} buyers: NOT TO BE RELIED ON: this failed: ${problem}`,
      ),
    ),
    '',
    'Counted: a simulated day of the real functions. Calculated: from the counted days, since each count grows evenly with the buyers.',
    'npm run cost -- --buyers NUMBER counts one number of buyers, and says what it costs by service and function, and what this rests on.',
  ];
}

const widths = { what: 36, list: 13, left: 9 };

function tellRow(what: string, cells: readonly (readonly string[])[]): string {
  const told = cells.map(([list = '', left = '']) => list.padStart(widths.list) + left.padStart(widths.left));
  return what.padEnd(widths.what) + told.join('');
}

function used(lines: readonly CostLine[]): CostLine[] {
  return lines.filter(({ part }) => part === 'use');
}

function add(lines: readonly CostLine[], amountOf: (line: CostLine) => number): number {
  return lines.reduce((sum, line) => sum + amountOf(line), 0);
}

function tellUsd(usd: number): string {
  return usd.toFixed(2);
}

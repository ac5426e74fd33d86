import { type Command, InvalidArgumentError } from 'commander';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { grouped } from '../../shared/domain/counted.ts';
import type { CostReport } from '../cost/cost-report.ts';
import { wholeNumber } from '../options.ts';

interface CostFlags {
  readonly buyers?: number;
  readonly every: string;
  readonly arrivals?: number;
  readonly latency: number;
  readonly config?: string;
  readonly json?: boolean;
}

export function addCostCommand(program: Command): void {
  program
    .command('cost')
    .description(
      'simulate a day of the real functions on this machine, count their AWS usage, and price a month by service',
    )
    .option(
      '--buyers <number>',
      'the number of watched buyers (default: a table of 100 and 1,000, and 10,000 and 100,000 calculated from them)',
      wholeNumber(1, 100_000),
    )
    .option('--every <time>', 'the time between two ticks, such as 15m or 1h', readEvery, '15 minutes')
    .option(
      '--arrivals <number>',
      'new signals per day (default: 4 for each 100 buyers)',
      wholeNumber(0, 100_000),
    )
    .option('--latency <time>', "the API's response time, such as 300ms", readLatency, 300)
    .option('--config <file>', 'use the routes, hot rules and secrets of this config')
    .option('--json', 'print one JSON object on stdout')
    .action(showCost);
}

/** Of the table, when no number is given. To count the larger ones would take hours. */
const sizes = { counted: [100, 1_000], calculated: [10_000, 100_000] } as const;
/** One whole day, after the hours that a first run and the rows that it found take: a second day is like it. */
const tableHours = { before: 2, counted: 24 };
const arrivalsPerBuyer = 0.04;

async function showCost(flags: CostFlags): Promise<void> {
  // Imported here, because these load all functions and the sandbox, and `--help` must stay fast.
  const [{ tellCost }, { tellSizes }, { extrapolate }, { exampleConfig }, { loadConfig }] = await Promise.all(
    [
      import('../cost/tell-cost.ts'),
      import('../cost/tell-sizes.ts'),
      import('../cost/extrapolate.ts'),
      import('../cost/example-config.ts'),
      import('../../shared/config/load.ts'),
    ],
  );
  const config =
    flags.config === undefined ? exampleConfig() : await loadConfig(flags.config, { permitLocal: true });
  const reports: CostReport[] = [];
  for (const buyers of flags.buyers === undefined ? sizes.counted : [flags.buyers]) {
    reports.push(await countMonth(flags, config, buyers));
  }
  const [one, two] = reports;
  if (one !== undefined && two !== undefined) {
    for (const buyers of sizes.calculated) {
      reports.push(extrapolate(one, two, { buyers, arrivals: arrivalsOf(flags, buyers) }));
    }
  }
  if (flags.buyers === undefined || one === undefined) {
    if (flags.json) console.log(JSON.stringify(reports));
    else for (const line of tellSizes(reports)) console.log(line);
  } else if (flags.json) console.log(JSON.stringify(one));
  else for (const line of tellCost(one)) console.log(line);
  // The figures are printed, but incomplete.
  if (reports.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
}

async function countMonth(flags: CostFlags, config: SignalpostConfig, buyers: number): Promise<CostReport> {
  const [{ countDay, wholeDays }, { reportCost }, { createProgress }] = await Promise.all([
    import('../cost/count-day.ts'),
    import('../cost/cost-report.ts'),
    import('../progress.ts'),
  ]);
  const { every, latency: latencyMs } = flags;
  const arrivals = arrivalsOf(flags, buyers);
  const hours = flags.buyers === undefined ? tableHours : wholeDays;
  const progress = createProgress(`${grouped(buyers)} buyers: simulated hour`, hours.before + hours.counted);
  const settings = { buyers, every, arrivals, latencyMs };
  const day = await countDay({ ...settings, config, hours, onHour: progress.step });
  progress.end();
  const whose = flags.config === undefined ? "the example's routes" : `the routes of ${flags.config}`;
  return reportCost(day, { ...settings, config: whose }, config);
}

function arrivalsOf({ arrivals }: CostFlags, buyers: number): number {
  return arrivals ?? Math.ceil(buyers * arrivalsPerBuyer);
}

const units = {
  m: 'minute',
  minute: 'minute',
  minutes: 'minute',
  h: 'hour',
  hour: 'hour',
  hours: 'hour',
} as const;
const minutesOf = { minute: 1, hour: 60 } as const;
const mostMinutes = 24 * 60;

/** For commander: `15m`, `1h`, `15 minutes`, as the config writes it. */
function readEvery(text: string): string {
  const [, digits = '', name = ''] = /^(\d{1,4}) ?([a-z]+)$/.exec(text) ?? [];
  const unit = units[name as keyof typeof units];
  const count = Number(digits);
  if (unit !== undefined && count >= 1 && count * minutesOf[unit] <= mostMinutes) {
    return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  throw new InvalidArgumentError(
    `Found ${JSON.stringify(text)}; give a time such as 15m, 1h or "15 minutes", from 1m to 24h.`,
  );
}

const mostLatencyMs = 10_000;

/** For commander: `300ms` or `1s`, in milliseconds. */
function readLatency(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,5})(ms|s)$/.exec(text) ?? [];
  const ms = Number(digits) * (unit === 's' ? 1000 : 1);
  if (unit !== '' && ms <= mostLatencyMs) return ms;
  throw new InvalidArgumentError(
    `Found ${JSON.stringify(text)}; give a time such as 300ms or 1s, at most 10s.`,
  );
}

import { type Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '../options.ts';

interface CostFlags {
  readonly buyers: number;
  readonly every: string;
  readonly arrivals: number;
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
    .option('--buyers <number>', 'the number of watched buyers', wholeNumber(1, 20_000), 1_000)
    .option('--every <time>', 'the time between two ticks, such as 15m or 1h', readEvery, '15 minutes')
    .option('--arrivals <number>', 'new signals per day', wholeNumber(0, 100_000), 40)
    .option('--latency <time>', "the API's response time, such as 300ms", readLatency, 300)
    .option('--config <file>', 'use the routes, hot rules and secrets of this config')
    .option('--json', 'print one JSON object on stdout')
    .action(showCost);
}

async function showCost(flags: CostFlags): Promise<void> {
  const { buyers, every, arrivals, latency: latencyMs } = flags;
  // Imported here, because these load all functions and the sandbox, and `--help` must stay fast.
  const [
    { countDay, simulatedHours },
    { reportCost },
    { tellCost },
    { exampleConfig },
    { loadConfig },
    { createProgress },
  ] = await Promise.all([
    import('../../cost/count-day.ts'),
    import('../../cost/cost-report.ts'),
    import('../../cost/tell-cost.ts'),
    import('../../cost/example-config.ts'),
    import('../../../shared/config/load.ts'),
    import('../progress.ts'),
  ]);
  const config =
    flags.config === undefined ? exampleConfig() : await loadConfig(flags.config, { permitLocal: true });
  const progress = createProgress('simulated hour', simulatedHours);
  const day = await countDay({ config, buyers, every, arrivals, latencyMs, onHour: progress.step });
  progress.end();
  const whose = flags.config === undefined ? "the example's routes" : `the routes of ${flags.config}`;
  const report = reportCost(day, { buyers, every, arrivals, latencyMs, config: whose }, config);
  if (flags.json) console.log(JSON.stringify(report));
  else for (const line of tellCost(report)) console.log(line);
  // The figures are printed, but incomplete.
  if (report.problems.length > 0) process.exitCode = 1;
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

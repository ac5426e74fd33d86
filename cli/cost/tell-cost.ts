import { type Price, type PriceName, prices, pricesAsOf } from '../../shared/cost/prices.ts';
import { assumptions, daysPerMonth } from './assumptions.ts';
import type { CostLine, CostReport } from './cost-report.ts';

/** The report for people: a table, and below it what it rests on. */
export function tellCost(report: CostReport): string[] {
  const { lines, settings, sums, sumsAfterFreeTier } = report;
  const rows = (part: CostLine['part']) => lines.filter((line) => line.part === part).map(tellLine);
  return [
    `A month of Signalpost: ${tellCount(settings.buyers)} buyers, a tick each ${settings.every}, ` +
      `${tellCount(settings.arrivals)} new signals a day`,
    `US East, without the free tier, at prices of ${pricesAsOf}; ${settings.config}`,
    '',
    tellHead('Usage'),
    ...rows('use'),
    tellSum('usage', sums.use),
    '',
    tellHead('Fixed: minutes with nothing to do'),
    ...rows('minutes'),
    tellSum('minutes with nothing to do', sums.minutes),
    '',
    tellHead('Fixed: metrics, alarms, secrets and queues'),
    ...rows('standing'),
    tellSum('metrics, alarms, secrets and queues', sums.standing),
    '',
    tellSum(`total, $${sums.use.toFixed(2)} of usage and $${sums.fixed.toFixed(2)} fixed`, sums.total),
    tellSum('left after the free tier, if nothing else in the account uses it', sumsAfterFreeTier.total),
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
        ...[one.invocations, one.averageMs, one.memoryMb, one.gigabyteSeconds, one.coldStarts].map(tellCount),
        one.usd.toFixed(2),
      ),
    ),
  ];
}

function tellPolling({ upstream, sums }: CostReport): string[] {
  const { callsAMonth, eachCallsAMonth, eachUsd } = upstream;
  const share = ((100 * callsAMonth) / eachCallsAMonth).toFixed(1);
  return [
    `The API is called ${tellCount(callsAMonth)} times a month, ${share} % of the ${tellCount(eachCallsAMonth)} calls ` +
      'that polling each buyer at each tick would make.',
    `Usage would then cost $${eachUsd.toFixed(2)} instead of $${sums.use.toFixed(2)}.`,
  ];
}

/** What was counted and what was assumed, a sentence each. */
function tellBasis({ settings, day, problems }: CostReport): string[] {
  const { waits, invocationCpuMs, awsCallCpuMs, idleMs, coldStartMs, pollers, longPollSeconds } = assumptions;
  const sentHours = (100 * day.metricHours) / (24 * day.metricNames);
  const cpu = Object.entries(invocationCpuMs).map(([name, ms]) => `${name} ${ms} ms`);
  return [
    ...problems.map((problem) => `NOT TO BE RELIED ON: while it was counted, this failed: ${problem}`),
    `Counted: one simulated day of the real functions on this machine, against a sandbox (${tellCount(day.buyersPolled)} ` +
      `lists read, ${tellCount(day.newSignals)} new signals, ${tellCount(day.digestsDelivered)} messages delivered), times ` +
      `${daysPerMonth.toFixed(1)}. It is a Monday: what comes on weekdays or once a week counts each day.`,
    `Assumed: an answer of the API takes ${settings.latencyMs} ms (--latency), of DynamoDB ${waits.table} ms (a ` +
      `transaction ${waits.transaction}), of SQS ${waits.queue}, of Secrets Manager ${waits.secret}, ` +
      `of a destination ${waits.destination}. Durations are these waits plus CPU.`,
    `Assumed: an invocation takes so much CPU of a whole core: ${cpu.join(', ')}, and ${awsCallCpuMs} ms more for each call ` +
      `of AWS. A function has as much of a core as its memory brings (a whole one at ${tellCount(assumptions.wholeCoreMb)} MB).`,
    `Assumed: a Lambda instance is gone after ${idleMs / 60_000} idle minutes; a cold start is billed as ` +
      `${coldStartMs} ms; a log line counts ${assumptions.logEventBytes} bytes more than it has.`,
    'Assumed: signals come evenly over the day, and the service touches one more row for each. One that touches ' +
      'all rows each night makes everyone due then. Routes are counted without their "bridges" and "buyers".',
    `Empty queues: ${pollers} pollers for each, waiting ${longPollSeconds} s each. Where little comes Lambda ` +
      'goes down to 2, but not with a maximum concurrency, which these queues have.',
    `Metrics: all ${day.metricNames} at their full price. CloudWatch bills the hours in which one is sent, here ` +
      `${sentHours.toFixed(0)} % of them.`,
    'Left out: the dashboard (the first three of an account are free), SNS, mail and what leaves AWS (next to nothing).',
  ];
}

/** What may be otherwise about the prices that these lines use, a sentence each. */
function tellDoubts(lines: readonly CostLine[]): string[] {
  const used = new Set(lines.map(({ price }) => price));
  return [...used].flatMap((name) => {
    const { unit, doubt }: Price = prices[name];
    return doubt === undefined ? [] : [`${unit}: ${doubt}`];
  });
}

export function tellCount(count: number): string {
  const digits = count >= 100 || Number.isInteger(count) ? 0 : count >= 1 ? 1 : 3;
  return count.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** `$0.20 per 1M requests`, with a star for one from memory. */
export function tellPrice(name: PriceName): string {
  const { usd, per, unit, source } = prices[name];
  const star = source === 'checked' ? '' : ' *';
  const amount =
    usd < 0.01 ? String(usd) : usd.toFixed(Number.isInteger(Math.round(usd * 1e6) / 1e4) ? 2 : 3);
  const [short = unit] = unit.split(/,| to | of | on /);
  if (per === 1) return `$${amount} per ${short.replace(/s$/, '')}${star}`;
  return `$${amount} per ${per.toLocaleString('en-US', { notation: 'compact' })} ${short}${star}`;
}

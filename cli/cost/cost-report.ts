import {
  functions,
  type PipelineFunction,
  type QueueName,
  queues,
  secretNames,
} from '../../functions/wiring.ts';
import { listAlarms, tellingAlarms } from '../../shared/alarms/list-alarms.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { type Price, type PriceName, priceOf, prices } from '../../shared/cost/prices.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { metricNames } from '../../shared/domain/metric-names.ts';
import { assumptions, daysPerMonth } from './assumptions.ts';
import type { CountedDay, CountOptions } from './count-day.ts';
import type { CountedInvocation } from './counted-cloud.ts';
import { sumUsage, type Usage } from './usage.ts';

/** What `cost --json` prints. Amounts in US dollars, counts in a month unless it says otherwise. */
export interface CostReport {
  readonly settings: CostSettings;
  /** The numbers of buyers whose counted days this is calculated from; absent if its own day was counted. */
  readonly calculatedFrom?: readonly number[];
  readonly lines: readonly CostLine[];
  readonly sums: CostSums;
  /** The same after the free tier of an account in which nothing else runs. */
  readonly sumsAfterFreeTier: CostSums;
  readonly functions: readonly FunctionCost[];
  readonly upstream: {
    readonly callsAMonth: number;
    /** If each buyer were asked for at each tick: calls, and what usage would cost. */
    readonly eachCallsAMonth: number;
    readonly eachUsd: number;
  };
  readonly day: {
    readonly buyersPolled: number;
    readonly newSignals: number;
    readonly digestsDelivered: number;
    /** Of 24 for each of so many metrics: the hours in which one was sent. */
    readonly metricHours: number;
    readonly metricNames: number;
  };
  readonly problems: readonly string[];
}

export interface CostSums {
  readonly use: number;
  /** Minutes with nothing to do, and `standing`: metrics, alarms, secrets and queues. Together `fixed`. */
  readonly minutes: number;
  readonly standing: number;
  readonly fixed: number;
  readonly total: number;
}

export interface CostSettings extends Omit<CountOptions, 'config' | 'hours' | 'onHour'> {
  /** Whose routes, hot rules and secrets these are. */
  readonly config: string;
}

export interface CostLine {
  /** `use` grows with what happens; the others are fixed cost. */
  readonly part: 'use' | 'minutes' | 'standing';
  readonly service: string;
  readonly what: string;
  /** In a month, in the price's own single units: requests, not millions of them. */
  readonly count: number;
  readonly price: PriceName;
  /** US dollars a month. */
  readonly usd: number;
  /** What is left of it after the free tier, which the lines before it use up first. */
  readonly usdAfterFreeTier: number;
}

export interface FunctionCost {
  readonly name: PipelineFunction;
  readonly invocations: number;
  /** Billed, cold starts included. */
  readonly averageMs: number;
  readonly memoryMb: number;
  readonly gigabyteSeconds: number;
  readonly coldStarts: number;
  readonly usd: number;
}

/** At list prices. */
export type ListLine = Omit<CostLine, 'usdAfterFreeTier'>;

const gigabyte = 1_000_000_000;

/** What a month of such days costs. */
export function reportCost(day: CountedDay, settings: CostSettings, config: SignalpostConfig): CostReport {
  const { invocations, buyersPolled, newSignals, digestsDelivered, metricHours, problems } = day;
  const totals = totalOf([
    ...priceUsage(
      'use',
      usageOf(invocations, (one) => !foundNothing(one)),
    ),
    ...priceStorage(day.tableBytes),
    ...priceUsage('minutes', usageOf(invocations, foundNothing)),
    ...priceStanding(config),
  ]);
  return {
    settings,
    ...totals,
    functions: [...new Set(invocations.map((one) => one.function))].map((name) =>
      costOf(name, usageOf(invocations, byFunction(name))),
    ),
    upstream: compareWithEach(day, settings, totals.sums.use),
    day: {
      buyersPolled,
      newSignals,
      digestsDelivered,
      metricHours,
      metricNames: Object.keys(metricNames).length,
    },
    problems,
  };
}

/** The lines with what the free tier leaves of each, and their sums. */
export function totalOf(
  listLines: readonly ListLine[],
): Pick<CostReport, 'lines' | 'sums' | 'sumsAfterFreeTier'> {
  const lines = takeOffFreeTier(listLines);
  return {
    lines,
    sums: addUp(lines, ({ usd }) => usd),
    sumsAfterFreeTier: addUp(lines, ({ usdAfterFreeTier }) => usdAfterFreeTier),
  };
}

/** Invoked by a schedule, it wrote and sent nothing: the sweep of a minute in which there was nothing to do. */
function foundNothing({ usage }: CountedInvocation): boolean {
  return usage.schedules > 0 && usage.writeUnits === 0 && usage.queueRequests === 0;
}

function byFunction(...names: readonly PipelineFunction[]): (one: CountedInvocation) => boolean {
  return (one) => names.includes(one.function);
}

function usageOf(
  invocations: readonly CountedInvocation[],
  isMeant: (one: CountedInvocation) => boolean = () => true,
): Usage {
  return sumUsage(invocations.filter(isMeant).map(({ usage }) => usage));
}

function compareWithEach(
  { invocations, everyone }: CountedDay,
  { every }: CostSettings,
  use: number,
): CostReport['upstream'] {
  const ticksADay = 86_400_000 / parseDuration(every);
  const usdOf = (usage: Usage): number => sumOf(priceUsage('use', usage));
  const polling = usageOf(invocations, byFunction('plan-polls', 'poll-signals'));
  const each = usageOf(everyone);
  return {
    callsAMonth: usageOf(invocations).upstreamCalls * daysPerMonth,
    eachCallsAMonth: each.upstreamCalls * ticksADay * daysPerMonth,
    eachUsd: use - usdOf(polling) + usdOf(each) * ticksADay,
  };
}

function costOf(name: PipelineFunction, usage: Usage): FunctionCost {
  return {
    name,
    invocations: usage.invocations * daysPerMonth,
    averageMs: Math.round(usage.milliseconds / Math.max(1, usage.invocations)),
    memoryMb: functions[name].memoryMb,
    gigabyteSeconds: usage.gigabyteSeconds * daysPerMonth,
    coldStarts: usage.coldStarts * daysPerMonth,
    usd: sumOf(priceUsage('use', usage).filter(({ service }) => service === 'Lambda')),
  };
}

/** Of one day's usage, a month's lines. What was not used has none. */
function priceUsage(part: CostLine['part'], usage: Usage): ListLine[] {
  const counts: readonly [service: string, what: string, aDay: number, price: PriceName][] = [
    ['Lambda', 'invocations', usage.invocations, 'lambdaRequests'],
    ['Lambda', 'duration, GB-seconds', usage.gigabyteSeconds, 'lambdaDuration'],
    ['DynamoDB', 'write units', usage.writeUnits, 'dynamoDbWrites'],
    ['DynamoDB', 'read units', usage.readUnits, 'dynamoDbReads'],
    ['SQS', 'requests', usage.queueRequests, 'sqsRequests'],
    ['Scheduler', 'invocations', usage.schedules, 'schedulerInvocations'],
    ['CloudWatch', 'logs, GB', usage.logBytes / gigabyte, 'logsIngested'],
    ['Secrets Manager', 'reads', usage.secretReads, 'secretReads'],
  ];
  return counts
    .filter(([, , aDay]) => aDay > 0)
    .map(([service, what, aDay, price]) => line(part, service, what, aDay * daysPerMonth, price));
}

function priceStorage(tableBytes: number): ListLine[] {
  const kept = tableBytes / gigabyte;
  if (kept === 0) return [];
  return [
    line('use', 'DynamoDB', 'kept, GB', kept, 'dynamoDbStorage'),
    line('use', 'DynamoDB', 'kept for recovery, GB', kept, 'dynamoDbRecovery'),
  ];
}

function priceStanding(config: SignalpostConfig): ListLine[] {
  const queueNames = Object.keys(queues) as QueueName[];
  const { pollers, longPollSeconds } = assumptions;
  const emptyReceives = (queueNames.length * pollers * daysPerMonth * 86_400) / longPollSeconds;
  const alarms =
    listAlarms(config, queues).length + (config.alarms?.to === undefined ? 0 : tellingAlarms.length);
  return [
    line('standing', 'CloudWatch', 'metrics', Object.keys(metricNames).length, 'metrics'),
    line('standing', 'CloudWatch', 'alarms', alarms, 'alarms'),
    line('standing', 'Secrets Manager', 'secrets', countSecrets(config), 'secrets'),
    line('standing', 'SQS', `receives of ${queueNames.length} empty queues`, emptyReceives, 'sqsRequests'),
  ];
}

function countSecrets(config: SignalpostConfig): number {
  const uses = new Set(Object.values(functions).flatMap(({ secrets }) => secrets));
  return new Set([...uses].flatMap((whose) => secretNames(config, whose))).size;
}

function takeOffFreeTier(lines: readonly ListLine[]): CostLine[] {
  const left = new Map<PriceName, number>();
  return lines.map((line) => {
    const { price, count } = line;
    const { free = 0 }: Price = prices[price];
    const available = left.get(price) ?? free;
    left.set(price, Math.max(0, available - count));
    return { ...line, usdAfterFreeTier: Math.max(0, count - available) * priceOf(price) };
  });
}

function addUp(lines: readonly CostLine[], amountOf: (line: CostLine) => number): CostSums {
  const of = (part: CostLine['part']): number =>
    lines.filter((line) => line.part === part).reduce((sum, line) => sum + amountOf(line), 0);
  const [use, minutes, standing] = [of('use'), of('minutes'), of('standing')];
  const fixed = minutes + standing;
  return { use, minutes, standing, fixed, total: use + fixed };
}

function sumOf(lines: readonly ListLine[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}

function line(
  part: CostLine['part'],
  service: string,
  what: string,
  count: number,
  price: PriceName,
): ListLine {
  return { part, service, what, count, price, usd: count * priceOf(price) };
}

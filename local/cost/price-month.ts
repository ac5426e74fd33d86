import { functions, type QueueName, queues, secretNames } from '../../functions/wiring.ts';
import { listAlarms } from '../../shared/alarms/list-alarms.ts';
import { tellingAlarms } from '../../shared/alarms/telling-alarms.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { type PriceName, priceOf } from '../../shared/cost/prices.ts';
import { metricNames } from '../../shared/runtime/metric-names.ts';
import { assumptions, daysPerMonth } from './assumptions.ts';
import type { Usage } from './usage.ts';

export interface CostLine {
  /** `use` grows with what happens; the others are paid for whether anything does or not. */
  readonly part: 'use' | 'minutes' | 'standing';
  readonly service: string;
  readonly what: string;
  /** In a month, in the price's own single units: requests, not millions of them. */
  readonly count: number;
  readonly price: PriceName;
  /** US dollars a month. */
  readonly usd: number;
}

export interface MeasuredDay {
  readonly use: Readonly<Usage>;
  readonly idleMinutes: Readonly<Usage>;
  readonly tableBytes: number;
}

const gigabyte = 1_000_000_000;

/** What a month of such days costs. */
export function priceMonth(day: MeasuredDay, config: SignalpostConfig): CostLine[] {
  return [...priceUse(day), ...priceUsage('minutes', day.idleMinutes), ...priceStanding(config)];
}

export function sumOf(lines: readonly CostLine[]): number {
  return lines.reduce((sum, { usd }) => sum + usd, 0);
}

/** Of one day's usage, a month's lines. What was not used has none. */
export function priceUsage(part: CostLine['part'], usage: Readonly<Usage>): CostLine[] {
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

function priceUse({ use, tableBytes }: MeasuredDay): CostLine[] {
  const kept = tableBytes / gigabyte;
  const lines = [
    ...priceUsage('use', use),
    line('use', 'DynamoDB', 'kept, GB', kept, 'dynamoDbStorage'),
    line('use', 'DynamoDB', 'kept for recovery, GB', kept, 'dynamoDbRecovery'),
  ];
  return lines.filter(({ count }) => count > 0);
}

function priceStanding(config: SignalpostConfig): CostLine[] {
  const queueNames = Object.keys(queues) as QueueName[];
  const { pollers, longPollSeconds } = assumptions;
  const emptyReceives = (queueNames.length * pollers * daysPerMonth * 86_400) / longPollSeconds;
  const metrics = Object.keys(metricNames).length;
  return [
    line('standing', 'CloudWatch', 'metrics', metrics, 'metrics'),
    line('standing', 'CloudWatch', 'alarms', countAlarms(config), 'alarms'),
    line('standing', 'Secrets Manager', 'secrets', countSecrets(config), 'secrets'),
    line('standing', 'SQS', `receives of ${queueNames.length} empty queues`, emptyReceives, 'sqsRequests'),
  ];
}

function countAlarms(config: SignalpostConfig): number {
  return listAlarms(config, queues).length + (config.alarms?.to === undefined ? 0 : tellingAlarms.length);
}

function countSecrets(config: SignalpostConfig): number {
  const uses = new Set(Object.values(functions).flatMap(({ secrets }) => secrets));
  return new Set([...uses].flatMap((whose) => secretNames(config, whose))).size;
}

function line(
  part: CostLine['part'],
  service: string,
  what: string,
  count: number,
  price: PriceName,
): CostLine {
  return { part, service, what, count, price, usd: count * priceOf(price) };
}

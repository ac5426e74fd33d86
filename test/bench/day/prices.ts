import { listSecretUses } from '../../../cli/open/secret-uses.ts';
import { stageAlarms } from '../../../functions/stage-alarms.ts';
import { isOn, queues } from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';

const million = 1_000_000;

/**
 * AWS prices in US dollars for one unit, US East (N. Virginia), without the free tier. Those of Lambda and DynamoDB were
 * compared with AWS's pages on 2026-11-21; the others are as published in 2025 and 2026.
 */
const prices = {
  /** https://aws.amazon.com/lambda/pricing/ */
  lambdaRequests: 0.2 / million,
  /** arm64, the first tier. The start of an instance is billed too, since August 2025. */
  lambdaGbSeconds: 0.0000133334,
  /** Units of 4 KB, on demand: https://aws.amazon.com/dynamodb/pricing/on-demand/. An eventually consistent read takes half a unit. */
  dynamoDbReads: 0.125 / million,
  /** Units of 1 KB, on demand. A write in a transaction takes two, and an index its own. */
  dynamoDbWrites: 0.625 / million,
  /** https://aws.amazon.com/sqs/pricing/: up to ten messages and 64 KB. A receive that finds nothing is one, too. */
  sqsRequests: 0.4 / million,
  /** https://aws.amazon.com/eventbridge/pricing/ */
  schedulerInvocations: 1 / million,
  /** https://aws.amazon.com/cloudwatch/pricing/ */
  metrics: 0.3,
  alarms: 0.1,
  /** https://aws.amazon.com/secrets-manager/pricing/ */
  secrets: 0.4,
  secretReads: 0.05 / 10_000,
} as const;

/** What AWS bills. */
export type PriceName = keyof typeof prices;

export const priceNames = Object.keys(prices) as PriceName[];

/** US dollars for these counts, each in the unit of its price. */
export function usdOf(units: Partial<Readonly<Record<PriceName, number>>>): number {
  return priceNames.reduce((sum, name) => sum + (units[name] ?? 0) * prices[name], 0);
}

export const daysPerMonth = 365 / 12;
const longPollSeconds = 20;

/** US dollars a month that a stage costs without any work: its metric, alarms and secrets, and the receives of idle queues. */
export function fixedUsd(config: SignalpostConfig): number {
  const own = Object.values(queues).filter((queue) => isOn(queue, config));
  // Receives that wait at an idle queue: Lambda keeps five, and as few as two at a queue without a maximum concurrency.
  const receives = own.reduce((sum, { maxConcurrency }) => sum + (maxConcurrency === undefined ? 2 : 5), 0);
  // One alarm watches the function that tells, one the function that others call.
  const missing = [config.alarms?.to, config.inbound].filter((part) => part === undefined);
  return usdOf({
    metrics: 1,
    alarms: Object.keys(stageAlarms).length - missing.length,
    secrets: new Set(listSecretUses(config).flatMap(({ scopes }) => scopes)).size,
    sqsRequests: (receives * daysPerMonth * 86_400) / longPollSeconds,
  });
}

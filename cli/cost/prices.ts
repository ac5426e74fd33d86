/**
 * AWS prices in US dollars for one unit, US East (N. Virginia): the only place to change one. `free`: the units a month
 * that the free tier gives an account for good, shared by all that runs in it. A price without `checked` is from memory:
 * look it up before you rely on it.
 */
export const pricesAsOf = '2026-11-21';

export interface Price {
  readonly service: string;
  readonly usd: number;
  readonly free?: number;
  readonly checked?: true;
}

const million = 1_000_000;

export const prices = {
  lambdaRequests: { service: 'Lambda', usd: 0.2 / million, free: million, checked: true },
  /** arm64, the first tier. The start of an instance is billed too, since August 2025. */
  lambdaGbSeconds: { service: 'Lambda', usd: 0.0000133334, free: 400_000, checked: true },
  /** Units of 4 KB, on demand. An eventually consistent read takes half a unit. */
  dynamoDbReads: { service: 'DynamoDB', usd: 0.125 / million, checked: true },
  /** Units of 1 KB, on demand. A write in a transaction takes two, and an index its own. */
  dynamoDbWrites: { service: 'DynamoDB', usd: 0.625 / million, checked: true },
  /** A request has up to ten messages; each 64 KB of it is billed as one. A receive that finds nothing is one, too. */
  sqsRequests: { service: 'SQS', usd: 0.4 / million, free: million },
  schedulerInvocations: { service: 'Scheduler', usd: 1 / million, free: 14 * million },
  logBytes: { service: 'CloudWatch', usd: 0.5 / 1e9, free: 5e9 },
  /** Billed for the hours in which it is sent. */
  metrics: { service: 'CloudWatch', usd: 0.3, free: 10 },
  /** The dashboard is free as one of an account's first three, with up to 50 metrics: a test counts them. */
  alarms: { service: 'CloudWatch', usd: 0.1, free: 10 },
  secrets: { service: 'Secrets Manager', usd: 0.4 },
  secretReads: { service: 'Secrets Manager', usd: 0.05 / 10_000 },
} as const satisfies Readonly<Record<string, Price>>;

export type PriceName = keyof typeof prices;

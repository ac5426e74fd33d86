/**
 * AWS prices in US dollars for one unit, US East (N. Virginia): the only place to change one. `free`: the units a month
 * that the free tier gives an account for good, shared by all that runs in it.
 */
export interface Price {
  readonly service: keyof typeof priceSources;
  readonly usd: number;
  readonly free?: number;
}

const published = 'as published, 2025-2026';
const compared = 'read on 2026-11-21';

/** Where AWS publishes the prices of a service, and when they were last compared with that page. */
export const priceSources = {
  Lambda: { page: 'https://aws.amazon.com/lambda/pricing/', read: compared },
  DynamoDB: { page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/', read: compared },
  SQS: { page: 'https://aws.amazon.com/sqs/pricing/', read: published },
  Scheduler: { page: 'https://aws.amazon.com/eventbridge/pricing/', read: published },
  CloudWatch: { page: 'https://aws.amazon.com/cloudwatch/pricing/', read: published },
  'Secrets Manager': { page: 'https://aws.amazon.com/secrets-manager/pricing/', read: published },
} as const;

const million = 1_000_000;

export const prices = {
  lambdaRequests: { service: 'Lambda', usd: 0.2 / million, free: million },
  /** arm64, the first tier. The start of an instance is billed too, since August 2025. */
  lambdaGbSeconds: { service: 'Lambda', usd: 0.0000133334, free: 400_000 },
  /** Answers that leave AWS. */
  bytesOut: { service: 'Lambda', usd: 0.09 / 1e9, free: 100e9 },
  /** Units of 4 KB, on demand. An eventually consistent read takes half a unit. */
  dynamoDbReads: { service: 'DynamoDB', usd: 0.125 / million },
  /** Units of 1 KB, on demand. A write in a transaction takes two, and an index its own. */
  dynamoDbWrites: { service: 'DynamoDB', usd: 0.625 / million },
  /** A request has up to ten messages; each 64 KB of it is billed as one. A receive that finds nothing is one, too. */
  sqsRequests: { service: 'SQS', usd: 0.4 / million, free: million },
  schedulerInvocations: { service: 'Scheduler', usd: 1 / million, free: 14 * million },
  logBytes: { service: 'CloudWatch', usd: 0.5 / 1e9, free: 5e9 },
  /** Billed for the hours in which it is sent. */
  metrics: { service: 'CloudWatch', usd: 0.3, free: 10 },
  alarms: { service: 'CloudWatch', usd: 0.1, free: 10 },
  secrets: { service: 'Secrets Manager', usd: 0.4 },
  secretReads: { service: 'Secrets Manager', usd: 0.05 / 10_000 },
} as const satisfies Readonly<Record<string, Price>>;

export type PriceName = keyof typeof prices;

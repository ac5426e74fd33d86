/**
 * AWS prices in US dollars: US East (N. Virginia), and what the free tier takes off. The only place to change a price.
 */
export const pricesAsOf = '2026-11-21';

export interface Price {
  readonly usd: number;
  /** The number of units that `usd` buys. */
  readonly per: number;
  readonly unit: string;
  /** `checked`: compared with AWS's price list. `from memory`: look it up before you rely on it. */
  readonly source: 'checked' | 'from memory';
  /**
   * Units a month that cost nothing: what AWS's free tier gives an account for good, shared by all that runs in it.
   * Absent if it gives none. From memory.
   */
  readonly free?: number;
  /** Why the real cost may differ, or a way of counting that is easy to miss. */
  readonly doubt?: string;
}

const million = 1_000_000;

export const prices = {
  lambdaDuration: {
    usd: 0.0000133334,
    per: 1,
    unit: 'GB-seconds on arm64',
    source: 'checked',
    free: 400_000,
    doubt:
      'x86 costs a quarter more; the price of the first tier, up to 7.5 billion GB-seconds a month; since ' +
      'August 2025 the start of an instance is billed too',
  },
  lambdaRequests: { usd: 0.2, per: million, unit: 'requests', source: 'checked', free: million },
  dynamoDbWrites: {
    usd: 0.625,
    per: million,
    unit: 'write units of 1 KB, on demand',
    source: 'checked',
    doubt:
      'a write in a transaction takes two units; an index takes its own; the free tier has provisioned units only',
  },
  dynamoDbReads: {
    usd: 0.125,
    per: million,
    unit: 'read units of 4 KB, on demand',
    source: 'checked',
    doubt: 'a read in a transaction takes two units, an eventually consistent read half a unit',
  },
  dynamoDbStorage: { usd: 0.25, per: 1, unit: 'GB-months', source: 'from memory', free: 25 },
  dynamoDbRecovery: {
    usd: 0.2,
    per: 1,
    unit: 'GB-months of point-in-time recovery',
    source: 'from memory',
  },
  sqsRequests: {
    usd: 0.4,
    per: million,
    unit: 'requests to a standard queue',
    source: 'from memory',
    free: million,
    doubt:
      'empty receives of an event source count: 5 pollers a queue, each waiting up to 20 s; fewer pollers ' +
      'only without a maximum concurrency',
  },
  schedulerInvocations: {
    usd: 1,
    per: million,
    unit: 'invocations',
    source: 'from memory',
    free: 14 * million,
  },
  logsIngested: {
    usd: 0.5,
    per: 1,
    unit: 'GB taken in',
    source: 'from memory',
    free: 5,
    doubt: 'storing and searching logs costs a little extra',
  },
  metrics: {
    usd: 0.3,
    per: 1,
    unit: 'metric-months',
    source: 'from memory',
    free: 10,
    doubt: 'charged for the hours in which the metric is sent',
  },
  alarms: { usd: 0.1, per: 1, unit: 'alarm-months', source: 'from memory', free: 10 },
  dashboards: {
    usd: 3,
    per: 1,
    unit: 'dashboard-months',
    source: 'from memory',
    free: 3,
    doubt: 'the first three of an account are free',
  },
  secrets: { usd: 0.4, per: 1, unit: 'secret-months', source: 'from memory' },
  secretReads: { usd: 0.05, per: 10_000, unit: 'calls', source: 'from memory' },
  snsPublishes: { usd: 0.5, per: million, unit: 'publishes', source: 'from memory', free: million },
} as const satisfies Readonly<Record<string, Price>>;

export type PriceName = keyof typeof prices;

/** US dollars for one unit. */
export function priceOf(name: PriceName): number {
  const { usd, per } = prices[name];
  return usd / per;
}

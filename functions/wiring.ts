/**
 * The whole system on one page, as plain data: `infra` deploys it and `local` runs it, so both have one source.
 * Handlers are named by path, so that reading this file loads none of them.
 */

import type { QueueName } from '../shared/runtime/environment.ts';

export { cloudSecretName, configFileName, environment } from '../shared/runtime/environment.ts';

export type FunctionName =
  | 'plan-polls'
  | 'poll-signals'
  | 'fetch-summaries'
  | 'compose-digests'
  | 'deliver-digest';
export type { QueueName } from '../shared/runtime/environment.ts';

/** Items by what their partition keys begin with; `keyFamilies` in shared/ledger/keys.ts says what that is. */
export type KeyFamily = 'buyers' | 'routes' | 'rosters' | 'upstream';
export type LedgerOperation = 'get' | 'query' | 'put' | 'update' | 'delete' | 'check';

/** Exactly what a function does to the ledger: the deployed roles allow no more, and the simulation holds it to it. */
export interface LedgerAccess {
  /** A transaction counts as its writes, and each of their operations must be granted for all of its families. */
  readonly items: Readonly<Partial<Record<LedgerOperation, readonly KeyFamily[]>>>;
  /** Whether it asks which items are due. */
  readonly due: boolean;
  /** What is too large for an item lies in object storage. */
  readonly blobs: readonly ('get' | 'put')[];
}

export interface FunctionWiring {
  /** Exports `handler` (the Lambda entry) and `createHandler(ports)`. */
  readonly entry: string;
  readonly purpose: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly ledger: LedgerAccess;
  readonly sendsTo: readonly QueueName[];
  /** Whose secrets it may read: the API's token, or those of the routes' destinations. */
  readonly secrets: readonly ('api' | 'destinations')[];
}

export interface QueueWiring {
  readonly consumer: FunctionName;
  readonly batchSize: number;
  /** How many of its messages are worked on at once, over all instances. */
  readonly maxConcurrency: number;
  /** A message becomes visible again after this when its consumer did not finish: at least six timeouts. */
  readonly visibilitySeconds: number;
  /** Then it goes to the dead letters. Only crashes count: a handler acknowledges what it has dealt with. */
  readonly maxReceives: number;
  readonly retentionDays: number;
}

export interface ScheduleWiring {
  readonly target: FunctionName;
  /**
   * `watch`: the config's `watch.every`. `minute`: each minute. `route`: one schedule a route, at its own time
   * and time zone, or each minute for a route that sends immediately.
   */
  readonly every: 'watch' | 'minute' | 'route';
  /** The event; `slot` is added: the scheduled time, ISO 8601. For `route`, `routeId` is added too. */
  readonly event: Readonly<Record<string, unknown>>;
}

export const functions: Readonly<Record<FunctionName, FunctionWiring>> = {
  'plan-polls': {
    entry: 'functions/plan-polls/handler.ts',
    purpose: 'Finds the buyers that are due and hands them to the poll queue',
    timeoutSeconds: 300,
    memoryMb: 512,
    ledger: {
      items: {
        get: ['rosters', 'upstream'],
        query: ['rosters'],
        put: ['rosters'],
        update: ['rosters', 'upstream'],
      },
      due: false,
      blobs: [],
    },
    sendsTo: ['poll'],
    secrets: ['api'],
  },
  'poll-signals': {
    entry: 'functions/poll-signals/handler.ts',
    purpose: 'Scans buyers and records new signals with their outbox entries',
    timeoutSeconds: 300,
    memoryMb: 512,
    ledger: {
      items: { get: ['buyers', 'upstream'], put: ['buyers', 'routes'], update: ['buyers', 'upstream'] },
      due: false,
      blobs: ['get', 'put'],
    },
    sendsTo: ['summary'],
    secrets: ['api'],
  },
  'fetch-summaries': {
    entry: 'functions/fetch-summaries/handler.ts',
    purpose: 'Fetches the summary of a buyer with a hot new signal',
    timeoutSeconds: 150,
    memoryMb: 512,
    ledger: {
      items: { get: ['buyers', 'upstream'], update: ['buyers', 'upstream'] },
      due: true,
      blobs: ['put'],
    },
    sendsTo: [],
    secrets: ['api'],
  },
  'compose-digests': {
    entry: 'functions/compose-digests/handler.ts',
    purpose: 'Freezes digests and sweeps up what is due',
    timeoutSeconds: 120,
    memoryMb: 512,
    ledger: {
      items: {
        get: ['buyers', 'routes'],
        query: ['routes'],
        put: ['routes'],
        update: ['routes'],
        delete: ['routes'],
      },
      due: true,
      blobs: ['get', 'put'],
    },
    sendsTo: ['summary', 'delivery'],
    secrets: [],
  },
  'deliver-digest': {
    entry: 'functions/deliver-digest/handler.ts',
    purpose: 'Attempts to deliver a frozen digest to its destination',
    timeoutSeconds: 180,
    memoryMb: 512,
    ledger: {
      items: { get: ['routes'], update: ['routes'], check: ['routes'] },
      due: true,
      blobs: ['get'],
    },
    sendsTo: [],
    secrets: ['destinations'],
  },
};

export const queues: Readonly<Record<QueueName, QueueWiring>> = {
  poll: {
    consumer: 'poll-signals',
    batchSize: 1,
    maxConcurrency: 2,
    visibilitySeconds: 1800,
    maxReceives: 5,
    retentionDays: 4,
  },
  summary: {
    consumer: 'fetch-summaries',
    batchSize: 1,
    maxConcurrency: 2,
    visibilitySeconds: 900,
    maxReceives: 5,
    retentionDays: 4,
  },
  delivery: {
    consumer: 'deliver-digest',
    batchSize: 5,
    maxConcurrency: 5,
    visibilitySeconds: 1080,
    maxReceives: 5,
    retentionDays: 14,
  },
};

export const schedules: Readonly<Record<'poll' | 'sweep' | 'route', ScheduleWiring>> = {
  poll: { target: 'plan-polls', every: 'watch', event: {} },
  sweep: { target: 'compose-digests', every: 'minute', event: { sweep: true } },
  route: { target: 'compose-digests', every: 'route', event: {} },
};

/** The names of the secrets that a function may read, from a validated config. */
export interface SecretUse {
  readonly api: { readonly token: { readonly secret: string } };
  readonly routes: readonly { readonly to: object }[];
}

export function secretNames(use: SecretUse, whose: FunctionWiring['secrets'][number]): string[] {
  if (whose === 'api') return [use.api.token.secret];
  const names = use.routes.flatMap(({ to }) =>
    Object.values(to).flatMap((value) =>
      typeof value === 'object' && value !== null && typeof value.secret === 'string' ? [value.secret] : [],
    ),
  );
  return [...new Set(names)].sort();
}

/**
 * The whole system as plain data, deployed by `infra` and run by `local`. Handlers are named, so that importing
 * this file loads none of them.
 */

import type { keyFamilies } from '../shared/ledger/items/keys.ts';
import type { PipelineFunction, QueueName, SecretScope } from '../shared/runtime/environment.ts';

export { cloudSecretName, configFileName, environment, secretScopes } from '../shared/runtime/environment.ts';

/**
 * The pipeline's functions, and the one that sends alarms: it is in its own stack, so that it works when the pipeline
 * is broken.
 */
export type FunctionName = PipelineFunction | 'tell-alarm';
export type { PipelineFunction, QueueName, SecretScope } from '../shared/runtime/environment.ts';

/** Items by the prefix of their partition key. */
export type KeyFamily = keyof typeof keyFamilies;
export type LedgerOperation = 'get' | 'getAll' | 'query' | 'put' | 'update' | 'delete';

/** Exactly a function's operations on the ledger: the deployed roles allow no more, and the simulation checks it. */
export interface LedgerAccess {
  /** A transaction needs each of its writes' operations granted for all of its families. */
  readonly items: Readonly<Partial<Record<LedgerOperation, readonly KeyFamily[]>>>;
  /** Whether it queries the due index. */
  readonly due: boolean;
}

/** What only a stage has whose config has a part of `inbound`; `any`: one of them at least. Absent: every stage has it. */
export interface Optional {
  readonly inbound?: 'any' | 'events' | 'slack';
}

/** What each function of the pipeline does to the ledger before its first event: see `owner.claim`. */
export const claiming: LedgerAccess = { items: { put: ['owner'] }, due: false };

export interface FunctionWiring extends Optional {
  readonly purpose: string;
  readonly timeoutSeconds: number;
  /** Chosen by measurement: `npm run bench -- functions`, ADR 41. */
  readonly memoryMb: number;
  /** Only of a function that anybody may call by a URL: so many run at once at most. AWS takes ten calls a second for each. */
  readonly reservedConcurrency?: number;
  readonly ledger: LedgerAccess;
  readonly sendsTo: readonly QueueName[];
  /** The secrets that it may read. */
  readonly secrets: readonly SecretScope[];
}

export interface QueueWiring extends Optional {
  readonly consumer: PipelineFunction;
  readonly batchSize: number;
  /** How long messages are gathered into a batch, from the first of them: see `windowOf`. @default not at all */
  readonly windowSeconds?: number | undefined;
  /**
   * The most batches handled at once, over all instances. `watch`: the config's `watch.concurrency`.
   * @default Lambda's own: it begins with five, and waits at an idle queue with as few as two receives instead of five
   */
  readonly maxConcurrency?: number | 'watch';
  readonly retentionDays: number;
}

export interface ScheduleWiring {
  readonly target: PipelineFunction;
  /** `watch`: the config's `watch.every`. */
  readonly every: 'watch' | 'minute';
  /** The event; `slot` is added, the scheduled time in ISO 8601. */
  readonly event: Readonly<Record<string, unknown>>;
}

export const pipelineFunctions: Readonly<Record<PipelineFunction, FunctionWiring>> = {
  'plan-polls': {
    purpose: 'Finds the due buyers and queues them for polling',
    timeoutSeconds: 300,
    memoryMb: 512,
    ledger: {
      items: {
        get: ['buyers', 'rosters', 'upstream', 'polls'],
        getAll: ['buyers', 'rosters', 'signals'],
        query: ['rosters', 'polls'],
        put: ['rosters'],
        update: ['buyers', 'rosters', 'upstream', 'polls'],
        delete: ['rosters'],
      },
      due: true,
    },
    sendsTo: ['poll', 'events', 'urgent'],
    secrets: ['api'],
  },
  'poll-signals': {
    purpose: 'Scans buyers and records new signals with their outbox entries',
    timeoutSeconds: 300,
    memoryMb: 512,
    ledger: {
      items: {
        // The states of routes to owners, and the columns by which owners are known.
        get: ['buyers', 'rosters', 'upstream', 'polls', 'columns', 'routes'],
        getAll: ['signals'],
        // The names of bridges, where the config writes some in `columns.in`.
        query: ['outbox', 'polls'],
        put: ['signals', 'routes', 'outbox', 'history'],
        update: ['buyers', 'upstream', 'polls', 'columns', 'history'],
        // Signals whose values have come (ADR 42), in a transaction with their records.
        delete: ['outbox', 'history'],
      },
      due: false,
    },
    sendsTo: ['summary', 'compose', 'events'],
    secrets: ['api'],
  },
  'fetch-summaries': {
    purpose: 'Fetches the summary of a buyer with a hot new signal, and what became of sent ones',
    timeoutSeconds: 150,
    memoryMb: 512,
    ledger: {
      items: { get: ['buyers', 'upstream'], getAll: ['buyers'], update: ['buyers', 'upstream'] },
      due: true,
    },
    sendsTo: ['compose'],
    secrets: ['api'],
  },
  'compose-digests': {
    purpose: 'Creates digests and reports, queues due work, and judges alerts',
    timeoutSeconds: 120,
    memoryMb: 512,
    ledger: {
      items: {
        get: ['buyers', 'routes', 'outbox', 'columns', 'polls', 'rosters', 'upstream', 'alerts'],
        // What became of hot signals, and which lists can't be read.
        getAll: ['buyers'],
        query: ['routes', 'outbox', 'polls', 'history'],
        put: ['routes', 'outbox', 'history'],
        // With outboxes: a transaction that holds signals back counts them at their route.
        update: ['routes', 'outbox', 'history', 'alerts'],
        delete: ['routes', 'outbox', 'history'],
      },
      due: true,
    },
    sendsTo: ['poll', 'summary', 'delivery'],
    secrets: [],
  },
  'deliver-digest': {
    purpose: 'Attempts to deliver a frozen digest to its destination',
    timeoutSeconds: 180,
    memoryMb: 256,
    ledger: {
      items: { get: ['routes'], update: ['routes', 'history'], delete: ['routes', 'history'] },
      due: true,
    },
    sendsTo: [],
    secrets: ['destinations'],
  },
  'receive-events': {
    purpose: 'Takes signed calls from outside: hints of new signals, and clicks in Slack',
    inbound: 'any',
    timeoutSeconds: 10,
    memoryMb: 256,
    reservedConcurrency: 30,
    ledger: { items: { get: ['inbound'], put: ['inbound'] }, due: false },
    sendsTo: ['events', 'clicks'],
    secrets: ['inbound'],
  },
  'answer-clicks': {
    purpose: 'Records clicks in Slack, and shows them at their messages',
    inbound: 'slack',
    timeoutSeconds: 60,
    memoryMb: 256,
    ledger: {
      items: {
        get: ['routes', 'history', 'buyers', 'columns'],
        query: ['mutes', 'history', 'polls'],
        update: ['mutes', 'history'],
      },
      due: false,
    },
    sendsTo: [],
    secrets: ['destinations'],
  },
};

type Inbound = { readonly [Part in 'events' | 'slack']?: unknown } | undefined;

/** Whether a stage with this config has the function or the queue. */
export function isOn({ inbound }: Optional, config: { readonly inbound?: Inbound }): boolean {
  if (inbound === undefined) return true;
  return inbound === 'any' ? config.inbound !== undefined : config.inbound?.[inbound] !== undefined;
}

export const functions: Readonly<Record<FunctionName, FunctionWiring>> = {
  ...pipelineFunctions,
  'tell-alarm': {
    purpose: 'Sends a message when an alarm is raised or over',
    timeoutSeconds: 60,
    memoryMb: 192,
    ledger: { items: {}, due: false },
    sendsTo: [],
    secrets: ['alarms'],
  },
};

export const queues: Readonly<Record<QueueName, QueueWiring>> = {
  poll: { consumer: 'poll-signals', batchSize: 1, maxConcurrency: 'watch', retentionDays: 4 },
  summary: { consumer: 'fetch-summaries', batchSize: 1, maxConcurrency: 2, retentionDays: 4 },
  // A storm of hot signals asks hundreds of times, and is composed a few times: once for all that a window gathers.
  compose: { consumer: 'compose-digests', batchSize: 1000, windowSeconds: 5, retentionDays: 1 },
  delivery: { consumer: 'deliver-digest', batchSize: 5, maxConcurrency: 5, retentionDays: 14 },
  events: { consumer: 'plan-polls', inbound: 'events', batchSize: 10, maxConcurrency: 2, retentionDays: 1 },
  // Apart from `poll`: a tick may have filled that.
  urgent: { consumer: 'poll-signals', inbound: 'events', batchSize: 1, maxConcurrency: 2, retentionDays: 1 },
  clicks: { consumer: 'answer-clicks', inbound: 'slack', batchSize: 1, maxConcurrency: 2, retentionDays: 1 },
};

/** After so many receives a message becomes a dead letter. Only crashes count: a handler acknowledges what it handled. */
export const maxReceives = 5;

/**
 * When a message becomes visible again if its consumer did not finish. AWS asks for six timeouts at least: Lambda may
 * retry a throttled batch before the messages come again. `timeoutSeconds`: one that the consumer has instead of its own.
 */
export function visibilityOf(
  { consumer }: Pick<QueueWiring, 'consumer'>,
  timeoutSeconds = pipelineFunctions[consumer].timeoutSeconds,
): number {
  return 6 * timeoutSeconds;
}

/** How long a queue gathers a batch: a stage with events is faster, and pays for more compositions. */
export function windowOf({ windowSeconds }: QueueWiring, { inbound }: { readonly inbound?: Inbound }) {
  return windowSeconds && (inbound?.events ? 1 : windowSeconds);
}

/** The most batches of a queue that are handled at once; for a queue without a maximum, as many as Lambda begins with. */
export function concurrencyOf(
  { maxConcurrency = 5 }: QueueWiring,
  { watch }: { readonly watch: { readonly concurrency: number } },
): number {
  return maxConcurrency === 'watch' ? watch.concurrency : maxConcurrency;
}

export const schedules: Readonly<Record<'poll' | 'sweep', ScheduleWiring>> = {
  poll: { target: 'plan-polls', every: 'watch', event: { due: true } },
  sweep: { target: 'compose-digests', every: 'minute', event: { sweep: true, compose: true, alerts: true } },
};

/** How often a schedule fires, as a duration such as `"15 minutes"`. */
export function rateOf(
  { every }: ScheduleWiring,
  { watch }: { readonly watch: { readonly every: string } },
): string {
  return every === 'watch' ? watch.every : '1 minute';
}

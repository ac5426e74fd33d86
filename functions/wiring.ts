/**
 * The whole system as plain data, deployed by `infra` and run by `machine`. Handlers are named, so that importing
 * this file loads none of them.
 */

import type { keyFamilies } from '../shared/ledger/items/keys.ts';
import type { PipelineFunction, QueueName, SecretScope } from '../shared/runtime/environment.ts';

export { cloudSecretName, configFileName, environment, secretScopes } from '../shared/runtime/environment.ts';

/** `tell-alarm` is in a stack of its own, so that it works when the pipeline is broken. */
export type FunctionName = PipelineFunction | 'tell-alarm';
export type { PipelineFunction, QueueName, SecretScope } from '../shared/runtime/environment.ts';

/** Items by the prefix of their partition key. */
export type KeyFamily = keyof typeof keyFamilies;
export type LedgerOperation = 'get' | 'getAll' | 'query' | 'put' | 'update' | 'delete';

/** Exactly a function's operations on the ledger: the deployed roles allow no more, and the simulation checks it. */
export interface LedgerAccess {
  /** A transaction needs each of its writes' operations granted for all of its families. */
  readonly items: Readonly<Partial<Record<LedgerOperation, readonly KeyFamily[]>>>;
  readonly due: boolean;
}

/** Absent: every stage has it. `any`: a stage whose config has a part of `inbound`. */
export interface Optional {
  readonly inbound?: 'any' | 'events' | 'slack';
}

/** Each function of the pipeline claims the ledger before its first event: see `owner.claim`. */
export const claiming: LedgerAccess = { items: { put: ['owner'] }, due: false };

export interface FunctionWiring extends Optional {
  readonly purpose: string;
  readonly timeoutSeconds: number;
  /** Chosen by measurement: `npm run bench -- functions`, ADR 41. */
  readonly memoryMb: number;
  /** The most concurrent runs of a function that anybody may call by a URL. AWS takes ten calls a second for each. */
  readonly reservedConcurrency?: number;
  readonly ledger: LedgerAccess;
  readonly sendsTo: readonly QueueName[];
  readonly secrets: readonly SecretScope[];
}

export interface QueueWiring extends Optional {
  readonly consumer: PipelineFunction;
  readonly batchSize: number;
  /** Messages are gathered into a batch for so long from the first of them: see `windowOf`. @default not at all */
  readonly windowSeconds?: number | undefined;
  /**
   * The most batches handled at once, over all instances. `watch`: the config's `watch.concurrency`. @default
   * Lambda's own: it begins with five, and waits at an idle queue with as few as two receives instead of five
   */
  readonly maxConcurrency?: number | 'watch';
  readonly retentionDays: number;
}

export interface ScheduleWiring {
  readonly target: PipelineFunction;
  /** `watch`: the config's `watch.every`. */
  readonly every: 'watch' | 'minute';
  /** `slot`, the scheduled time in ISO 8601, is added. */
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
        // Routes to owners have a state, and columns tell the owners.
        get: ['buyers', 'rosters', 'upstream', 'polls', 'columns', 'routes'],
        getAll: ['signals'],
        // `columns.in` may name bridges.
        query: ['outbox', 'polls'],
        put: ['signals', 'routes', 'outbox', 'history'],
        update: ['buyers', 'upstream', 'polls', 'columns', 'history'],
        // A signal whose values have come (ADR 42) leaves in a transaction with its record.
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
        getAll: ['buyers'],
        query: ['routes', 'outbox', 'polls', 'history'],
        put: ['routes', 'outbox', 'history'],
        // A transaction that holds signals back counts them at their route, so it needs outboxes, too.
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
  // A tick may have filled `poll`.
  urgent: { consumer: 'poll-signals', inbound: 'events', batchSize: 1, maxConcurrency: 2, retentionDays: 1 },
  clicks: { consumer: 'answer-clicks', inbound: 'slack', batchSize: 1, maxConcurrency: 2, retentionDays: 1 },
};

/** A message then becomes a dead letter. Only crashes count: a handler acknowledges what it handled. */
export const maxReceives = 5;

/** AWS asks for six timeouts at least: Lambda may retry a throttled batch before the messages come again. */
export function visibilityOf(
  { consumer }: Pick<QueueWiring, 'consumer'>,
  timeoutSeconds = pipelineFunctions[consumer].timeoutSeconds,
): number {
  return 6 * timeoutSeconds;
}

/** A stage with events is faster, and pays for more compositions. */
export function windowOf({ windowSeconds }: QueueWiring, { inbound }: { readonly inbound?: Inbound }) {
  return windowSeconds && (inbound?.events ? 1 : windowSeconds);
}

/** Lambda begins with five where a queue has no maximum. */
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

/** A duration such as `"15 minutes"`. */
export function rateOf(
  { every }: ScheduleWiring,
  { watch }: { readonly watch: { readonly every: string } },
): string {
  return every === 'watch' ? watch.every : '1 minute';
}

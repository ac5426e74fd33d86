import type { FunctionPorts } from '../../../functions/function-ports.ts';
import type { Observation } from '../../../functions/observations/observation.ts';
import type { BridgeApi } from '../../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { AttemptOutcome } from '../../../shared/domain/digests/attempt.ts';
import type { OutgoingDigest } from '../../../shared/domain/digests/delivery.ts';
import { outboxPk, outboxPrefix } from '../../../shared/ledger/items/keys.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import type { QueueName } from '../../../shared/runtime/environment.ts';
import { exampleMeanings } from '../examples/example-digest.ts';
import { createMemoryTable } from '../ledger/memory-table.ts';
import { seededRandom } from '../seeded-random.ts';
import { immediateRoute } from './example-routes.ts';

export const benchNow = Date.parse('2026-11-21T08:00:00Z');

export const benchConfig: SignalpostConfig = {
  api: { baseUrl: 'https://bridge.example.com', token: { secret: 'TOKEN' }, arrayParameters: 'repeat' },
  watch: {
    buyers: [],
    bridges: [],
    every: '15 minutes',
    allEvery: '6 hours',
    concurrency: 6,
    firstRun: 'send-all',
  },
  hot: { topByHotness: 0, columns: [] },
  summaries: { waitAtMost: '10 minutes' },
  columns: exampleMeanings,
  routes: [immediateRoute],
  local: false,
};

const deliveredOutcome: AttemptOutcome = {
  outcome: 'delivered',
  ambiguous: false,
  status: 204,
  reason: 'taken',
  retryAfterMs: null,
};

export interface FunctionsGiven {
  readonly config?: Partial<SignalpostConfig>;
  readonly api?: Partial<BridgeApi>;
  /** What a destination answers: to the first digest with `call` 1. */
  readonly answer?: (message: OutgoingDigest, call: number) => Partial<AttemptOutcome>;
}

export type FunctionsBench = ReturnType<typeof openFunctions>;

/** The ports of the functions over a ledger in memory; queues and destinations keep what they are sent. */
export function openFunctions({ config, api = {}, answer = () => ({}) }: FunctionsGiven = {}) {
  const table = createMemoryTable();
  const time = { now: benchNow };
  const slept: number[] = [];
  const clock = {
    now: () => time.now,
    sleep: async (ms: number) => {
      slept.push(ms);
      time.now += ms;
    },
  };
  const ledger = createLedger({ table, clock, random: seededRandom(1) });
  const observed: Observation[] = [];
  const queued: Record<QueueName, unknown[]> = {
    poll: [],
    summary: [],
    compose: [],
    delivery: [],
    events: [],
    urgent: [],
    clicks: [],
  };
  const sent: OutgoingDigest[] = [];
  const ports: FunctionPorts = {
    config: { ...benchConfig, ...config },
    clock,
    random: () => 0,
    observe: (observation) => void observed.push(observation),
    ledger,
    api: api as BridgeApi,
    eventApi: api as BridgeApi,
    queue: (name) => ({ send: async (messages) => void queued[name].push(...messages) }),
    sender: {
      send: async (message) => {
        sent.push(message);
        return { ...deliveredOutcome, ...answer(message, sent.length) };
      },
    },
    secrets: { get: async (name) => `value of ${name}` },
    stage: 'dev',
  };
  return {
    ports,
    ledger,
    table,
    /** A sleep lets the time pass. */
    time,
    slept,
    observed,
    queued,
    /** What was sent to destinations. */
    sent,
    /** The same ports with another config, as after a deploy. */
    deployed: (over: Partial<SignalpostConfig>): FunctionPorts => ({
      ...ports,
      config: { ...ports.config, ...over },
    }),
    /** The keys of the entries that wait for a route, oldest first. */
    outboxKeys: (routeId: string): string[] =>
      [...table.all()]
        .filter(({ pk, sk }) => pk === outboxPk(routeId) && sk.startsWith(outboxPrefix))
        .map(({ sk }) => sk)
        .sort(),
  };
}

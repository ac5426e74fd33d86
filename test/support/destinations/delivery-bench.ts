import { createHandler as createComposer } from '../../../functions/compose-digests/handler.ts';
import { createHandler as createDeliverer } from '../../../functions/deliver-digest/handler.ts';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import type { DigestPointer } from '../../../shared/domain/digests/delivery.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { exampleRow } from '../examples/example-signals.ts';
import { seededRandom } from '../seeded-random.ts';

export interface DeliveryBenchOptions {
  readonly routes: readonly Route[];
  readonly secrets: Readonly<Record<string, string>>;
  /** 0 unless told: nothing is spread. */
  readonly random?: () => number;
  /** Stands between the ledger and its table. */
  readonly wrapTable?: (table: Table) => Table;
}

const start = Date.parse('2026-11-21T08:00:00Z');
const invocation = { getRemainingTimeInMillis: () => 100_000 };

/** The composing and the delivering function over a ledger in SQLite and a sender that connects for real. */
export function createDeliveryBench({
  routes,
  secrets,
  random = () => 0,
  wrapTable = (table) => table,
}: DeliveryBenchOptions) {
  let now = start;
  const observations: Observation[] = [];
  const sqlite = openSqliteTable(':memory:');
  const clock = { now: () => now, sleep: async () => {} };
  const ports = { clock, random };
  const ledger = createLedger({ ...ports, table: wrapTable(sqlite) });
  const config: SignalpostConfig = {
    api: {
      baseUrl: 'http://127.0.0.1',
      token: { secret: 'BRIDGE_ACCESS_TOKEN' },
      arrayParameters: 'repeat',
    },
    watch: {
      buyers: [],
      bridges: [],
      every: '15 minutes',
      allEvery: '6 hours',
      concurrency: 6,
      firstRun: 'send-all',
    },
    hot: { topByHotness: 3, columns: [] },
    summaries: { waitAtMost: '10 minutes' },
    routes,
    local: true,
  };
  const observe = (observation: Observation): void => void observations.push(observation);
  const common = { config, clock, random, observe, ledger };
  const compose = createComposer({
    ...common,
    random: seededRandom(1),
    queue: () => ({ send: async () => {} }),
  });
  const sender = createSender({
    post: createHttpPost(),
    secret: async (name) => secrets[name] ?? '',
    clock,
    permitLocal: true,
  });
  const deliver = createDeliverer({ ...common, sender });
  return {
    ledger,
    /** Untouched by `wrapTable`. */
    table: sqlite,
    observations,
    advance(ms: number) {
      now += ms;
    },
    /** Signals `from` to `to`, a second apart; the hot ones are those of `ranks`, by number. */
    async record(
      from: number,
      to: number,
      { ranks = {}, waitMs }: { ranks?: Readonly<Record<number, number>>; waitMs?: number } = {},
    ) {
      for (let number = from; number <= to; number++) {
        const content = exampleRow(number);
        const hot = ranks[number] !== undefined;
        await ledger.record({
          buyerId: content.buyerId,
          signalId: `${content.bridgeId}#${content.rowId}`,
          firstSeenAt: start - 3_600_000 + number * 1000,
          baseline: false,
          hot,
          hotnessRank: ranks[number] ?? null,
          releaseAt: hot && waitMs !== undefined ? now + waitMs : null,
          routeIds: routes.map((route) => route.id),
          content,
        });
      }
    },
    compose: (event: Readonly<Record<string, unknown>> = {}) => compose(event, invocation),
    /** Every digest that is due, or the one that is named. */
    deliver: (pointer?: DigestPointer) => deliver(pointer ?? {}, invocation),
    close: () => sqlite.close(),
  };
}

export type DeliveryBench = ReturnType<typeof createDeliveryBench>;

import { createHandler as createComposer } from '../../../functions/compose-digests/handler.ts';
import { createHandler as createDeliverer } from '../../../functions/deliver-digest/handler.ts';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import type { ConfigInput } from '../../../shared/config/signalpost-config.ts';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import type { DigestPointer } from '../../../shared/domain/digests/delivery.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { chooseRoutes } from '../../../shared/domain/routes/choose-routes.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { systemClock } from '../../../shared/runtime/system.ts';
import { bridgeId, buyerA, exampleNewSignal } from '../../support/examples/example-signals.ts';
import { seededRandom } from '../../support/seeded-random.ts';

export type RouteInput = ConfigInput['routes'][number];

const start = Date.parse('2026-11-21T08:00:00Z');
const invocation = { getRemainingTimeInMillis: () => 100_000 };

/** One ledger in SQLite that outlives the configs: each deploy makes the functions anew over it. */
export function createChangingBench(secrets: Readonly<Record<string, string>>) {
  let now = start;
  const observations: Observation[] = [];
  const table = openSqliteTable(':memory:');
  const clock = { now: () => now, sleep: async () => {} };
  const random = () => 0;
  const drawn = seededRandom(1);
  const ledger = createLedger({ table, clock, random });
  const queued: DigestPointer[] = [];
  const observe = (observation: Observation): void => void observations.push(observation);

  const build = (routes: readonly RouteInput[]) => {
    const config = checkConfig({
      api: { baseUrl: 'http://127.0.0.1', token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { buyers: [buyerA], firstRun: 'send-all' },
      routes,
      local: true,
    });
    const queue = (name: string) => ({
      send: async (messages: readonly unknown[]) => {
        if (name === 'delivery') queued.push(...(messages as DigestPointer[]));
      },
    });
    const common = { config, clock, random, observe, ledger, queue };
    const sender = createSender({
      post: createHttpPost(),
      secret: async (name) => secrets[name] ?? '',
      // Receivers refuse a timestamp that is not of today.
      clock: systemClock,
      permitLocal: true,
    });
    return {
      config,
      compose: createComposer({ ...common, random: drawn }),
      // The sender's clock is not the ledger's here: by it, every attempt would begin too late.
      deliver: createDeliverer({
        ...common,
        sender: { send: (message) => sender.send({ ...message, notAfter: undefined }) },
      }),
    };
  };
  let deployed: ReturnType<typeof build> | null = null;
  const version = (): ReturnType<typeof build> => {
    if (deployed === null) throw new Error('nothing is deployed yet');
    return deployed;
  };

  return {
    ledger,
    observations,
    /** From now on these routes and the code as it is; what the queues held stays in them. */
    deploy(...routes: readonly RouteInput[]) {
      deployed = build(routes);
    },
    advance(ms: number) {
      now += ms;
    },
    /** New signals by number, each to the routes of the config that match it. */
    async record(...numbers: readonly number[]) {
      for (const number of numbers) {
        const candidate = {
          ...{ buyerId: buyerA, bridgeId, bridgeName: null },
          ...{ hot: false, type: null, columns: {}, unsettled: [] },
        };
        await ledger.record(
          exampleNewSignal(number, {
            firstSeenAt: now + number,
            routeIds: chooseRoutes(version().config, candidate).map(({ route }) => route.id),
          }),
        );
      }
    },
    /** Freezes what waits for a route of the config. */
    compose: (routeId: string) =>
      version().compose({ routeId, slot: new Date(now).toISOString() }, invocation),
    /** As each minute: a sweep, then every message of the delivery queue. */
    async minute() {
      now += 60_000;
      const answer = await version().compose({ sweep: true, slot: new Date(now).toISOString() }, invocation);
      for (const pointer of queued.splice(0)) await version().deliver({ ...pointer }, invocation);
      return answer;
    },
    close: () => table.close(),
  };
}

export type ChangingBench = ReturnType<typeof createChangingBench>;

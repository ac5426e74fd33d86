import { createSandboxApp } from '../../sandbox/app.ts';
import { addSignals } from '../../sandbox/control/add-signals.ts';
import { makeWorld, type WorldPlan } from '../../sandbox/data/world.ts';
import { openStore } from '../../sandbox/store/open-store.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { parseDuration } from '../../shared/domain/duration.ts';

/** The service that is called: the sandbox's app in this process, at simulated time. */
export interface CountedUpstream {
  readonly token: string;
  readonly fetch: typeof globalThis.fetch;
  /** The user's config, pointed at the sandbox: its buyers, as many of its bridges, and no ids that it doesn't know. */
  pointAt(config: SignalpostConfig, every: string): SignalpostConfig;
  /** A new signal arrives, and the service touches another row without cause. */
  arrive(): void;
  /** Calls of the API that it answered, by its own count. */
  answered(): number;
  close(): void;
}

const url = 'http://127.0.0.1';
const token = 'sandbox-token';

/** `onError` hears of what the sandbox answers a 500 to. */
export function openUpstream(
  plan: WorldPlan,
  { now, onError }: { readonly now: () => number; readonly onError: (error: Error) => void },
): CountedUpstream {
  const world = makeWorld(plan);
  const { store, close } = openStore(':memory:', world, now());
  const { app, requests } = createSandboxApp({ store, token, now, report: onError });
  return {
    token,
    fetch: async (address, init) => {
      const answer = await app.request(address, init);
      answer.headers.set('date', new Date(now()).toUTCString());
      return answer;
    },
    pointAt(config, every) {
      const { watch } = config;
      const buyers = world.buyers.map(({ buyerId }) => buyerId);
      // None would mean that no row is looked at before a signal has come from its bridge.
      const bridges = world.bridges.slice(0, Math.max(1, watch.bridges.length));
      const allEvery = parseDuration(watch.allEvery) < parseDuration(every) ? every : watch.allEvery;
      return {
        ...config,
        api: { ...config.api, baseUrl: url },
        watch: {
          ...watch,
          buyers,
          bridges: bridges.map(({ bridgeId }) => bridgeId),
          every,
          allEvery,
          firstRun: 'baseline',
        },
        routes: config.routes.map((route) => {
          const { bridges: _, buyers: __, ...match } = route.match;
          return { ...route, match };
        }),
        local: true,
      };
    },
    arrive() {
      addSignals(store, { count: 1 }, now());
      store.transaction(() => store.touchStale(1, now()));
    },
    answered: () => requests.read().total,
    close,
  };
}

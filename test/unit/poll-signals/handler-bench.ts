import { createHandler } from '../../../functions/poll-signals/handler.ts';
import type { BridgeApi } from '../../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { Route, RoutingMode } from '../../../shared/domain/routes/route.ts';
import type { HotRule } from '../../../shared/domain/signals/hotness.ts';
import { bridgeId, rowUuid } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';
import { now, openLedger } from '../ledger/open-ledger.ts';

/** The columns of each row that a buyer lists, by the row's number. */
export type Listed = Readonly<Record<number, Readonly<Record<string, unknown>>>>;

export function routeOf(id: string, match: Route['match']): Route {
  return { ...immediateRoute, id, match };
}

/**
 * The function as it is deployed, over a ledger in memory; `lists` is what upstream shows, in both orders, unless a
 * client is handed in.
 */
export function openHandler(
  lists: Map<string, Listed>,
  {
    api: givenApi,
    bridges = [],
    only,
    except,
    ...given
  }: {
    readonly hot: HotRule;
    readonly routes: readonly Route[];
    readonly routing?: RoutingMode | undefined;
    readonly api?: BridgeApi;
    readonly bridges?: readonly string[];
    readonly only?: SignalpostConfig['watch']['only'];
    readonly except?: SignalpostConfig['watch']['except'];
  },
) {
  const opened = openLedger();
  const asked: string[] = [];
  const summariesAsked: unknown[] = [];
  const columnsAsked: string[] = [];
  const observed: Observation[] = [];
  const time = { now };
  const config: SignalpostConfig = {
    api: { baseUrl: 'https://bridge.example.com', token: { secret: 'TOKEN' }, arrayParameters: 'repeat' },
    watch: {
      buyers: [...lists.keys()],
      bridges,
      only,
      every: '15 minutes',
      allEvery: '6 hours',
      concurrency: 6,
      firstRun: 'send-all',
      except,
    },
    summaries: { waitAtMost: '10 minutes' },
    local: false,
    ...given,
  };
  const listing = {
    async listBuyerSignals() {
      return { result: [], unreadable: [], totalItems: 0 };
    },
    async *buyerSignalPages({ buyerId, sort }: { buyerId: string; sort: string }) {
      asked.push(buyerId);
      const rows = Object.entries(lists.get(buyerId.toLowerCase()) ?? {});
      if (sort === 'Hotness') rows.reverse();
      const result = rows.map(([number, columns]) => ({
        bridge: { bridgeId },
        row: { rowId: rowUuid(Number(number)), buyerId, columns },
      }));
      const paging = { pageNumber: 1, pageSize: 20, totalItems: rows.length, totalPages: 1 };
      yield { ...paging, result, unreadable: [] };
    },
    async listColumnMetadata(id: string) {
      columnsAsked.push(id);
      return { result: [], unreadable: [] };
    },
  } as unknown as BridgeApi;
  /** The function as another deploy has it. */
  const deploy = (over: Partial<SignalpostConfig>) =>
    createHandler({
      config: { ...config, ...over },
      clock: { now: () => time.now, sleep: async () => undefined },
      observe: (observation) => void observed.push(observation),
      ledger: opened.ledger,
      api: givenApi ?? listing,
      queue: () => ({ send: async (messages) => void summariesAsked.push(...messages) }),
    });
  let handle = deploy({});
  return {
    ...opened,
    asked,
    config,
    summariesAsked,
    columnsAsked,
    observed,
    time,
    redeploy: (over: Partial<SignalpostConfig>): void => {
      handle = deploy(over);
    },
    poll: (event: unknown) => handle(event, { getRemainingTimeInMillis: () => 300_000 }),
    /** The numbers of the rows that wait for a route, in order. */
    waiting: (routeId: string): number[] =>
      opened
        .outboxKeys(routeId)
        .map((key) => Number(key.slice(-12)))
        .sort((a, b) => a - b),
  };
}

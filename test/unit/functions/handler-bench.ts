import { createHandler } from '../../../functions/poll-signals/handler.ts';
import type { BridgeApi } from '../../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { bridgeId, rowUuid } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';
import { benchConfig } from '../../support/functions/open-functions.ts';
import { type ListOf, openPolling } from '../../support/functions/open-polling.ts';

/** The columns of each row that a buyer lists, by the row's number. */
export type Listed = Readonly<Record<number, Readonly<Record<string, unknown>>>>;

export function routeOf(id: string, match: Route['match']): Route {
  return { ...immediateRoute, id, match };
}

type Given = Pick<SignalpostConfig, 'routes'> & Partial<Pick<SignalpostConfig, 'hot' | 'routing'>>;

/**
 * The function as it is deployed, over a ledger in memory; `lists` is what upstream shows, in both orders, unless a
 * client is handed in.
 */
export function openHandler(
  lists: Map<string, Listed>,
  given: Given,
  watch: Partial<SignalpostConfig['watch']> = {},
  client?: BridgeApi,
) {
  const asked: string[] = [];
  const listOf: ListOf = (list, _before, buyerId) => {
    asked.push(buyerId);
    const rows = Object.entries(lists.get(buyerId.toLowerCase()) ?? {});
    if (list.startsWith('Hotness')) rows.reverse();
    const result = rows.map(([number, columns]) => ({
      bridge: { bridgeId },
      row: { rowId: rowUuid(Number(number)), buyerId, columns },
    }));
    return [{ totalItems: rows.length, result: result as never }];
  };
  const config = { ...given, watch: { ...benchConfig.watch, buyers: [...lists.keys()], ...watch } };
  const bench = openPolling(listOf, config, client);
  let handle = createHandler(bench.ports);
  return {
    ...bench,
    asked,
    redeploy: (over: Partial<SignalpostConfig>): void => {
      handle = createHandler(bench.deployed(over));
    },
    poll: (event: unknown) => handle(event, { getRemainingTimeInMillis: () => 300_000 }),
    /** The numbers of the rows that wait for a route, in order. */
    waiting: (routeId: string): number[] =>
      bench
        .outboxKeys(routeId)
        .map((key) => Number(key.slice(-12)))
        .sort((a, b) => a - b),
  };
}

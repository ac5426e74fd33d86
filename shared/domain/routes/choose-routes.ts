import { judgeMatch, matchesIn, type RouteCandidate } from './match.ts';
import type { Route, RoutingMode } from './route.ts';
import { zoneOf } from './route-view.ts';

export interface Routing {
  readonly routes: readonly Route[];
  /** @default 'all' */
  readonly routing?: RoutingMode | undefined;
}

/** A route that takes a signal. */
export interface Taker {
  readonly route: Route;
  /** Whether it matches is not known: it takes the signal so that nothing is lost. */
  readonly isUnsure: boolean;
}

/**
 * The routes that take a signal, in the config's order. What is not known excludes no route: it counts as a match, also
 * before the routes behind it and those for what no other route matches.
 */
export function chooseRoutes({ routes, routing = 'all' }: Routing, candidate: RouteCandidate): Taker[] {
  const fitting = routes.flatMap((route): Taker[] => {
    const truth = judgeMatch(route.match, candidate, zoneOf(route));
    return truth === false ? [] : [{ route, isUnsure: truth === null }];
  });
  const ordinary = fitting.filter(({ route }) => route.otherwise !== true);
  const chosen = ordinary.length > 0 ? ordinary : fitting;
  return routing === 'first' ? chosen.slice(0, 1) : chosen;
}

/** The columns whose values decide whether a route takes a signal, by display name. */
export function columnsNamedBy(routes: readonly Pick<Route, 'match'>[]): Set<string> {
  const matches = routes.flatMap(({ match }) => matchesIn(match));
  return new Set(matches.flatMap(({ columns = [] }) => columns.map(({ name }) => name)));
}

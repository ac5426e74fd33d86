import { judgeMatch, matchesIn, type OfOwnField, type RouteCandidate, type RouteMatch } from './match.ts';
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
  /** Whether it matches depends on a value that upstream is still computing: see ADR 42. */
  readonly isUndecided: boolean;
}

/**
 * The routes that take a signal, in the config's order. What is not known excludes no route: it counts as a match, also
 * before the routes behind it and those for what no other route matches.
 */
export function chooseRoutes({ routes, routing = 'all' }: Routing, candidate: RouteCandidate): Taker[] {
  const fitting = routes.flatMap((route): Taker[] => {
    const truth = judgeMatch(route.match, candidate, zoneOf(route));
    return truth === false ? [] : [{ route, isUndecided: truth === null && isAwaited(route, candidate) }];
  });
  const ordinary = fitting.filter(({ route }) => route.otherwise !== true);
  const chosen = ordinary.length > 0 ? ordinary : fitting;
  return routing === 'first' ? chosen.slice(0, 1) : chosen;
}

/** Whether upstream is still computing a value that the route asks for. What is unknown for any other reason stays so. */
function isAwaited({ match }: Route, candidate: RouteCandidate): boolean {
  return matchesIn(match).some((one) => waits.some((isWaiting) => isWaiting(one, candidate)));
}

/** The same of each field. Bridges and buyers are known at once, or never. */
const isFieldAwaited: OfOwnField<(match: RouteMatch, candidate: RouteCandidate) => boolean> = {
  hot: ({ hot }, { hotAwaited }) => hot !== undefined && hotAwaited === true,
  bridges: () => false,
  buyers: () => false,
  columns: ({ columns = [] }, { unsettled }) => columns.some(({ name }) => unsettled.includes(name)),
};

const waits = Object.values(isFieldAwaited);

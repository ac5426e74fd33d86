import { judgeMatch, matchesIn, type OfOwnField, type RouteCandidate, type RouteMatch } from './match.ts';
import type { Route, RoutingMode } from './route.ts';
import { zoneOf } from './route-view.ts';

export interface Routing {
  readonly routes: readonly Route[];
  /** @default 'all' */
  readonly routing?: RoutingMode | undefined;
  /** Routes of owners who left: as if they were not there. @default none */
  readonly left?: ReadonlySet<string> | undefined;
}

export interface Taker {
  readonly route: Route;
  /** The match depends on a value that upstream is still computing: see ADR 42. */
  readonly isUndecided: boolean;
}

/** An unknown value excludes no route: it counts as a match. Takers come in the config's order. */
export function chooseRoutes({ routes, routing = 'all', left }: Routing, candidate: RouteCandidate): Taker[] {
  const matching = routes.flatMap((route): Taker[] => {
    if (left?.has(route.id) || !isForOwner(route, candidate)) return [];
    const truth = judgeMatch(route.match, candidate, zoneOf(route));
    const isUndecided = (truth === null && isAwaited(route, candidate)) || awaitsItsOwner(route, candidate);
    return truth === false ? [] : [{ route, isUndecided }];
  });
  const owned = new Set(matching.flatMap(({ route: { owner } }) => (owner?.is ? owner.set : [])));
  const fitting = matching.filter(({ route: { owner } }) => owner?.is !== null || !owned.has(owner.set));
  const ordinary = fitting.filter(({ route }) => route.otherwise !== true);
  const chosen = ordinary.length > 0 ? ordinary : fitting;
  const [first] = chosen;
  return routing === 'first' && first ? chosen.filter((one) => isOneOf(first, one)) : chosen;
}

function isForOwner({ owner }: Route, { owners = [] }: RouteCandidate): boolean {
  return !owner?.is || owners.some(({ id }) => id === owner.is?.id);
}

/** The rest of a set waits until it is known whose a signal is. */
function awaitsItsOwner({ owner }: Route, { ownerAwaited = false }: RouteCandidate): boolean {
  return owner?.is === null && ownerAwaited;
}

/** The routes of a set are one place in the order: a signal of two owners goes to both. */
function isOneOf({ route: one }: Taker, { route: other }: Taker): boolean {
  return (one.owner?.set ?? one.id) === (other.owner?.set ?? other.id);
}

/** A value that is unknown for any other reason stays so. */
function isAwaited({ match }: Route, candidate: RouteCandidate): boolean {
  return matchesIn(match).some((one) => waits.some((isWaiting) => isWaiting(one, candidate)));
}

/** Bridges and buyers are known at once, or never. */
const isFieldAwaited: OfOwnField<(match: RouteMatch, candidate: RouteCandidate) => boolean> = {
  hot: ({ hot }, { hotAwaited }) => hot !== undefined && hotAwaited === true,
  bridges: () => false,
  buyers: () => false,
  columns: ({ columns = [] }, { unsettled }) => columns.some(({ name }) => unsettled.includes(name)),
};

const waits = Object.values(isFieldAwaited);

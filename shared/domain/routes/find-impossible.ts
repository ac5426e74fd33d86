import type { Routing } from './choose-routes.ts';
import { findContradiction } from './contradiction.ts';
import { implies } from './implication.ts';
import type { RouteMatch } from './match.ts';
import type { Route } from './route.ts';
import { zoneOf } from './route-view.ts';

/** What holds for every signal that is routed: see `everySignal`. */
export interface RoutedSignals {
  readonly buyers?: readonly string[] | undefined;
  readonly bridges?: readonly string[] | undefined;
  /** The only bridges whose signals are sent; undefined for all. */
  readonly onlyBridges?: readonly string[] | undefined;
  readonly isEverHot: boolean;
}

/** Why a route never surely takes a signal, and the fix. */
export interface Impossible {
  readonly routeId: string;
  readonly found: string;
  readonly fix: string;
}

/** The routes of which it can be proved that no signal fits, or that an earlier route takes all that does. */
export function findImpossibleRoutes(
  { routes, routing = 'all' }: Routing,
  signals: RoutedSignals,
): Impossible[] {
  return routes.flatMap((route, index): Impossible[] => {
    const { id: routeId, match } = route;
    const zone = zoneOf(route);
    const own = findContradiction([match], zone);
    if (own !== null)
      return [{ routeId, found: `it never matches: ${own}`, fix: 'remove one of the conditions' }];
    if (findContradiction([match, ...everySignal(signals)], zone) !== null) {
      const found = 'it never matches: it asks only for what watch or hot leaves out';
      return [{ routeId, found, fix: 'change its match, or watch and hot' }];
    }
    const taker = routes.find((other, place) => takesAllOf(other, route, place < index, routing));
    if (taker === undefined) return [];
    const how = route.otherwise
      ? 'matches all that it could take'
      : 'comes first and matches all that it could take';
    const fix = route.otherwise
      ? `remove it, or narrow the match of route ${taker.id}`
      : `put it before route ${taker.id}, or write "routing": "all"`;
    return [{ routeId, found: `it never gets a signal: route ${taker.id} ${how}`, fix }];
  });
}

function takesAllOf(other: Route, route: Route, isEarlier: boolean, routing: Routing['routing']): boolean {
  if (other === route || !implies([route.match], other.match)) return false;
  // Another route for the rest matches nothing that an ordinary one does.
  if (route.otherwise !== other.otherwise && Boolean(route.otherwise) !== Boolean(other.otherwise))
    return route.otherwise === true;
  return routing === 'first' && isEarlier;
}

function everySignal({ buyers = [], bridges = [], onlyBridges, isEverHot }: RoutedSignals): RouteMatch[] {
  return [
    ...(buyers.length > 0 ? [{ not: { buyers } }] : []),
    ...(bridges.length > 0 ? [{ not: { bridges } }] : []),
    ...(onlyBridges === undefined ? [] : [{ bridges: onlyBridges }]),
    ...(isEverHot ? [] : [{ hot: false }]),
  ];
}

/** The signals that surely no route takes, as far as that can be said in a few words; null if there are none. */
export function findUnrouted({ routes }: Routing, { isEverHot }: RoutedSignals): string | null {
  const kinds = isEverHot ? [true, false] : [false];
  const open = kinds.filter((hot) => !routes.some(({ match }) => implies([{ hot }], match)));
  if (open.length === 0) return null;
  const untaken = open.filter((hot) =>
    routes.every((route) => findContradiction([route.match, { hot }], zoneOf(route)) !== null),
  );
  if (untaken.length > 0 && isEverHot)
    return untaken.map((hot) => (hot ? 'hot signals' : 'cold signals')).join(' and ');
  return 'signals that fit none of their matches';
}

import { chooseRoutes, judgeRoute, type Routing } from '../routes/choose-routes.ts';
import type { RouteCandidate } from '../routes/match.ts';
import type { Settlement, UndecidedSignal } from './recording.ts';

/**
 * What the values that were read again decide; null for nothing. A route that is no longer in the config keeps the
 * signal, like all else that it has. Once no route is left, the routes are chosen anew: the next one that matches, or
 * those for what no other route matches. So at any time the signal is in the outboxes where it belongs if nothing more
 * is learned.
 */
export function planSettlement(
  { routeIds, enteredRouteIds }: Pick<UndecidedSignal, 'routeIds' | 'enteredRouteIds'>,
  routing: Routing,
  candidate: RouteCandidate,
): Settlement | null {
  const verdicts = new Map(
    routing.routes
      .filter(({ id }) => routeIds.includes(id))
      .map((route) => [route.id, judgeRoute(route, candidate)]),
  );
  const withdrawn = routeIds.filter((id) => verdicts.get(id) === 'refused');
  const kept = routeIds.filter((id) => verdicts.get(id) === 'matches');
  if (withdrawn.length + kept.length === 0) return null;
  const isLeft = enteredRouteIds.some((id) => !withdrawn.includes(id));
  const takers = isLeft ? [] : chooseRoutes(routing, candidate);
  const open = routeIds.filter((id) => !withdrawn.includes(id) && !kept.includes(id));
  return {
    withdrawn,
    kept,
    added: takers.map(({ route }) => route.id),
    open: [...open, ...takers.filter(({ isUndecided }) => isUndecided).map(({ route }) => route.id)],
  };
}

/** Upstream computes most values within minutes, so a value is looked for less and less often. */
const shortestPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;
/** The last reading ends before the wait does: two minutes before, or less before the end of a short wait. */
const lastLookMs = 2 * 60_000;

/** When to read the values again after a reading now: each pause is as long as the wait has lasted. */
export function nextReadingAt(
  { firstSeenAt, until }: Pick<UndecidedSignal, 'firstSeenAt' | 'until'>,
  now: number,
): number {
  const lastLook = until - Math.min(lastLookMs, (until - firstSeenAt) / 4);
  if (now >= lastLook) return until;
  const pause = Math.min(Math.max(now - firstSeenAt, shortestPauseMs), longestPauseMs);
  return Math.floor(Math.min(now + pause, lastLook));
}

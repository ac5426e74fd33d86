import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';

/**
 * The latest signals that a late slot takes, by the time at which they were first seen, in milliseconds since the
 * epoch: a slot in quiet hours is made up for at their end, with everything that came until then.
 */
export function seenUntilOf(route: Route, lateSlot: string): number {
  const slot = Date.parse(lateSlot);
  return quietUntil(route, slot) ?? slot;
}

/**
 * Whether a signal came in the quiet hours at whose end a digest is composed. Of a route with a schedule these are the
 * hours of the late slot: what comes in other quiet hours has not waited for their end.
 */
export function cameInQuietHours(
  route: Route,
  lateSlot: string | undefined,
): (entry: { readonly firstSeenAt: number }) => boolean {
  if (route.when === 'immediately') return ({ firstSeenAt }) => quietUntil(route, firstSeenAt) !== null;
  const end = lateSlot === undefined ? null : quietUntil(route, Date.parse(lateSlot));
  return ({ firstSeenAt }) => end !== null && quietUntil(route, firstSeenAt) === end;
}

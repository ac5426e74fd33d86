import { isPast } from '../clock.ts';
import { parseDuration } from '../duration.ts';
import type { Delay } from './delay.ts';
import type { Route } from './route.ts';

export function gatherMsOf({ gather }: Pick<Route, 'gather'>): number {
  return gather === undefined ? 0 : parseDuration(gather);
}

/**
 * How long a signal alone waits for others to go out with it, since it entered the outbox. One that a wrong clock put
 * into the future does not wait: its time may be far off.
 */
export function gatherDelay(route: Pick<Route, 'gather'>, enteredAt: number, now: number): Delay | null {
  const gatherMs = gatherMsOf(route);
  const until = enteredAt + gatherMs;
  return gatherMs > 0 && until > now && isPast(enteredAt, now) ? { reason: 'gather', until } : null;
}

import { isPast } from '../clock.ts';
import { dayMs } from '../duration.ts';
import { lastSlot } from '../times/last-slot.ts';
import { type QuietRoute, quietUntil } from './quiet.ts';
import { isOpen, type Round } from './round.ts';
import type { CronTime, Route } from './route.ts';

/** The first time of a schedule later than `after`, milliseconds since the epoch; null if the schedule has ended. */
export type NextTime = (when: CronTime, after: number) => number | null;

/** Quiet time puts something off beyond its end by no more than this. */
const longestWaitMs = 2 * dayMs;

/** Null if the route is quiet at all of these times. In milliseconds since the epoch. Pure. */
export function firstLoud(
  route: QuietRoute,
  times: CronTime,
  from: number,
  until: number,
  nextTime: NextTime,
): number | null {
  for (let at = from; ; ) {
    const next = nextTime(times, at - 1);
    if (next === null || next > until) return null;
    const quietEnd = quietUntil(route, next);
    if (quietEnd === null) return next;
    at = quietEnd;
  }
}

/** The end of the quiet time counts where the next time comes two days later. Null for none. Milliseconds. Pure. */
export function loudTime(
  route: QuietRoute,
  times: CronTime,
  from: number,
  nextTime: NextTime,
): number | null {
  const first = nextTime(times, from - 1);
  const quietEnd = first === null ? null : quietUntil(route, first);
  if (quietEnd === null) return first;
  return firstLoud(route, times, quietEnd, quietEnd + longestWaitMs, nextTime) ?? quietEnd;
}

/** A signal that counts from `from` goes out then if nothing delays it; null if its route's schedule has ended. */
export function dueAt(
  route: Pick<Route, 'when'> & QuietRoute,
  from: number,
  nextTime: NextTime,
): number | null {
  return route.when === 'immediately' ? from : loudTime(route, route.when, from, nextTime);
}

/**
 * A route has to send if its last message said that more follow, or it sends immediately, or one of these signals,
 * which nothing delays, was there at a time of its schedule that has passed. Asked each minute, so a time that was
 * missed is made up for by itself. A signal that a wrong clock put into the future counts as there. Pure.
 */
export function isRouteDue(
  route: Pick<Route, 'when'> & QuietRoute,
  round: Round | null,
  from: readonly number[],
  now: number,
  nextTime: NextTime,
): boolean {
  if (from.length === 0) return false;
  if (route.when === 'immediately' || isOpen(round, now)) return true;
  if (!from.every((time) => isPast(time, now))) return true;
  const first = dueAt(route, Math.min(...from), nextTime);
  return first !== null && first <= now;
}

/** A sweep comes each minute, and a failed one is tried again. */
const onTimeMs = 5 * 60_000;

/** A digest that is on time says the same whichever second it is composed in, and a preview knows it. Pure. */
export function roundTime(route: Pick<Route, 'when'> & QuietRoute, now: number, nextTime: NextTime): number {
  const { when } = route;
  const earliest = now - onTimeMs;
  const slot = when === 'immediately' ? null : lastSlot((after) => nextTime(when, after), now);
  const times = [slot ?? earliest, quietUntil(route, earliest) ?? earliest];
  const own = times.filter((time) => earliest < time && time <= now);
  return own.length > 0 ? Math.max(...own) : now;
}

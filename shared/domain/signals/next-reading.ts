import { clocksMs, hasCome } from '../clock.ts';
import type { AwaitedSignal } from './recording.ts';

/** Upstream computes most values within minutes, so a value is looked for less and less often. */
const shortestPauseMs = 60_000;
const longestPauseMs = 15 * 60_000;
/** The last reading ends before the wait does: two minutes before, or less before the end of a short wait. */
const lastLookMs = 2 * 60_000;

/** Each pause is as long as the wait has lasted. */
export function nextReadingAt(
  { firstSeenAt, until }: Pick<AwaitedSignal, 'firstSeenAt' | 'until'>,
  now: number,
): number {
  const lastLook = until - Math.min(lastLookMs, (until - firstSeenAt) / 4);
  if (now >= lastLook) return Math.max(until, now + shortestPauseMs);
  const pause = Math.min(Math.max(now - firstSeenAt, shortestPauseMs), longestPauseMs);
  return Math.floor(Math.min(now + pause, lastLook));
}

/** `summaries.waitAtMost` is at most a day. What was not stored within it is looked for some minutes later. */
const farthestMs = 86_400_000 + 3 * clocksMs;

export function isReadingDue(dueAt: number, now: number): boolean {
  return hasCome(dueAt, now, farthestMs);
}

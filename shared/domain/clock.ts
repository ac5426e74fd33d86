/** Time as a port: the simulation and the tests hand in their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** How far the clocks of two instances may differ in all. */
export const clocksMs = 10 * 60_000;

/** Whether a time that somebody wrote down can be one of the past: a wrong clock writes times that lie far ahead. */
export function isPast(time: number, now: number): boolean {
  return time <= now + clocksMs;
}

/** A number from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** `2026-11-21T08:00:00.000Z` for an instant in milliseconds since the epoch. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

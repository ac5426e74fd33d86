/** Time as a port: the simulation and the tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The largest difference assumed between the clocks of two instances. */
export const clocksMs = 10 * 60_000;

/** False for a stored time far in the future: an instance with a wrong clock stores such times. */
export function isPast(time: number, now: number): boolean {
  return time <= now + clocksMs;
}

/** A time further ahead than its own rule puts it was stored by a wrong clock, and has come, too. */
export function hasCome(time: number, now: number, farthestMs: number): boolean {
  return time <= now || time > now + farthestMs;
}

/** A number from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** `2026-11-21T08:00:00.000Z`, for milliseconds since the epoch. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

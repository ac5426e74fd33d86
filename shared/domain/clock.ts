/** Time as a port: the simulation and the tests hand in their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** `2026-11-21T08:00:00.000Z` for an instant in milliseconds since the epoch. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * How many attempts of one route are under way at once. Five are in all (functions/wiring.ts): a destination that takes
 * its time leaves the other three to the other routes.
 */
export const mostInFlight = 2;

const minute = 60_000;
const longestPauseMs = 15 * minute;

/** How long a route's digests wait after so many attempts in a row that timed out: a minute, then twice as long each time. */
export function pauseAfter(timeouts: number): number {
  return Math.min(minute * 2 ** (timeouts - 1), longestPauseMs);
}

/** Whether a route may make an attempt now. Times are milliseconds since the epoch. */
export type Place =
  | { readonly kind: 'granted'; readonly lane: Lane; readonly holder: string; readonly timeouts: number }
  /** As many are under way as may be; `since`: when the last of them began. */
  | { readonly kind: 'busy'; readonly since: number }
  /** Its destination does not answer. */
  | { readonly kind: 'paused'; readonly until: number };

export type GrantedPlace = Extract<Place, { kind: 'granted' }>;

export type Lane = '1' | '2';

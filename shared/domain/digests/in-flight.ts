/**
 * The concurrent attempts of one route. There are five in all (functions/wiring.ts), so a slow destination leaves
 * three to the other routes.
 */
export const mostInFlight = 2;

const minute = 60_000;
const longestPauseMs = 15 * minute;

/** How long a route's digests wait after `timeouts` timeouts in a row: a minute, doubled with each timeout. */
export function pauseAfter(timeouts: number): number {
  return Math.min(minute * 2 ** (timeouts - 1), longestPauseMs);
}

/** Whether a route may make an attempt now. Times are milliseconds since the epoch. */
export type Place =
  | { readonly kind: 'granted'; readonly lane: Lane; readonly holder: string; readonly timeouts: number }
  /** The limit of concurrent attempts is reached; `since`: when the last of them began. */
  | { readonly kind: 'busy'; readonly since: number }
  /** Its destination has stopped answering. */
  | { readonly kind: 'paused'; readonly until: number };

export type GrantedPlace = Extract<Place, { kind: 'granted' }>;

export type Lane = '1' | '2';

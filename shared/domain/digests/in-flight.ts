/**
 * The concurrent attempts of one route. There are five in all (functions/wiring.ts), so a slow destination leaves
 * three to the other routes.
 */
export const mostInFlight = 2;

/** Whether a route may make an attempt now. Times are milliseconds since the epoch. */
export type Place =
  | { readonly kind: 'granted'; readonly holder: string; readonly timeouts: number }
  /** The limit of concurrent attempts is reached; `since`: when the last of them began. */
  | { readonly kind: 'busy'; readonly since: number }
  /** Its destination has stopped answering. */
  | { readonly kind: 'paused'; readonly until: number };

export type GrantedPlace = Extract<Place, { kind: 'granted' }>;

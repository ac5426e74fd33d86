import { takenOverKey } from '../keys.ts';
import type { Item } from '../table/table.ts';

/**
 * Whether a route has a signal, where that is no longer what the signal's tombstone says: it was handed over, or the route
 * archived it. Never expires, as the tombstone doesn't.
 */
export function markTaken(routeId: string, signalId: string, has: boolean, now: number): Item {
  return { ...takenOverKey(routeId, signalId), has, at: now, v: 1 };
}

/** The id of an entry's signal, waiting, held or a member: what follows the time in its key. */
export function signalIdOfEntry(sk: string): string {
  const rest = restOf({ sk });
  return rest.slice(rest.indexOf('#') + 1);
}

/** What follows `OUT#` or `HELD#` in an entry's key. */
export function restOf({ sk }: Pick<Item, 'sk'>): string {
  return sk.slice(sk.indexOf('#') + 1);
}

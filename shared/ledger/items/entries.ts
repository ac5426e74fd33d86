import { isUnreadableId } from '../../domain/rows/signal.ts';
import type { Item } from '../table/table.ts';

/** The part of a key after the time, of a waiting or held entry or a member. */
export function signalIdOfEntry(sk: string): string {
  const rest = restOf({ sk });
  return rest.slice(rest.indexOf('#') + 1);
}

/** Lower case; null for an item that could not be read. */
export function bridgeIdOfEntry(sk: string): string | null {
  const signalId = signalIdOfEntry(sk);
  return isUnreadableId(signalId) ? null : signalId.slice(0, signalId.indexOf('#'));
}

/** The part of an entry's key after `OUT#` or `HELD#`. */
export function restOf({ sk }: Pick<Item, 'sk'>): string {
  return sk.slice(sk.indexOf('#') + 1);
}

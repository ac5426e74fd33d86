import { isUnreadableId } from '../../domain/rows/signal.ts';
import type { Item } from '../table/table.ts';

/** The signal's id in the key of a waiting or held entry or a member: the part after the time. */
export function signalIdOfEntry(sk: string): string {
  const rest = restOf({ sk });
  return rest.slice(rest.indexOf('#') + 1);
}

/** The bridge in the key of an entry, in lower case; null for an item that could not be read. */
export function bridgeIdOfEntry(sk: string): string | null {
  const signalId = signalIdOfEntry(sk);
  return isUnreadableId(signalId) ? null : signalId.slice(0, signalId.indexOf('#'));
}

/** The part of an entry's key after `OUT#` or `HELD#`. */
export function restOf({ sk }: Pick<Item, 'sk'>): string {
  return sk.slice(sk.indexOf('#') + 1);
}

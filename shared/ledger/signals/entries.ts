import { isUnreadableId } from '../../domain/signals/signal.ts';
import { type heldPrefix, outboxPk, type outboxPrefix } from '../keys.ts';
import { queryPages } from '../table/read-many.ts';
import type { Item, Table } from '../table/table.ts';

/** Entries that wait for a route, or that it holds back. */
export type EntryPrefix = typeof outboxPrefix | typeof heldPrefix;

/** Two writes for each entry and one for the count fit into a transaction. */
export const movesAtOnce = 49;

/** The oldest entries of a route, at most `most`: a consistent read. */
export async function firstEntries(
  table: Table,
  routeId: string,
  prefix: EntryPrefix,
  most: number,
): Promise<Item[]> {
  const first: Item[] = [];
  for await (const items of queryPages(table, outboxPk(routeId), prefix, most)) {
    first.push(...items.slice(0, most - first.length));
    if (first.length >= most) break;
  }
  return first;
}

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

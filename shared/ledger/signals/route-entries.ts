import { type heldPrefix, outboxPks, outboxPrefix, routeKey } from '../keys.ts';
import { queryMerged } from '../table/query-all.ts';
import type { Item, Table } from '../table/table.ts';

/** Entries that wait for a route, or that it holds back. */
export type EntryPrefix = typeof outboxPrefix | typeof heldPrefix;

/**
 * All entries of a route, oldest first, in pages: consistent reads. No other code knows how many partitions an outbox has.
 * The pages are small for a caller that needs only `most` entries.
 */
export function pageEntries(
  table: Table,
  routeId: string,
  prefix: EntryPrefix,
  most?: number,
): AsyncGenerator<readonly Item[]> {
  const pks = prefix === outboxPrefix ? outboxPks(routeId) : [routeKey(routeId).pk];
  return queryMerged(table, pks, prefix, most === undefined ? undefined : shareOf(most, pks.length));
}

/** The same one by one. */
export async function* listEntries(
  table: Table,
  routeId: string,
  prefix: EntryPrefix,
  most?: number,
): AsyncGenerator<Item> {
  for await (const items of pageEntries(table, routeId, prefix, most)) yield* items;
}

/** The oldest entries of a route, at most `most`. */
export async function firstEntries(
  table: Table,
  routeId: string,
  prefix: EntryPrefix,
  most: number,
): Promise<Item[]> {
  const first: Item[] = [];
  for await (const items of pageEntries(table, routeId, prefix, most)) {
    first.push(...items.slice(0, most - first.length));
    if (first.length >= most) break;
  }
  return first;
}

/** Two standard deviations above the mean, so that one round of queries is nearly always enough. */
function shareOf(most: number, partitions: number): number {
  const mean = most / partitions;
  return Math.min(most, Math.ceil(mean + 2 * Math.sqrt(mean)));
}

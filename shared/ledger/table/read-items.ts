import { inParallel } from '../../domain/concurrency.ts';
import type { Item, Key, Table } from './table.ts';

/** Concurrent reads. */
export const readsAtOnce = 8;

/** The items of some keys, in the same order; undefined for a missing item. Strongly consistent. */
export function readItems(table: Table, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  return inParallel(keys, readsAtOnce, (key) => table.get(key));
}

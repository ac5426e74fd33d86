import { inParallel } from '../../domain/concurrency.ts';
import type { Item, Key, Table } from './table.ts';

/** How many reads are under way at once. */
export const readsAtOnce = 8;

/** The items of some keys, in the same order; undefined where there is none. Strongly consistent. */
export function readItems(table: Table, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  return inParallel(keys, readsAtOnce, (key) => table.get(key));
}

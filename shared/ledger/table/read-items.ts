import { inParallel } from '../../domain/concurrency.ts';
import type { Item, Key, Table } from './table.ts';
import { mostReads } from './table-rules.ts';

/** Concurrent reads. */
const readsAtOnce = 8;

/** The items of some keys, in the same order; undefined for a missing item. Strongly consistent. */
export function readItems(table: Table, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  return inParallel(keys, readsAtOnce, (key) => table.get(key));
}

/** Those of some distinct ids that have an item, in the same order. Strongly consistent. */
export async function findPresent(
  table: Table,
  ids: readonly string[],
  keyOf: (id: string) => Key,
): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < ids.length; at += mostReads) {
    const asked = ids.slice(at, at + mostReads);
    const items = await table.getAll(asked.map(keyOf));
    found.push(...asked.filter((_, index) => items[index] !== undefined));
  }
  return found;
}

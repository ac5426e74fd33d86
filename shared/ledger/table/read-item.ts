import { isPast } from '../../domain/clock.ts';
import { inGroups, inParallel } from '../../domain/concurrency.ts';
import { jsonIn } from '../../domain/json-in.ts';
import type { DueKey, DueQuery, Item, Key, Table } from './table.ts';
import { mostReads } from './table-rules.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/** An earlier or later version may have written the item: an attribute of another type reads as absent. */
export const numberOf = (item: Attributes, name: string): number | null => {
  const value = item[name];
  return typeof value === 'number' ? value : null;
};

/** A time in the future comes from a wrong clock and reads as absent. */
export const pastOf = (item: Attributes, name: string, now: number): number | null => {
  const time = numberOf(item, name);
  return time !== null && isPast(time, now) ? time : null;
};

export const isRecent = (item: Attributes, name: string, now: number, ms: number): boolean => {
  const time = pastOf(item, name, now);
  return time !== null && now - time < ms;
};

export const stringOf = (item: Attributes, name: string): string | null => {
  const value = item[name];
  return typeof value === 'string' ? value : null;
};

export const parsedOf = (item: Attributes, name: string): unknown => jsonIn(stringOf(item, name) ?? '');

export const listOf = <Element>(item: Attributes, name: string): readonly Element[] => {
  const parsed = parsedOf(item, name);
  return Array.isArray(parsed) ? parsed : [];
};

export const stringsOf = (item: Attributes, name: string): string[] => {
  const value = item[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
};

const readsAtOnce = 8;

/** Strongly consistent, in the order of the keys. Keys are distinct; items that don't exist are left out. */
export async function readItems(table: Table, keys: readonly Key[]): Promise<Item[]> {
  const found = await inParallel(inGroups(keys, mostReads), readsAtOnce, (group) => table.getAll(group));
  return found.flat().filter((item) => item !== undefined);
}

export async function* queryAll(table: Table, pk: string, prefix: string): AsyncGenerator<Item> {
  for await (const items of queryPages(table, pk, prefix)) yield* items;
}

export async function readFirst(table: Table, pk: string, prefix: string, most: number): Promise<Item[]> {
  const first: Item[] = [];
  for await (const items of queryPages(table, pk, prefix, most)) {
    first.push(...items.slice(0, most - first.length));
    if (first.length >= most) break;
  }
  return first;
}

/** A page has at most `limit` items, or about a megabyte. */
export async function* queryPages(
  table: Table,
  pk: string,
  prefix: string,
  limit?: number,
): AsyncGenerator<readonly Item[]> {
  let cursor: Key | undefined;
  do {
    const page = await table.query({ pk, prefix, limit, cursor });
    yield page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

export async function* queryDue(table: Table, query: Omit<DueQuery, 'cursor'>): AsyncGenerator<DueKey> {
  let cursor: DueKey | undefined;
  do {
    const page = await table.due({ ...query, cursor });
    for (const { pk, sk, dueAt } of page.items) yield { pk, sk, dueAt: Number(dueAt) };
    cursor = page.cursor;
  } while (cursor !== undefined);
}

export async function firstDue(
  table: Table,
  shards: readonly string[],
  query: Omit<DueQuery, 'shard' | 'cursor'> & { readonly limit: number },
): Promise<DueKey[]> {
  const pages = await Promise.all(shards.map((shard) => table.due({ shard, ...query })));
  const keys = pages.flatMap(({ items }) => items).map((key) => ({ ...key, dueAt: Number(key.dueAt) }));
  return keys.sort((one, other) => one.dueAt - other.dueAt).slice(0, query.limit);
}

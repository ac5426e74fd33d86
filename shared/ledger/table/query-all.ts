import type { Item, Table, TableQuery } from './table.ts';

/** Every item of a partition whose sort key begins with `prefix`, page by page. */
export async function* queryAll(
  table: Table,
  pk: string,
  prefix: string,
  limit?: number,
): AsyncGenerator<Item> {
  for await (const items of queryPages(table, pk, prefix, limit)) yield* items;
}

/** The same as pages of at most `limit` items or about a megabyte, for work on several items at once. */
export async function* queryPages(
  table: Table,
  pk: string,
  prefix: string,
  limit?: number,
): AsyncGenerator<readonly Item[]> {
  yield* pagesOf(table, { pk, prefix, ...(limit === undefined ? {} : { limit }) });
}

async function* pagesOf(table: Table, query: Omit<TableQuery, 'cursor'>): AsyncGenerator<readonly Item[]> {
  let cursor: string | undefined;
  do {
    const page = await table.query({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    yield page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

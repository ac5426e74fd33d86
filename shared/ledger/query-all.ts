import type { Item, Table } from './table.ts';

/** Every item of a partition whose sort key begins with `prefix`, page by page. */
export async function* queryAll(table: Table, pk: string, prefix: string): AsyncGenerator<Item> {
  let cursor: string | undefined;
  do {
    const page = await table.query({ pk, prefix, ...(cursor === undefined ? {} : { cursor }) });
    yield* page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

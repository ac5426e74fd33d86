import type { DatabaseSync } from 'node:sqlite';
import type { DueQuery, Item, Key } from '../shared/ledger/table/table.ts';

/**
 * Keys are TEXT under BINARY collation, so they sort by their UTF-8 bytes as DynamoDB's do. The other columns repeat
 * values of `body` for the indexes; only `body` is read back.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS items (
    pk TEXT NOT NULL, sk TEXT NOT NULL,
    due_shard TEXT, due_at REAL, expires_at REAL,
    body TEXT NOT NULL,
    PRIMARY KEY (pk, sk)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS items_due ON items (due_shard, due_at, pk, sk)
    WHERE due_shard IS NOT NULL AND due_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS items_expiry ON items (expires_at) WHERE expires_at IS NOT NULL;
`;

export type StoredItem = ReturnType<typeof readRow>;

export type Items = ReturnType<typeof openItems>;

/** Each method is one statement on the items table. The table checks the conditions. */
export function openItems(database: DatabaseSync) {
  database.exec(schema);
  const get = database.prepare('SELECT body FROM items WHERE pk = ? AND sk = ?');
  const put = database.prepare('INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM items WHERE pk = ? AND sk = ?');
  const from = database.prepare('SELECT body FROM items WHERE pk = ? AND sk >= ? ORDER BY sk');
  const after = database.prepare('SELECT body FROM items WHERE pk = ? AND sk > ? ORDER BY sk');
  const back = database.prepare(
    'SELECT body FROM items WHERE pk = ? AND sk >= ? AND sk < ? ORDER BY sk DESC',
  );
  const due = database.prepare(
    `SELECT body FROM items WHERE due_shard = ? AND due_at IS NOT NULL AND due_at BETWEEN ? AND ?
     AND (due_at, pk, sk) > (?, ?, ?) ORDER BY due_at, pk, sk`,
  );
  const expired = database.prepare(
    'DELETE FROM items WHERE (pk, sk) IN (SELECT pk, sk FROM items WHERE expires_at < ? LIMIT ?)',
  );
  return {
    get: ({ pk, sk }: Key): Item | undefined => {
      const row = get.get(pk, sk);
      return row && readRow(row).item;
    },
    put: (item: Item): void => {
      const { pk, sk, dueShard, dueAt, expiresAt } = item;
      const shard = typeof dueShard === 'string' ? dueShard : null;
      put.run(pk, sk, shard, numberOrNull(dueAt), numberOrNull(expiresAt), JSON.stringify(item));
    },
    delete: ({ pk, sk }: Key): void => {
      remove.run(pk, sk);
    },
    from: (pk: string, sk: string) => from.iterate(pk, sk).map(readRow),
    after: (pk: string, sk: string) => after.iterate(pk, sk).map(readRow),
    back: (pk: string, sk: string, before: string) => back.iterate(pk, sk, before).map(readRow),
    due: ({ shard, from = -Number.MAX_VALUE, until, cursor }: DueQuery) => {
      const { dueAt, pk, sk } = cursor ?? { dueAt: from, pk: '', sk: '' };
      return due.iterate(shard, from, until, dueAt, pk, sk).map(readRow);
    },
    /** Returns the number of deleted items. */
    deleteExpired: (nowSeconds: number, most: number): number =>
      Number(expired.run(nowSeconds, most).changes),
  };
}

/** Reads an item and its approximate size, which limits a page. */
function readRow({ body }: Readonly<Record<string, unknown>>) {
  const text = String(body);
  return { item: JSON.parse(text) as Item, bytes: text.length };
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

import { DatabaseSync } from 'node:sqlite';
import type { Item } from '../../../shared/ledger/table/table.ts';

/** Every item of a ledger's file, by key, beside a process that uses it or without one. */
export function itemsIn(file: string): Item[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT body FROM items ORDER BY pk, sk').all();
  database.close();
  return rows.map(({ body }) => JSON.parse(String(body)));
}

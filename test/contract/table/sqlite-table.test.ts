import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteTable, type SqliteTable } from '../../../local/sqlite-table.ts';
import { describeTable } from './table-suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'signalpost-table-'));
const opened: SqliteTable[] = [];
const openTable = (file: string): SqliteTable => {
  const table = openSqliteTable(join(directory, file));
  opened.push(table);
  return table;
};
afterAll(() => {
  for (const table of opened) table.close();
  rmSync(directory, { recursive: true });
});

describeTable({ name: 'SQLite', open: async () => openTable('suite.db') });

describe('a table in a SQLite file', () => {
  it('keeps its items when it is closed and opened again', async () => {
    const first = openSqliteTable(join(directory, 'kept.db'));
    await first.put({ pk: 'a', sk: 'b', text: 'kept' });
    first.close();
    expect([...openTable('kept.db').all()]).toEqual([{ pk: 'a', sk: 'b', text: 'kept' }]);
  });

  it('says that it is busy when another connection holds the file for too long', async () => {
    const table = openTable('busy.db');
    const { DatabaseSync } = await import('node:sqlite');
    const other = new DatabaseSync(join(directory, 'busy.db'));
    other.exec('BEGIN IMMEDIATE');
    await expect(table.put({ pk: 'a', sk: 'b' })).rejects.toMatchObject({
      code: 'TABLE_UNAVAILABLE',
      applied: 'no',
    });
    other.close();
    await table.put({ pk: 'a', sk: 'b' });
    expect([...table.all()]).toHaveLength(1);
  });

  // Not in the suite: DynamoDB's emulator does not tell case apart in begins_with. DynamoDB does.
  it('tells upper from lower case in a prefix', async () => {
    const table = openTable('case.db');
    for (const sk of ['OUT#1', 'out#2']) await table.put({ pk: 'a', sk });
    expect((await table.query({ pk: 'a', prefix: 'OUT#' })).items).toEqual([{ pk: 'a', sk: 'OUT#1' }]);
  });

  it('drops what has expired and nothing else', async () => {
    const table = openTable('expiry.db');
    for (const [sk, expiresAt] of Object.entries({ past: 99, now: 100, later: 101 }))
      await table.put({ pk: 'a', sk, expiresAt });
    await table.put({ pk: 'a', sk: 'for ever' });
    expect(table.deleteExpired(100)).toBe(1);
    expect([...table.all()].map(({ sk }) => sk)).toEqual(['for ever', 'later', 'now']);
  });
});

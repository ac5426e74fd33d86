import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteTable, type SqliteTable, type SqliteTableOptions } from '../../../machine/sqlite-table.ts';
import { itemsIn } from '../../support/ledger/stored-items.ts';
import { describeTable } from './table-suite.ts';

const directory = mkdtempSync(join(tmpdir(), 'signalpost-table-'));
const opened: SqliteTable[] = [];
const openTable = (file: string, options?: SqliteTableOptions): SqliteTable => {
  const table = openSqliteTable(join(directory, file), options);
  opened.push(table);
  return table;
};
const stored = (file: string) => itemsIn(join(directory, file));
afterAll(() => {
  for (const table of opened) table.close();
  rmSync(directory, { recursive: true });
});

describeTable({ name: 'SQLite', open: async () => openTable('suite.db') });

describe('a table in a SQLite file', () => {
  it('opened for reading, shows what another connection writes, and writes nothing', async () => {
    const writer = openTable('read.db');
    await writer.put({ pk: 'a', sk: 'b', text: 'first' });
    const reader = openTable('read.db', { readOnly: true });
    const before = reader.changes();
    expect(reader.changes()).toBe(before);
    await writer.put({ pk: 'a', sk: 'c', text: 'second' });
    expect(reader.changes()).not.toBe(before);
    expect((await reader.query({ pk: 'a' })).items).toHaveLength(2);
    await expect(reader.put({ pk: 'a', sk: 'd' })).rejects.toMatchObject({
      code: 'TABLE_UNAVAILABLE',
      message: expect.stringContaining('readonly'),
    });
    await expect(reader.update({ key: { pk: 'a', sk: 'b' }, set: { text: 'x' } })).rejects.toThrow(
      'readonly',
    );
    expect(stored('read.db')).toHaveLength(2);
  });

  it('says that it is busy when another connection holds the file for too long', async () => {
    const table = openTable('busy.db');
    const { DatabaseSync } = await import('node:sqlite');
    const other = new DatabaseSync(join(directory, 'busy.db'));
    other.exec('BEGIN IMMEDIATE');
    await expect(table.put({ pk: 'a', sk: 'b' })).rejects.toMatchObject({ code: 'TABLE_UNAVAILABLE' });
    other.close();
    await table.put({ pk: 'a', sk: 'b' });
    expect(stored('busy.db')).toHaveLength(1);
  });

  // Not in the suite: DynamoDB's emulator does not tell case apart in begins_with. DynamoDB does.
  it('tells upper from lower case in a prefix', async () => {
    const table = openTable('case.db');
    for (const sk of ['OUT#1', 'out#2']) await table.put({ pk: 'a', sk });
    expect((await table.query({ pk: 'a', prefix: 'OUT#' })).items).toEqual([{ pk: 'a', sk: 'OUT#1' }]);
  });

  it('drops what has expired while it is in use: a run of months does not fill the disk', async () => {
    let now = Date.parse('2026-11-21T08:00:00Z');
    const table = openTable('long-run.db', { now: () => now });
    const expiresAt = now / 1000 + 60;
    for (let number = 0; number < 1_200; number += 1) {
      await table.put({ pk: 'a', sk: String(number), expiresAt });
    }
    await table.put({ pk: 'b', sk: 'for ever' });
    expect(stored('long-run.db')).toHaveLength(1_201);

    now += 2 * 3_600_000;
    await table.update({ key: { pk: 'b', sk: 'for ever' }, set: { v: 1 } });
    // A few at a time: nothing waits for thousands of them.
    expect(stored('long-run.db')).toHaveLength(701);
    await table.transact([{ kind: 'put', item: { pk: 'b', sk: 'one more' } }]);
    await table.put({ pk: 'b', sk: 'another one' });
    const left = stored('long-run.db').map(({ sk }) => sk);
    expect(left).toEqual(['another one', 'for ever', 'one more']);
  });
});

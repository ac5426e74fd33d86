import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { guardFile } from '../../../../machine/sqlite-database.ts';
import { openSqliteTable } from '../../../../machine/sqlite-table.ts';
import { TableUnavailableError } from '../../../../shared/ledger/table/table.ts';
import { StateFileError } from '../../../../view/words/describe-file-problem.ts';

const directory = mkdtempSync(join(tmpdir(), 'signalpost-file-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('a file of the state', () => {
  it('that has no room left is named, with what happened and what to do, and may be tried again', () => {
    const database = new DatabaseSync(join(directory, 'small.db'));
    database.exec('CREATE TABLE items (body); PRAGMA max_page_count = 3');
    const fill = () => database.exec(`INSERT INTO items VALUES ('${'x'.repeat(40_000)}')`);

    const failing = () => guardFile('state/ledger.db')(fill);

    expect(failing).toThrow(TableUnavailableError);
    expect(failing).toThrow(
      /^state\/ledger\.db can't be used \(database or disk is full\); check the room on its disk/,
    );
    database.close();
  });

  it('that is damaged is named, and is no passing trouble', () => {
    const file = join(directory, 'damaged.db');
    writeFileSync(file, 'no database of any kind, and long enough to have a header'.repeat(100));
    const opening = () => guardFile(file)(() => openSqliteTable(file));

    expect(opening).toThrow(StateFileError);
    expect(opening).toThrow(`${file} is damaged or not a Signalpost database; put a backup in its place`);
  });

  it('is not kept open when it could not be prepared', () => {
    const file = join(directory, 'other.db');
    const other = new DatabaseSync(file);
    other.exec('CREATE VIEW items AS SELECT 1 AS pk');

    expect(() => openSqliteTable(file)).toThrow('views may not be indexed');

    // Only a connection without others beside it can leave the write-ahead log.
    other.exec('SELECT * FROM items');
    expect(other.prepare('PRAGMA journal_mode = DELETE').get()).toEqual({ journal_mode: 'delete' });
    other.close();
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { StateFileError, tellFileProblem } from '../../../cli/words/tell-file-problem.ts';
import { guardFile, openDatabase } from '../../../machine/sqlite-database.ts';
import { TableUnavailableError } from '../../../shared/ledger/table/table.ts';

const directory = mkdtempSync(join(tmpdir(), 'signalpost-file-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('a file of the state', () => {
  it('that has no room left is named, with what happened and what to do, and may be tried again', () => {
    const database = new DatabaseSync(join(directory, 'small.db'));
    database.exec('CREATE TABLE items (body); PRAGMA max_page_count = 3');
    const fill = () => database.exec(`INSERT INTO items VALUES ('${'x'.repeat(40_000)}')`);

    const failing = () => guardFile('state/ledger.db')(fill);

    expect(failing).toThrow(TableUnavailableError);
    expect(failing).toThrow(/^state\/ledger\.db: the disk is full; free some space/);
    database.close();
  });

  it('that is damaged is named, and is no passing trouble', () => {
    const file = join(directory, 'damaged.db');
    writeFileSync(file, 'no database of any kind, and long enough to have a header'.repeat(100));
    const opening = () => guardFile(file)(() => openDatabase(file, () => undefined));

    expect(opening).toThrow(StateFileError);
    expect(opening).toThrow(`${file} is damaged or not a Signalpost database; put a backup in its place`);
  });

  it('is not kept open when it could not be prepared', () => {
    const opened: DatabaseSync[] = [];
    const file = join(directory, 'whole.db');
    const failing = (database: DatabaseSync): never => {
      opened.push(database);
      throw new Error('no room for the schema');
    };

    expect(() => openDatabase(file, failing)).toThrow('no room for the schema');

    expect(opened.map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  it('whose shared memory finds no room is told as a full disk, and any other I/O error as one', () => {
    const failed = (errcode: number) => Object.assign(new Error('disk I/O error'), { errcode });

    expect(tellFileProblem('state/ledger.db', failed(4874))).toContain('state/ledger.db: the disk is full;');
    expect(tellFileProblem('state/ledger.db', failed(778))).toContain('could not be read or written');
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EACCES', "can't be opened or written by this user"],
    ['EROFS', "can't be opened or written by this user"],
    ['EWHAT', "can't be used (what it says)"],
  ])('that the system refuses with %s is told in words', (code, words) => {
    const error = Object.assign(new Error('what it says'), { code });

    expect(tellFileProblem('state/lock.db', error)).toContain(`state/lock.db`);
    expect(tellFileProblem('state/lock.db', error)).toContain(words);
  });
});

import { DatabaseSync } from 'node:sqlite';
import { TableUnavailableError } from '../shared/ledger/table.ts';

/** Waiting for a lock stops the whole process, so it is short: whoever called tries again. */
const lockWaitMs = 1_000;

/**
 * A database file with a write-ahead log: readers never wait for the writer, and a killed process breaks nothing. Its
 * commits are not synced one by one, which would cost a hundred times as much: see `flush` of the table.
 */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: lockWaitMs });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  return database;
}

/** SQLite's result codes for a file that is locked, out of reach or out of room: the same again may succeed. */
const passing = new Set([5, 6, 10, 13, 14]);

/** Runs the work; a busy, unreadable or full database file becomes `TableUnavailableError`. */
export function unavailableWhenBusy<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (!passing.has(code)) throw error;
    const message = `the database file cannot be used now (SQLite's code ${code})`;
    // A failed COMMIT is rolled back, so nothing was written; only a disk that fails under it leaves a doubt.
    throw new TableUnavailableError(message, code === 10 ? 'unknown' : 'no', { cause: error });
  }
}

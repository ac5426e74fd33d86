import { DatabaseSync } from 'node:sqlite';
import { isDamaged, StateFileError, sqliteCode, tellFileProblem } from '../cli/words/tell-file-problem.ts';
import { TableUnavailableError } from '../shared/ledger/table/table.ts';

/** Waiting for a lock blocks the whole process, so it is short: the caller tries again. */
const lockWaitMs = 1_000;

/**
 * A database file with a write-ahead log: readers never wait for the writer, and a killed process breaks nothing. Its
 * commits are not synced one by one, which would cost a hundred times as much: see `flush` of the table. It is closed
 * again when `prepare` throws.
 */
export function openDatabase<Prepared>(
  file: string,
  prepare: (database: DatabaseSync) => Prepared,
  readOnly = false,
): { readonly database: DatabaseSync; readonly prepared: Prepared } {
  const database = new DatabaseSync(file, { timeout: lockWaitMs, readOnly });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    return { database, prepared: prepare(database) };
  } catch (error) {
    // A file that stays open keeps its locks as long as this process lives.
    database.close();
    throw error;
  }
}

/** SQLite's result codes for a file that is locked, unreadable or full: a retry may succeed. */
const passing = new Set([5, 6, 10, 13, 14]);

/**
 * Runs work on a file. Throws `TableUnavailableError` if it is locked, unreadable or full, `StateFileError` if it is
 * damaged.
 */
export function guardFile(file: string): <T>(work: () => T) => T {
  return (work) => {
    try {
      return work();
    } catch (error) {
      if (isDamaged(error)) throw new StateFileError(tellFileProblem(file, error), { cause: error });
      if (!passing.has(sqliteCode(error))) throw error;
      throw new TableUnavailableError(tellFileProblem(file, error), { cause: error });
    }
  };
}

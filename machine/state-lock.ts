import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { describeFileProblem, sqliteCode } from '../view/words/describe-file-problem.ts';

/** Another process, or another part of this one, uses the state in the directory. */
export class StateInUseError extends Error {
  override readonly name = 'StateInUseError';
  readonly code = 'STATE_IN_USE';
  constructor(directory: string) {
    const holder = `the state in ${directory} is in use by another process${describeHolder(directory)}`;
    super(`${holder}; end it first, or name another directory`);
  }
}

const holderFile = (directory: string): string => join(directory, 'lock.pid');

function describeHolder(directory: string): string {
  try {
    return ` (pid ${readFileSync(holderFile(directory), 'utf8')})`;
  } catch {
    // The holder has just begun, and has not written it yet.
    return '';
  }
}

function noteHolder(directory: string): void {
  try {
    writeFileSync(holderFile(directory), String(process.pid));
  } catch {
    // The file only names the holder: where nothing can be written, the first write of the ledger says why.
  }
}

/** Keeps the databases from the garbage collector, which would close them and release their locks. */
const heldDatabases = new Set<DatabaseSync>();

/** Checks of the lock hold it for less than a millisecond, and a run must not fail by them. */
const askedAboutMs = 250;

/**
 * Takes the state directory, which must exist, for this process: only one may run on it. The lock is an open SQLite
 * transaction: the operating system releases it when the process ends, `kill -9` included, on every platform. The file
 * with its pid remains, and only names the holder in an error. Throws `StateInUseError` when it is taken,
 * `ConfigurationError` when it cannot be written.
 */
export function lockState(directory: string) {
  const database = begin(directory, 'BEGIN EXCLUSIVE', askedAboutMs);
  if (database === null) throw new StateInUseError(directory);
  heldDatabases.add(database);
  noteHolder(directory);
  return {
    release(): void {
      if (heldDatabases.delete(database)) database.close();
    },
  };
}

/** Tells whether a process runs on the state. The directory must exist. */
export function isStateLocked(directory: string): boolean {
  // A transaction takes its shared lock with its first read.
  const database = begin(directory, 'BEGIN; SELECT count(*) FROM sqlite_schema');
  database?.close();
  return database === null;
}

const sqliteBusy = 5;

/** Returns null if another process holds a conflicting lock. */
function begin(directory: string, statements: string, waitMs = 0): DatabaseSync | null {
  const file = join(directory, 'lock.db');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: waitMs });
    database.exec(statements);
    return database;
  } catch (error) {
    // The transaction ends with the database.
    database?.close();
    if (sqliteCode(error) === sqliteBusy) return null;
    throw new ConfigurationError([`--state: ${describeFileProblem(file, error)}`], { cause: error });
  }
}

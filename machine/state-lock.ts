import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCode, tellFileProblem } from '../cli/words/tell-file-problem.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';

export interface StateLock {
  release(): void;
}

/** Another process, or another part of this one, uses the state in the directory. */
export class StateInUseError extends Error {
  override readonly name = 'StateInUseError';
  readonly code = 'STATE_IN_USE';
  constructor(directory: string) {
    super(`the state in ${directory} is in use by another process; end it first, or name another directory`);
  }
}

/** Keeps the databases from the garbage collector, which would close them and release their locks. */
const heldDatabases = new Set<DatabaseSync>();

/**
 * The wait for a process that only checks the lock: it holds it for less than a millisecond, and a run must not fail
 * by it.
 */
const askedAboutMs = 250;
/** Ending the leases of a dead process takes a few milliseconds each. */
const leaseWaitMs = 10_000;
/** A transaction takes its shared lock with its first read. */
const beginShared = 'BEGIN; SELECT count(*) FROM sqlite_schema';

/**
 * Takes the state directory, which must exist, for this process: only one may run on it. Held as an open SQLite
 * transaction: the operating system releases it when the process ends, `kill -9` included, on every platform; a file
 * with a pid would remain. Throws `StateInUseError` when it is taken, `ConfigurationError` when it cannot be written.
 */
export function lockState(directory: string): StateLock {
  const file = join(directory, 'lock.db');
  const database = openLock(file, askedAboutMs);
  if (begin(database, 'BEGIN EXCLUSIVE', file)) return hold(database);
  database.close();
  throw new StateInUseError(directory);
}

/** Whether a process runs on the state. The directory must exist. */
export function isStateLocked(directory: string): boolean {
  const file = join(directory, 'lock.db');
  const database = openLock(file, 0);
  try {
    return !begin(database, beginShared, file);
  } finally {
    database.close();
  }
}

/**
 * Joins the processes that run functions on the state: a run, and any `invoke` beside it. `whenAlone` runs first when
 * there are no others, and keeps others out meanwhile: the holder of any lease found then is dead. Throws
 * `ConfigurationError` when the directory cannot be written.
 */
export async function joinLeases(directory: string, whenAlone: () => Promise<void>): Promise<StateLock> {
  const file = join(directory, 'leases.db');
  const database = openLock(file, 0);
  try {
    if (begin(database, 'BEGIN EXCLUSIVE', file)) {
      await whenAlone();
      // Unlike a commit, a rollback writes nothing, so it succeeds on a full disk.
      database.exec('ROLLBACK');
    }
    database.exec(`PRAGMA busy_timeout = ${leaseWaitMs}`);
    // A process that joins in between holds no lease yet, and neither do we.
    if (!begin(database, beginShared, file)) throw new StateInUseError(directory);
  } catch (error) {
    database.close();
    throw error;
  }
  return hold(database);
}

function openLock(file: string, waitMs: number): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: waitMs });
  } catch (error) {
    throw unlockable(file, error);
  }
}

const sqliteBusy = 5;

/** False if another process holds a conflicting lock. */
function begin(database: DatabaseSync, statements: string, file: string): boolean {
  try {
    database.exec(statements);
    return true;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    if (sqliteCode(error) === sqliteBusy) return false;
    throw unlockable(file, error);
  }
}

function hold(database: DatabaseSync): StateLock {
  heldDatabases.add(database);
  return {
    release() {
      if (heldDatabases.delete(database)) database.close();
    },
  };
}

function unlockable(file: string, error: unknown): ConfigurationError {
  return new ConfigurationError([`--state: ${tellFileProblem(file, error)}`], { cause: error });
}

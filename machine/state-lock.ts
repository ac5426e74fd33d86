import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  readonly directory: string;
  /** The process that uses it; null if unknown. */
  readonly pid: number | null;
  constructor(directory: string, pid: number | null) {
    const who = pid === null ? 'another process' : `process ${pid}`;
    super(`the state in ${directory} is in use by ${who}; end it first, or name another directory`);
    this.directory = directory;
    this.pid = pid;
  }
}

/** Keeps the databases from the garbage collector, which would close them and release their locks. */
const heldDatabases = new Set<DatabaseSync>();

/**
 * The wait for a process that only checks the lock: it holds it for less than a millisecond, and a run must not fail
 * by it.
 */
const askedAboutMs = 250;

/**
 * Takes the state directory, which must exist, for this process: only one may run on it. Held as an open SQLite
 * transaction: the operating system releases it when the process ends, `kill -9` included, on every platform; a file
 * with a pid would remain. Throws `StateInUseError` when it is taken, `ConfigurationError` when it cannot be written.
 */
export function lockState(directory: string): StateLock {
  const database = openLock(directory, lockFile, askedAboutMs);
  if (!begin(database, 'BEGIN EXCLUSIVE', directory)) {
    database.close();
    throw new StateInUseError(directory, readPid(directory));
  }
  try {
    writeFileSync(join(directory, pidFile), `${process.pid}\n`);
  } catch (error) {
    // A full disk leaves an empty file.
    removePid(directory);
    database.close();
    throw unlockable(directory, error);
  }
  return hold(database, () => removePid(directory));
}

/** The process that runs on the state; null if none does. `pid` is null if it is unknown. The directory must exist. */
export function findRunner(directory: string): { readonly pid: number | null } | null {
  const database = openLock(directory, lockFile, 0);
  try {
    if (begin(database, beginShared, directory)) return null;
    return { pid: readPid(directory) };
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
  const database = openLock(directory, leaseFile, 0);
  try {
    if (begin(database, 'BEGIN EXCLUSIVE', directory)) {
      await whenAlone();
      // Unlike a commit, a rollback writes nothing, so it succeeds on a full disk.
      database.exec('ROLLBACK');
    }
    database.exec(`PRAGMA busy_timeout = ${leaseWaitMs}`);
    // A process that joins in between holds no lease yet, and neither do we.
    if (!begin(database, beginShared, directory)) throw new StateInUseError(directory, readPid(directory));
  } catch (error) {
    database.close();
    throw error;
  }
  return hold(database, () => undefined);
}

function removePid(directory: string): void {
  rmSync(join(directory, pidFile), { force: true });
}

const lockFile = 'lock.db';
const pidFile = 'lock.pid';
const leaseFile = 'leases.db';
/** Ending the leases of a dead process takes a few milliseconds each. */
const leaseWaitMs = 10_000;
/** A transaction takes its shared lock with its first read. */
const beginShared = 'BEGIN; SELECT count(*) FROM sqlite_schema';

function openLock(directory: string, file: string, waitMs: number): DatabaseSync {
  try {
    return new DatabaseSync(join(directory, file), { timeout: waitMs });
  } catch (error) {
    throw unlockable(directory, error);
  }
}

/** False if another process holds a conflicting lock. */
function begin(database: DatabaseSync, statements: string, directory: string): boolean {
  try {
    database.exec(statements);
    return true;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    if (isTaken(error)) return false;
    throw unlockable(directory, error);
  }
}

function hold(database: DatabaseSync, atEnd: () => void): StateLock {
  heldDatabases.add(database);
  return {
    release() {
      if (!heldDatabases.delete(database)) return;
      atEnd();
      database.close();
    },
  };
}

function unlockable(directory: string, error: unknown): ConfigurationError {
  return new ConfigurationError([`--state: ${tellFileProblem(join(directory, lockFile), error)}`], {
    cause: error,
  });
}

const sqliteBusy = 5;

function isTaken(error: unknown): boolean {
  return sqliteCode(error) === sqliteBusy;
}

/** The pid is in a file beside the lock, because the locked file can't be read. It is only a hint for the operator. */
function readPid(directory: string): number | null {
  try {
    const pid = Number(readFileSync(join(directory, pidFile), 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigurationError } from '../shared/domain/errors.ts';

export interface StateLock {
  release(): void;
}

/** Another process, or another part of this one, works on the state in the directory. */
export class StateInUseError extends Error {
  override readonly name = 'StateInUseError';
  readonly code = 'STATE_IN_USE';
  readonly directory: string;
  /** The process that holds it, null when it did not say. */
  readonly pid: number | null;
  constructor(directory: string, pid: number | null) {
    const who = pid === null ? 'another process' : `process ${pid}`;
    super(`the state in ${directory} is in use by ${who}; end it first, or name another directory`);
    this.directory = directory;
    this.pid = pid;
  }
}

/** Kept from the garbage collector: collected, a database is closed, and its lock is nobody's. */
const heldDatabases = new Set<DatabaseSync>();

/**
 * Takes the state directory, which must exist, for this process. Held as an open SQLite transaction: the operating
 * system lets go of it when the process ends, `kill -9` included, on every platform; a file with a pid would not.
 * Throws `StateInUseError` at once when it is taken, `ConfigurationError` when it cannot be written.
 */
export function lockState(directory: string): StateLock {
  const pidFile = join(directory, 'lock.pid');
  const database = openLock(directory, pidFile);
  writeFileSync(pidFile, `${process.pid}\n`);
  heldDatabases.add(database);
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      rmSync(pidFile, { force: true });
      heldDatabases.delete(database);
      database.close();
    },
  };
}

function openLock(directory: string, pidFile: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(directory, 'lock.db'), { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (isTaken(error)) throw new StateInUseError(directory, readPid(pidFile));
    const why = error instanceof Error ? error.message : 'no reason given';
    throw new ConfigurationError(
      [`--state: ${directory} can't be locked (${why}); name a directory that you can write to`],
      { cause: error },
    );
  }
}

const sqliteBusy = 5;

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

/** Beside the lock, since nobody can read the locked file itself; only ever a hint to a person. */
function readPid(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

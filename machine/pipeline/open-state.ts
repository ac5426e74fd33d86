import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../shared/domain/clock.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import type { ReadableTable } from '../../shared/ledger/table/draft-table.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { describeFileProblem, sqliteCode } from '../../view/words/describe-file-problem.ts';
import { quoted } from '../../view/words/suggest.ts';
import { openSqliteTable, type SqliteTable } from '../sqlite-table.ts';
import { isStateLocked, lockState } from '../state-lock.ts';

export type LocalState = ReturnType<typeof stateOf>;

/**
 * Opens the state in a directory to run the pipeline on it. Only one process may; a second one gets
 * `StateInUseError`.
 */
export function openState(directory: string, clock: Clock = systemClock): LocalState {
  makeDirectory(directory);
  const lock = lockState(directory);
  try {
    return stateOf(openTable(directory), lock.release, clock);
  } catch (error) {
    // Otherwise the lock would block the next run in this process.
    lock.release();
    throw error;
  }
}

/**
 * Opens the state to run functions by hand, beside a running process or without one, as a second instance of each: leases
 * keep two senders apart.
 */
export function joinState(directory: string): LocalState {
  makeDirectory(directory);
  return stateOf(openTable(directory));
}

/**
 * Opens the state to read it, or to change it as an operator does, beside a running process or without one: every
 * change is a conditional transaction, so both may write. Creates nothing. `readOnly`: every write fails.
 */
export function visitState(directory: string, readOnly = false) {
  const isThere = hasLedger(directory);
  const isRunning = isThere && isStateLocked(directory);
  const table = isThere ? openTable(directory, readOnly) : openSqliteTable(':memory:');
  return {
    ...stateOf(table),
    /** The number changes once another process has changed the state. */
    changes: table.changes,
    /** False if nothing ever ran on it: whatever is written into it is lost. */
    isThere,
    /** A process runs on the state, which sends digests that become due. */
    isRunning,
  };
}

function stateOf(table: SqliteTable, atEnd = () => {}, clock: Clock = systemClock) {
  const open = new DisposableStack();
  open.defer(atEnd);
  open.defer(table.close);
  return {
    /** The table is only read: it changes through the ledger. */
    table: table as ReadableTable,
    ledger: createLedger({ table, clock, random: systemRandom }),
    /** Everything written so far survives a power cut afterwards. */
    flush: table.flush,
    /** May be called twice. */
    close: () => open.dispose(),
  };
}

function openTable(directory: string, readOnly = false): SqliteTable {
  const file = ledgerFile(directory);
  try {
    return openSqliteTable(file, { now: systemClock.now, readOnly });
  } catch (error) {
    if (sqliteCode(error) === 0) throw error;
    throw new ConfigurationError([`--state: ${describeFileProblem(file, error)}`], { cause: error });
  }
}

const ledgerFile = (directory: string): string => join(directory, 'ledger.db');

function hasLedger(directory: string): boolean {
  try {
    // Node reports only that the ledger is missing if a file stands in place of the directory.
    if (statSync(directory, { throwIfNoEntry: false })?.isFile())
      throw unusable(directory, { code: 'ENOTDIR' });
    return statSync(ledgerFile(directory), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw error instanceof ConfigurationError ? error : unusable(directory, error);
  }
}

function makeDirectory(directory: string): void {
  // The state holds buyers' data. Only its owner may read what is made there, also where the directory is open.
  process.umask(0o077);
  try {
    makeLevels(directory);
  } catch (error) {
    throw unusable(directory, error);
  }
}

/**
 * Levels are made one by one: asked for all of them, Node never ends in a directory such as /proc, which takes no other.
 */
function makeLevels(directory: string): void {
  const isThere = (): boolean => statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  makeLevels(dirname(directory));
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process was faster.
    if (!isThere()) throw error;
  }
}

/** Warns if others than the owner may read the directory, which somebody else made. Windows has no such modes. */
export function describeOpen(directory: string): string[] {
  const mode = process.platform === 'win32' ? 0 : statSync(directory).mode & 0o777;
  if ((mode & 0o077) === 0) return [];
  const found = `--state: ${directory} is open to other users of this machine (mode ${mode.toString(8)})`;
  return [
    `${found}; run: chmod -R go= ${quoted(directory)} (in a systemd unit, write StateDirectoryMode=0700)`,
  ];
}

function unusable(directory: string, error: unknown): ConfigurationError {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  return new ConfigurationError([
    `--state: ${directory} can't be created or used as a directory (${code}); name another one`,
  ]);
}

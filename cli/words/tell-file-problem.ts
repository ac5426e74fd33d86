/** A file of the state is damaged: it must be replaced before anything can run on it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  readonly code = 'STATE_FILE';
}

/** SQLite's primary result code; 0 for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

export function isDamaged(error: unknown): boolean {
  return [corrupt, notADatabase].includes(sqliteCode(error));
}

const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;
/** SQLite's extended result code SQLITE_IOERR_SHMSIZE. */
const sharedMemorySize = 4874;

/** The file, what happened and what to do; for an error of SQLite's, or of the file system. */
export function tellFileProblem(file: string, error: unknown): string {
  switch (isWithoutRoom(error) ? full : sqliteCode(error) || codeOf(error)) {
    case full:
    case 'ENOSPC':
      return `${file}: the disk is full; free some space and run this again. What was recorded before is kept`;
    case corrupt:
    case notADatabase:
      return (
        `${file} is damaged or not a Signalpost database; put a backup in its place. Without one, move the whole ` +
        'directory away: the next run is then a first run, as watch.firstRun says'
      );
    case readOnly:
    case cannotOpen:
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${file} can't be opened or written by this user; check the permissions of its directory, or name another with --state`;
    case busy:
    case locked:
      return `${file} is locked by another process; run this again`;
    case ioError:
      return `${file}: the disk could not be read or written; look at the machine's log`;
    default:
      return `${file} can't be used (${error instanceof Error ? error.message : 'no reason given'})`;
  }
}

/** SQLite reports a full disk as an I/O error if it is the shared-memory file beside the log that does not fit. */
function isWithoutRoom(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sharedMemorySize;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** A file of the state is damaged: it must be replaced before anything can run on it. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
  readonly code = 'STATE_FILE';
}

/** SQLite's primary result code; 0 for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
export function isDamaged(error: unknown): boolean {
  return [11, 26].includes(sqliteCode(error));
}

/** The file, what SQLite or the file system says of it, and what to do. */
export function describeFileProblem(file: string, error: unknown): string {
  if (isDamaged(error))
    return (
      `${file} is damaged or not a Signalpost database; put a backup in its place. Without one, move the whole ` +
      'directory away: the next run is then a first run, as watch.firstRun says'
    );
  const found = error instanceof Error ? error.message : 'no reason given';
  return (
    `${file} can't be used (${found}); check the room on its disk, its permissions and those of its directory, and whether ` +
    'another process uses it, then run this again. What was recorded before is kept'
  );
}

import { BlobNotFoundError, type Blobs } from '../shared/ledger/blobs.ts';
import { openDatabase, unavailableWhenBusy } from './sqlite-database.ts';

/** Object storage in a SQLite file, which may be the table's own: each keeps to its own table in it. */
export function openSqliteBlobs(file: string): Blobs & { close(): void } {
  const database = openDatabase(file);
  database.exec(
    'CREATE TABLE IF NOT EXISTS blobs (sha256 TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID',
  );
  const put = database.prepare('INSERT OR REPLACE INTO blobs VALUES (?, ?)');
  const get = database.prepare('SELECT bytes FROM blobs WHERE sha256 = ?');
  return {
    async put(sha256, text) {
      unavailableWhenBusy(() => put.run(sha256, Buffer.from(text)));
    },
    async get(sha256) {
      const row = unavailableWhenBusy(() => get.get(sha256));
      if (!(row?.bytes instanceof Uint8Array)) throw new BlobNotFoundError(sha256);
      return Buffer.from(row.bytes).toString();
    },
    close: () => database.close(),
  };
}

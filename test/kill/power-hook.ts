import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { databaseFiles, latestSnapshot, snapshotAt } from './synced-files.ts';

// Loaded before a program of the test: keeps a copy of the database's files as they were when they were last synced.
const { exec } = DatabaseSync.prototype;
let syncs = false;

DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql);
  if (sql.startsWith('PRAGMA synchronous = ')) syncs = sql.endsWith('FULL');
  const file = this.location();
  if (syncs && sql === 'COMMIT' && file !== null) keep(file);
};

/** A kill in the middle leaves the copy before it. */
function keep(file: string): void {
  const before = latestSnapshot(file);
  const next = snapshotAt(file, (before?.number ?? 0) + 1);
  const draft = `${next}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  for (const { path, name } of databaseFiles(file)) {
    if (existsSync(path)) copyFileSync(path, `${draft}/${name}`);
  }
  renameSync(draft, next);
  if (before !== null) rmSync(before.path, { recursive: true });
}

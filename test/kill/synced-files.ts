import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What SQLite keeps of a database on the disk. The shared memory beside them is made anew. */
export function databaseFiles(file: string): { readonly path: string; readonly name: string }[] {
  return [file, `${file}-wal`].map((path) => ({ path, name: basename(path) }));
}

const prefix = 'synced-';

export function snapshotAt(file: string, number: number): string {
  return join(dirname(file), `${prefix}${number}`);
}

/** The last whole copy of a database's files; null when there is none. */
export function latestSnapshot(file: string): { readonly path: string; readonly number: number } | null {
  const numbers = readdirSync(dirname(file)).flatMap((name) =>
    /^synced-\d+$/.test(name) ? [Number(name.slice(prefix.length))] : [],
  );
  const number = Math.max(...numbers);
  return numbers.length === 0 ? null : { path: snapshotAt(file, number), number };
}

/** Before a process starts: what is there lies on the disk since long ago. */
export function beginSnapshots(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  clearSnapshots(file);
  const first = snapshotAt(file, 0);
  mkdirSync(first);
  for (const { path, name } of databaseFiles(file)) {
    if (existsSync(path)) copyFileSync(path, join(first, name));
  }
}

/** A power cut: only what was synced is still there. */
export function putBackSynced(file: string): void {
  const snapshot = latestSnapshot(file);
  for (const { path, name } of databaseFiles(file)) {
    rmSync(path, { force: true });
    const kept = snapshot === null ? null : join(snapshot.path, name);
    if (kept !== null && existsSync(kept)) copyFileSync(kept, path);
  }
  rmSync(`${file}-shm`, { force: true });
  clearSnapshots(file);
}

function clearSnapshots(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(file), name), { recursive: true });
  }
}

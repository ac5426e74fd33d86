import { DatabaseSync } from 'node:sqlite';
import { seedRows } from '../data/seed-rows.ts';
import { fingerprintOf, type World } from '../data/world.ts';
import { SandboxError } from '../sandbox-options.ts';
import { RowStore } from './row-store.ts';
import { indices, schemaVersion, tables } from './schema.ts';

export interface OpenStore {
  readonly store: RowStore;
  close(): void;
}

/**
 * Opens the file, or creates and seeds it if it is new or empty. `now` in milliseconds since the epoch: seeded dates
 * count back from it. Throws `SandboxError` if the file has other content or another world.
 */
export function openStore(file: string, world: World, now: number): OpenStore {
  const db = openDatabase(file);
  try {
    const tableCount = db.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count;
    // Before the pragmas, which would write into a file that is not ours.
    if (tableCount !== 0) checkWorld(db, file, world);
    // A power cut loses only invented data, so commits are not synced, which is faster.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5000');
    const store = tableCount === 0 ? seedStore(db, world, now) : new RowStore(db, world);
    return { store, close: () => db.close() };
  } catch (error) {
    db.close();
    throw error instanceof SandboxError ? error : unusable(file, error);
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw unusable(file, error);
  }
}

function unusable(file: string, cause: unknown): SandboxError {
  const reason = cause instanceof Error ? cause.message : 'unknown';
  return new SandboxError(
    `db: ${JSON.stringify(file)} cannot be used as a sandbox's database (${reason}); name a file in a directory that exists and can be written, or a new file`,
    { cause },
  );
}

/** All in one transaction: an interrupted start leaves an empty file, which the next start seeds. */
function seedStore(db: DatabaseSync, world: World, now: number): RowStore {
  db.exec('BEGIN IMMEDIATE');
  db.exec(tables);
  const remember = db.prepare('INSERT INTO sandbox_meta VALUES (?, ?)');
  for (const [name, value] of Object.entries(metaOf(world))) remember.run(name, value);
  const store = new RowStore(db, world);
  seedRows(store, now);
  db.exec(indices);
  db.exec('COMMIT');
  db.exec('ANALYZE');
  return store;
}

function checkWorld(db: DatabaseSync, file: string, world: World): void {
  const isSandbox = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sandbox_meta'").get();
  if (!isSandbox) throw unusable(file, new Error('it is not a database of the sandbox'));
  const lines = db.prepare('SELECT name, value FROM sandbox_meta').all();
  const found = new Map(lines.map(({ name, value }) => [String(name), String(value)]));
  const differing = Object.entries(metaOf(world)).filter(([name, value]) => found.get(name) !== value);
  if (differing.length === 0) return;
  const asked = differing.filter(([name]) => name in world.plan);
  const difference =
    asked.length === 0
      ? 'by another version of the sandbox'
      : asked
          .map(([name, value]) => `with ${name} ${found.get(name) ?? 'unknown'}, but ${value} was asked for`)
          .join(', ');
  throw new SandboxError(
    `db: ${JSON.stringify(file)} was made ${difference}; start it as it was made, name another file, or delete it`,
  );
}

function metaOf(world: World): Record<string, string> {
  const { seed, buyers, bridges, signals } = world.plan;
  return {
    version: schemaVersion,
    seed: String(seed),
    buyers: String(buyers),
    bridges: String(bridges),
    signals: String(signals),
    world: fingerprintOf(world),
  };
}

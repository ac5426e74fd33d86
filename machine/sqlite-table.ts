import { DatabaseSync } from 'node:sqlite';
import { applyWrite, reasonAgainst } from '../shared/ledger/table/apply-write.ts';
import {
  type DueKey,
  type DueQuery,
  type Item,
  type Key,
  type Table,
  type TablePage,
  type TableQuery,
  type TableWrite,
  TransactionCancelledError,
} from '../shared/ledger/table/table.ts';
import {
  checkKey,
  checkKeys,
  checkLimit,
  checkPut,
  checkTransaction,
  checkUpdate,
  keyOf,
} from '../shared/ledger/table/table-rules.ts';
import { guardFile } from './sqlite-database.ts';
import { type Items, openItems, type StoredItem } from './sqlite-items.ts';

/** DynamoDB ends a page after 1 MB too, so a forgotten cursor is found on one machine already. */
const pageBytes = 1024 * 1024;

export interface SqliteTable extends Table {
  /** Every commit up to now survives a power cut afterwards, those of other processes too: all share one log. */
  flush(): void;
  /** The number changes once another connection has changed the file. */
  changes(): number;
  close(): void;
}

export interface SqliteTableOptions {
  /**
   * Milliseconds since the epoch. Writes then also delete expired items, as DynamoDB does: once an hour, a few at a
   * time. @default nothing expires
   */
  readonly now?: () => number;
  /** All writes fail. The file must be there. @default false */
  readonly readOnly?: boolean;
}

/** Waiting for a lock blocks the whole process, so it is short: the caller tries again. */
const lockWaitMs = 1_000;
const expiryMs = 3_600_000;
/** So few that the write is not noticeably slower. */
const expiredAtOnce = 500;

/**
 * Opens a table in one SQLite file, created if absent. Several processes may read and write it: each write is a
 * transaction that checks its own conditions. A commit survives a crash of the process at any moment. A power cut may
 * undo the commits since the last `flush`, and never damages the file.
 */
export function openSqliteTable(
  file: string,
  { now, readOnly = false }: SqliteTableOptions = {},
): SqliteTable {
  const guarded = guardFile(file);
  const database = new DatabaseSync(file, { timeout: lockWaitMs, readOnly });
  const { items, markFlush } = prepare(database);
  const readVersion = database.prepare('PRAGMA data_version');
  const dropExpired = createExpiry(items, now);

  const apply = (write: TableWrite): void => {
    const after = applyWrite(write, items.get(keyOf(write)));
    if (after) items.put(after);
    else items.delete(keyOf(write));
  };

  const inTransaction = <T>(work: () => T): T =>
    guarded(() => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        dropExpired();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });

  return {
    async get(key) {
      checkKey(key);
      return guarded(() => items.get(key));
    },
    async getAll(keys) {
      checkKeys(keys);
      return guarded(() => keys.map(items.get));
    },
    async query(query) {
      checkLimit(query.limit);
      return guarded(() => queryPage(items, query));
    },
    async put(item, condition) {
      checkPut(item);
      inTransaction(() => apply({ kind: 'put', item, ...(condition && { condition }) }));
    },
    async update(wanted) {
      checkUpdate(wanted);
      inTransaction(() => apply({ kind: 'update', ...wanted }));
    },
    async transact(writes) {
      checkTransaction(writes);
      inTransaction(() => {
        const reasons = writes.map((write) => reasonAgainst(() => apply(write)));
        if (reasons.some(({ code }) => code !== 'none')) throw new TransactionCancelledError(reasons);
      });
    },
    async due(query) {
      checkLimit(query.limit);
      return guarded(() => duePage(items, query));
    },
    flush: () => {
      database.exec('PRAGMA synchronous = FULL');
      try {
        inTransaction(markFlush);
      } finally {
        database.exec('PRAGMA synchronous = NORMAL');
      }
    },
    changes: () => Number(readVersion.get()?.data_version),
    close: () => database.close(),
  };
}

/**
 * A write-ahead log never lets readers wait for the writer, and a killed process breaks nothing. Commits are not synced
 * one by one, which would cost a hundred times as much: see `flush`.
 */
function prepare(database: DatabaseSync) {
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    return { items: openItems(database), markFlush: openFlushMark(database) };
  } catch (error) {
    // A file that stays open keeps its locks as long as this process lives.
    database.close();
    throw error;
  }
}

/** SQLite syncs its log only with a commit, so there must be something to commit. */
function openFlushMark(database: DatabaseSync): () => void {
  database.exec('CREATE TABLE IF NOT EXISTS flush (id INTEGER PRIMARY KEY, times INTEGER NOT NULL)');
  const mark = database.prepare(
    'INSERT INTO flush VALUES (1, 1) ON CONFLICT DO UPDATE SET times = times + 1',
  );
  return () => void mark.run();
}

function createExpiry(items: Items, now: SqliteTableOptions['now']): () => void {
  let dueAt = Number.NEGATIVE_INFINITY;
  return () => {
    const time = now?.() ?? Number.NEGATIVE_INFINITY;
    if (time <= dueAt) return;
    const dropped = items.deleteExpired(Math.floor(time / 1000), expiredAtOnce);
    // The next write deletes the rest.
    if (dropped < expiredAtOnce) dueAt = time + expiryMs;
  };
}

const keyItem = ({ pk, sk }: Key): Key => ({ pk, sk });

function queryPage(items: Items, query: TableQuery): TablePage {
  const { prefix = '', limit } = query;
  return page(rowsOf(items, query), limit, ({ sk }) => sk.startsWith(prefix), keyItem);
}

/** No text sorts behind the last code points. */
const behindAll = '\u{10FFFF}\u{10FFFF}';

function rowsOf(items: Items, { pk, prefix = '', cursor, backwards = false }: TableQuery) {
  if (backwards) return items.back(pk, prefix, cursor?.sk ?? `${prefix}${behindAll}`);
  return cursor ? items.after(pk, cursor.sk) : items.from(pk, prefix);
}

function duePage(items: Items, query: DueQuery): TablePage<DueKey> {
  const rows = items.due(query);
  const positionOf = (item: Item) => ({ ...keyItem(item), dueAt: Number(item.dueAt) });
  const { items: found, cursor } = page(rows, query.limit, () => true, positionOf);
  const due = found.map((item) => ({ ...positionOf(item), dueShard: query.shard }));
  return { items: due, ...(cursor !== undefined && { cursor }) };
}

function page<Cursor extends Key>(
  rows: Iterable<StoredItem>,
  limit: number | undefined,
  belongs: (item: Item) => boolean,
  positionOf: (item: Item) => Cursor,
): TablePage<Cursor> {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of rows) {
    const { item } = row;
    if (!belongs(item)) break;
    const last = items.at(-1);
    if (last && (items.length === limit || bytes >= pageBytes)) {
      return { items, cursor: positionOf(last) };
    }
    items.push(item);
    bytes += row.bytes;
  }
  return { items };
}

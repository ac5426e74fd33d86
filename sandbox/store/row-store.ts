import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Column } from '../data/bridges.ts';
import { makeRow, type NewRow, type RowWishes } from '../data/make-row.ts';
import type { World } from '../data/world.ts';

/** A row as stored. Times in milliseconds since the epoch. */
export interface StoredRow {
  readonly no: number;
  readonly rowId: string;
  readonly bridgeNo: number;
  readonly buyerId: string | null;
  readonly name: string;
  readonly status: string;
  readonly signalDate: number;
  readonly updatedAt: number;
  readonly organizerId: string | null;
  /** JSON text, as `columns`. */
  readonly entity: string | null;
  readonly columns: string;
}

const storedRow = `SELECT no, row_id AS rowId, bridge_no AS bridgeNo, buyer_id AS buyerId, name, status,
  signal_date AS signalDate, updated_at AS updatedAt, organizer_id AS organizerId, entity, columns FROM rows`;

/** The rows of a sandbox. Synchronous: SQLite in this process, one statement takes microseconds. */
export class RowStore {
  readonly world: World;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #rowsOfBridge = new Map<number, number>();
  #nextOrdinal: number;

  constructor(db: DatabaseSync, world: World) {
    this.#db = db;
    this.world = world;
    this.#nextOrdinal = Number(this.value('SELECT coalesce(max(no), 0) FROM rows')) + 1;
    for (const { bridge_no, rows } of this.all(
      'SELECT bridge_no, count(*) AS rows FROM rows GROUP BY bridge_no',
    )) {
      this.#rowsOfBridge.set(Number(bridge_no), Number(rows));
    }
  }

  /** Kept beside the table: counting a large bridge for each page would cost more than the page. */
  countRows(bridgeNo: number): number {
    return this.#rowsOfBridge.get(bridgeNo) ?? 0;
  }

  /** The number of the next row, which decides its drawn values. */
  get nextOrdinal(): number {
    return this.#nextOrdinal;
  }

  /** Creates the row with the next number and stores it. */
  add(times: { readonly signalDate: number; readonly arrivedAt: number }, wishes: RowWishes = {}): NewRow {
    const row = makeRow(this.world, this.#nextOrdinal, times, wishes);
    this.#insert(this.#nextOrdinal, row);
    this.#nextOrdinal += 1;
    this.#rowsOfBridge.set(row.bridge.no, this.countRows(row.bridge.no) + 1);
    return row;
  }

  rows(nos: readonly number[]): StoredRow[] {
    const statement = this.prepare(`${storedRow} WHERE no = ?`);
    return nos.map((no) => statement.get(no) as unknown as StoredRow);
  }

  /** The buyer's latest rows that arrived by `arrivedBy`, then later ones if there are fewer than `limit`. */
  latestOfBuyer(buyerId: string, arrivedBy: number, limit: number): StoredRow[] {
    const nos = this.all(
      'SELECT no FROM rows WHERE buyer_id = ? ORDER BY arrived_at <= ? DESC, signal_date DESC, row_id LIMIT ?',
      [buyerId, arrivedBy, limit],
    );
    return this.rows(nos.map(({ no }) => Number(no)));
  }

  isTracked(buyerId: string): boolean {
    return this.value('SELECT 1 FROM rows WHERE buyer_id = ? LIMIT 1', [buyerId]) !== undefined;
  }

  /** False if there is no such row. As upstream, a change of status touches the row. */
  setStatus(rowId: string, status: string, now: number): boolean {
    const changed = this.prepare('UPDATE rows SET status = ?, updated_at = ? WHERE row_id = ?').run(
      status,
      now,
      rowId,
    );
    return changed.changes > 0;
  }

  /** Moves `updatedAt` and nothing else, as a bulk re-sync does. False when there is no such row. */
  touch(rowId: string, now: number): boolean {
    return this.prepare('UPDATE rows SET updated_at = ? WHERE row_id = ?').run(now, rowId).changes > 0;
  }

  /** Touches the `count` rows that were touched longest ago. Returns their ids. */
  touchStale(count: number, now: number): string[] {
    const stale = this.all('SELECT row_id FROM rows ORDER BY updated_at, no LIMIT ?', [count]);
    return stale.map(({ row_id }) => {
      this.touch(String(row_id), now);
      return String(row_id);
    });
  }

  transaction<Result>(work: () => Result): Result {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  all(sql: string, values: readonly SQLInputValue[] = []): Record<string, unknown>[] {
    return this.prepare(sql).all(...values);
  }

  /** The first column of the first line; undefined when there is none. */
  value(sql: string, values: readonly SQLInputValue[] = []): unknown {
    const line = this.prepare(sql).get(...values);
    return line === undefined ? undefined : Object.values(line)[0];
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    // Filters come in any number of shapes; without a bound a long-lived sandbox would keep them all.
    if (this.#statements.size >= 300) this.#statements.clear();
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #insert(no: number, row: NewRow): void {
    this.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
      no,
      row.rowId,
      row.bridge.no,
      row.buyer?.buyerId ?? null,
      row.name,
      row.status,
      row.signalDate,
      row.arrivedAt,
      row.arrivedAt,
      row.hotness,
      row.opportunityId,
      row.organizerId,
      row.entity === null ? null : JSON.stringify(row.entity),
      JSON.stringify(row.columns),
    );
    const words = [row.name];
    const insertCell = this.prepare('INSERT INTO cells VALUES (?, ?, ?, ?)');
    for (const column of row.bridge.columns) {
      const values = comparableValues(bareValue(column, row.columns[column.name]));
      for (const [place, value] of values.entries()) {
        insertCell.run(no, column.no, place, value);
        if (typeof value === 'string') words.push(value);
      }
    }
    this.prepare('INSERT INTO words (rowid, bridge, text) VALUES (?, ?, ?)').run(
      no,
      bridgeWord(row.bridge.no),
      words.join('\n'),
    );
  }
}

export function bridgeWord(bridgeNo: number): string {
  return `b${bridgeNo}`;
}

type CellValue = string | number | null;

/** The bare value of a stored cell: the wrapper of a computed column is taken off. */
function bareValue(column: Column, cell: unknown): unknown {
  if (!column.computed) return cell ?? null;
  return (cell as { readonly value?: unknown } | null | undefined)?.value ?? null;
}

/** What filters and sorts compare: a list gives each member, an object its JSON, an empty cell one null. */
function comparableValues(value: unknown): CellValue[] {
  const values = (Array.isArray(value) ? value : [value]).map(comparable);
  return values.length === 0 ? [null] : values;
}

function comparable(value: unknown): CellValue {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return JSON.stringify(value);
}

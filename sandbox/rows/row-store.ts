import type { BridgeRecord } from '../data/bridges.ts';
import { makeRow, type Row, type RowTimes, type RowWishes } from '../data/make-row.ts';
import type { World } from '../data/world.ts';

/** The rows of a sandbox, in memory. */
export class RowStore {
  readonly world: World;
  /** The row that was touched longest ago is the first. */
  readonly #rows = new Set<Row>();
  readonly #of = new Map<BridgeRecord | string, Row[]>();

  constructor(world: World) {
    this.world = world;
  }

  /** The number of the next row, which decides its drawn values. */
  get nextOrdinal(): number {
    return this.#rows.size + 1;
  }

  /** Creates the row with the next number and keeps it. */
  add(times: RowTimes, wishes: RowWishes = {}): Row {
    const row = makeRow(this.world, this.nextOrdinal, times, wishes);
    this.#rows.add(row);
    for (const owner of row.buyer ? [row.bridge, row.buyer.buyerId] : [row.bridge]) {
      const rows = this.#of.get(owner) ?? [];
      rows.push(row);
      this.#of.set(owner, rows);
    }
    return row;
  }

  /** The rows of a bridge, or of a buyer by its id; by arrival. */
  of(owner: BridgeRecord | string): readonly Row[] {
    return this.#of.get(owner) ?? [];
  }

  /** False if there is no such row. As upstream, a change of status touches the row. */
  setStatus(rowId: string, status: string, now: number): boolean {
    const row = [...this.#rows].find((one) => one.rowId === rowId);
    if (!row) return false;
    row.status = status;
    this.#touch(row, now);
    return true;
  }

  /** Moves `updatedAt` of the `count` rows that were touched longest ago, and nothing else, as a bulk re-sync does. */
  touchStale(count: number, now: number): void {
    for (const row of [...this.#rows].slice(0, count)) this.#touch(row, now);
  }

  #touch(row: Row, now: number): void {
    row.updatedAt = now;
    this.#rows.delete(row);
    this.#rows.add(row);
  }
}

/** The latest or the hottest first; of equal ones in the order of their ids. */
export function highestFirst(field: 'signalDate' | 'hotness') {
  return (one: Row, other: Row): number => other[field] - one[field] || (one.rowId < other.rowId ? -1 : 1);
}

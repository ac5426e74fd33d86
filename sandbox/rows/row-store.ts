import type { BridgeRecord } from '../data/bridges.ts';
import { makeRow, type Row, type RowTimes, type RowWishes } from '../data/make-row.ts';
import type { World } from '../data/world.ts';

/** The rows of a sandbox, in memory. */
export class RowStore {
  readonly world: World;
  /** The row that was touched longest ago is the first. */
  readonly #rows = new Set<Row>();
  readonly #ofBridge = new Map<BridgeRecord, Row[]>();
  readonly #ofBuyer = new Map<string, Row[]>();

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
    append(this.#ofBridge, row.bridge, row);
    if (row.buyer) append(this.#ofBuyer, row.buyer.buyerId, row);
    return row;
  }

  /** By arrival, as `ofBuyer`. */
  ofBridge(bridge: BridgeRecord): readonly Row[] {
    return this.#ofBridge.get(bridge) ?? [];
  }

  ofBuyer(buyerId: string): readonly Row[] {
    return this.#ofBuyer.get(buyerId) ?? [];
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

function append<Key>(lists: Map<Key, Row[]>, key: Key, row: Row): void {
  const list = lists.get(key);
  if (list) list.push(row);
  else lists.set(key, [row]);
}

/** The latest signal date first. */
export function byDate(one: Row, other: Row): number {
  return other.signalDate - one.signalDate || byId(one, other);
}

export function byHotness(one: Row, other: Row): number {
  return other.hotness - one.hotness || byId(one, other);
}

function byId(one: Row, other: Row): number {
  return one.rowId < other.rowId ? -1 : 1;
}

import type { BridgeRecord } from '../data/bridges.ts';
import { makeRow, type NewRow, type RowWishes } from '../data/make-row.ts';
import type { World } from '../data/world.ts';

/** Times in milliseconds since the epoch. */
export interface StoredRow extends NewRow {
  /** From 1, by arrival. */
  readonly no: number;
  status: string;
  updatedAt: number;
}

/** The rows of a sandbox, in memory. */
export class RowStore {
  readonly world: World;
  /** By id. The row that was touched longest ago is the first. */
  readonly #rows = new Map<string, StoredRow>();
  readonly #ofBridge = new Map<BridgeRecord, StoredRow[]>();
  readonly #ofBuyer = new Map<string, StoredRow[]>();

  constructor(world: World) {
    this.world = world;
  }

  /** The number of the next row, which decides its drawn values. */
  get nextOrdinal(): number {
    return this.#rows.size + 1;
  }

  /** Creates the row with the next number and keeps it. */
  add(times: { readonly signalDate: number; readonly arrivedAt: number }, wishes: RowWishes = {}): NewRow {
    const no = this.nextOrdinal;
    const row = { ...makeRow(this.world, no, times, wishes), no, updatedAt: times.arrivedAt };
    this.#rows.set(row.rowId, row);
    append(this.#ofBridge, row.bridge, row);
    if (row.buyer) append(this.#ofBuyer, row.buyer.buyerId, row);
    return row;
  }

  /** By arrival, as `ofBuyer`. */
  ofBridge(bridge: BridgeRecord): readonly StoredRow[] {
    return this.#ofBridge.get(bridge) ?? [];
  }

  ofBuyer(buyerId: string): readonly StoredRow[] {
    return this.#ofBuyer.get(buyerId) ?? [];
  }

  /** False if there is no such row. As upstream, a change of status touches the row. */
  setStatus(rowId: string, status: string, now: number): boolean {
    const row = this.#rows.get(rowId);
    if (!row) return false;
    row.status = status;
    this.#touch(row, now);
    return true;
  }

  /** Moves `updatedAt` of the `count` rows that were touched longest ago, and nothing else, as a bulk re-sync does. */
  touchStale(count: number, now: number): void {
    for (const row of [...this.#rows.values()].slice(0, count)) this.#touch(row, now);
  }

  #touch(row: StoredRow, now: number): void {
    row.updatedAt = now;
    this.#rows.delete(row.rowId);
    this.#rows.set(row.rowId, row);
  }
}

function append<Key>(lists: Map<Key, StoredRow[]>, key: Key, row: StoredRow): void {
  const list = lists.get(key);
  if (list) list.push(row);
  else lists.set(key, [row]);
}

/** The latest signal date first. */
export function byDate(one: StoredRow, other: StoredRow): number {
  return other.signalDate - one.signalDate || byId(one, other);
}

export function byHotness(one: StoredRow, other: StoredRow): number {
  return other.hotness - one.hotness || byId(one, other);
}

function byId(one: StoredRow, other: StoredRow): number {
  return one.rowId < other.rowId ? -1 : 1;
}

import type { Clock, Random } from '../../domain/clock.ts';
export const dueIndexName = 'due';

/**
 * The few operations of a key-value table that the ledger's rules need. One contract suite runs on every adapter. A
 * call that breaks the rules of `table-rules.ts` (an empty key, NaN, 101 writes) throws a `TypeError` or `RangeError`
 * before any write. Outside data may break them: store it as JSON text in one attribute.
 */
export interface Table {
  /** Strongly consistent. */
  get(key: Key): Promise<Item | undefined>;
  /** The items of 1 to 100 distinct keys, in the order of the keys. Each strongly consistent, but not all at one time. */
  getAll(keys: readonly Key[]): Promise<readonly (Item | undefined)[]>;
  /** Items of one partition in the order of `sk` (by UTF-8 bytes). Strongly consistent. */
  query(query: TableQuery): Promise<TablePage>;
  /** Throws `ConditionFailedError`, with the stored item, if the condition does not hold. */
  put(item: Item, condition?: Condition): Promise<void>;
  /**
   * Sets, adds to and removes attributes of an item, which is created if absent unless the condition forbids it.
   * Throws `ConditionFailedError` like `put`, and `TypeError` if it adds to an attribute
   * that is not a number. An update that only removes needs a condition that fails without an item.
   */
  update(update: TableUpdate): Promise<void>;
  /** All or nothing. Throws `TransactionCancelledError` with a reason for each write. 1 to 100 writes, each on another key. */
  transact(writes: readonly TableWrite[]): Promise<void>;
  /**
   * Items with the attributes `dueShard` and `dueAt`, of one shard, whose `dueAt` is from `from` to `until`, earliest first.
   * May lag behind a write, so check each result by a condition. Guarantees only the attributes `pk`, `sk`, `dueShard`
   * and `dueAt`: a keys-only index costs less to write.
   */
  due(query: DueQuery): Promise<TablePage<DueKey>>;
}

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** `dueShard` (string) and `dueAt` (number, ms) put it into the due index; `expiresAt` (number, seconds) lets it expire. */
export interface Item extends Key {
  readonly [attribute: string]: Value;
}

export type Condition =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present' }
  /** False if the attribute or the item is absent, or the value of another type. */
  | ({ readonly kind: 'compare'; readonly attribute: string } & Comparison)
  | { readonly kind: 'missing'; readonly attribute: string }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] };

export type Comparison =
  | { readonly is: '='; readonly value: string | number }
  | { readonly is: '<' | '<=' | '>'; readonly value: number };

export interface TableUpdate {
  readonly key: Key;
  /** Top-level attributes only; never `pk` or `sk`. */
  readonly set?: Readonly<Record<string, Value>>;
  /**
   * Whole numbers, added atomically; an absent attribute counts as 0. Not idempotent: no retry after an unknown
   * result.
   */
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  readonly condition?: Condition;
}

export type TableWrite =
  | { readonly kind: 'put'; readonly item: Item; readonly condition?: Condition }
  | ({ readonly kind: 'update' } & TableUpdate)
  | { readonly kind: 'delete'; readonly key: Key; readonly condition?: Condition };

export interface TableQuery {
  readonly pk: string;
  /** Only items whose `sk` begins with it. */
  readonly prefix?: string;
  /** The page has at most this many items, and may hold fewer even if more follow. */
  readonly limit?: number | undefined;
  /** The order is descending. @default false */
  readonly backwards?: boolean | undefined;
  readonly cursor?: Key | undefined;
}

export interface DueQuery {
  readonly shard: string;
  /** Milliseconds since the epoch, both included. @default from the earliest on */
  readonly from?: number;
  readonly until: number;
  readonly limit?: number | undefined;
  readonly cursor?: DueKey | undefined;
}

export interface DueKey extends Key {
  readonly dueAt: number;
}

export interface TablePage<Cursor extends Key = Key> {
  readonly items: readonly Item[];
  /** The key of the last item, if more may follow. The page after it may be empty. */
  readonly cursor?: Cursor;
}

export class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailedError';
  readonly code = 'CONDITION_FAILED';
  readonly item: Item | undefined;
  constructor(item: Item | undefined) {
    super('the condition on the item does not hold');
    this.item = item;
  }
}

export type CancellationReason =
  | { readonly code: 'none' }
  | { readonly code: 'condition-failed'; readonly item: Item | undefined }
  /** Another transaction held the item: nothing was written; a retry may succeed. */
  | { readonly code: 'conflict' }
  | { readonly code: 'throttled' }
  | { readonly code: 'too-large' };

export class TransactionCancelledError extends Error {
  override readonly name = 'TransactionCancelledError';
  readonly code = 'TRANSACTION_CANCELLED';
  readonly reasons: readonly CancellationReason[];
  constructor(reasons: readonly CancellationReason[]) {
    super(`the transaction was cancelled: ${reasons.map((reason) => reason.code).join(', ')}`);
    this.reasons = reasons;
  }
}

/** An item over 400 KB (UTF-8 names and values, as DynamoDB counts): nothing was written, and a retry can't succeed. */
export class ItemTooLargeError extends Error {
  override readonly name = 'ItemTooLargeError';
  readonly code = 'ITEM_TOO_LARGE';
}

/**
 * Throttled, unreachable or cut off: a write may have happened. The client of DynamoDB repeats a write: after a cut
 * connection, its own first attempt may cause the `ConditionFailedError` of a put or update.
 */
export class TableUnavailableError extends Error {
  override readonly name = 'TableUnavailableError';
  readonly code = 'TABLE_UNAVAILABLE';
}

export interface LedgerPorts {
  readonly table: Table;
  readonly clock: Clock;
  readonly random: Random;
}

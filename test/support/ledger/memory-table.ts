import { applyWrite, reasonAgainst } from '../../../shared/ledger/table/apply-write.ts';
import {
  type DueKey,
  type DueQuery,
  type Item,
  type Key,
  type Table,
  type TablePage,
  type TableWrite,
  TransactionCancelledError,
} from '../../../shared/ledger/table/table.ts';
import {
  checkKey,
  checkKeys,
  checkLimit,
  checkPut,
  checkTransaction,
  checkUpdate,
} from '../../../shared/ledger/table/table-rules.ts';

const pageBytes = 1024 * 1024;

/** One item's change, of a commit that may hold several. */
export interface TableChange {
  readonly key: Key;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

export interface MemoryTable extends Table {
  /** Every item, by key, or those of one partition. */
  all(pk?: string): Iterable<Item>;
  /** An item as it stands right now. */
  peek(key: Key): Item | undefined;
  /** Drops items whose `expiresAt` has passed, as DynamoDB does by itself. */
  deleteExpired(nowSeconds: number): number;
  /** The returned function makes every item what it is now: a backup that is restored. No commit tells of it. */
  copy(): () => void;
}

/**
 * A table in memory that passes the contract of the SQLite and the DynamoDB adapters. Each call takes effect before
 * it returns its promise, so that a simulation decides when. `onCommit` hears of every commit as a whole.
 */
export function createMemoryTable(
  onCommit: (changes: readonly TableChange[]) => void = () => {},
): MemoryTable {
  const partitions = new Map<string, Item[]>();
  let inOrder: readonly string[] = [];

  const find = ({ pk, sk }: Key): Item | undefined => {
    const items = partitions.get(pk);
    if (items === undefined) return undefined;
    const found = items[firstFrom(items, sk)];
    return found?.sk === sk ? found : undefined;
  };

  /** What a write would change; throws as the table does when it may not. */
  const propose = (write: TableWrite): TableChange => {
    const key = write.kind === 'put' ? write.item : write.key;
    const before = find(key);
    return { key, before, after: applyWrite(write, before) };
  };

  const store = ({ key, after }: TableChange): void => {
    const items = partitions.get(key.pk) ?? [];
    const at = firstFrom(items, key.sk);
    const there = items[at]?.sk === key.sk ? 1 : 0;
    if (after) items.splice(at, there, after);
    else items.splice(at, there);
    partitions.set(key.pk, items);
  };

  const commit = (changes: readonly TableChange[]): void => {
    for (const change of changes) store(change);
    onCommit(changes);
  };

  const all = function* (pk?: string): Generator<Item> {
    if (inOrder.length !== partitions.size) inOrder = [...partitions.keys()].sort(compareUtf8);
    for (const one of pk === undefined ? inOrder : [pk]) yield* partitions.get(one) ?? [];
  };

  return {
    all,
    peek: find,
    async get(key) {
      checkKey(key);
      return find(key);
    },
    async getAll(keys) {
      checkKeys(keys);
      return keys.map(find);
    },
    async query(query) {
      checkLimit(query.limit);
      const { pk, prefix = '', limit, cursor, backwards = false } = query;
      const items = partitions.get(pk) ?? [];
      if (backwards) {
        const before = cursor === undefined ? items : items.slice(0, firstFrom(items, cursor.sk));
        const belonging = before.filter(({ sk }) => sk.startsWith(prefix)).reverse();
        return takePage(belonging, limit, ({ sk }) => ({ pk, sk }));
      }
      let at = firstFrom(items, cursor?.sk ?? prefix);
      if (cursor && items[at]?.sk === cursor.sk) at += 1;
      let end = at;
      // One more than the page holds says that there is another page.
      const belongs = ({ sk }: Item): boolean =>
        sk.startsWith(prefix) && end - at <= (limit ?? Number.POSITIVE_INFINITY);
      for (let item = items[end]; item && belongs(item); item = items[end]) end += 1;
      return takePage(items.slice(at, end), limit, ({ sk }) => ({ pk, sk }));
    },
    async put(item, condition) {
      checkPut(item);
      commit([propose({ kind: 'put', item, ...(condition && { condition }) })]);
    },
    async update(update) {
      checkUpdate(update);
      commit([propose({ kind: 'update', ...update })]);
    },
    async transact(writes) {
      checkTransaction(writes);
      const changes: TableChange[] = [];
      const reasons = writes.map((write) => reasonAgainst(() => changes.push(propose(write))));
      if (reasons.some(({ code }) => code !== 'none')) throw new TransactionCancelledError(reasons);
      commit(changes);
    },
    async due(query) {
      checkLimit(query.limit);
      return duePage(all(), query);
    },
    deleteExpired(nowSeconds) {
      const expired = [...all()].filter(
        ({ expiresAt }) => typeof expiresAt === 'number' && expiresAt < nowSeconds,
      );
      if (expired.length > 0) commit(expired.map((before) => ({ key: before, before, after: undefined })));
      return expired.length;
    },
    copy() {
      const kept = [...partitions].map(([pk, items]) => [pk, [...items]] as const);
      return () => {
        partitions.clear();
        inOrder = [];
        for (const [pk, items] of kept) partitions.set(pk, [...items]);
      };
    },
  };
}

/** A page of the due index, out of any items: keys and the index's own attributes only. */
export function duePage(items: Iterable<Item>, query: DueQuery): TablePage<DueKey> {
  const { from: earliest = Number.NEGATIVE_INFINITY, cursor } = query;
  const due: DueKey[] = [];
  for (const { pk, sk, dueShard, dueAt } of items) {
    if (dueShard === query.shard && typeof dueAt === 'number' && dueAt >= earliest && dueAt <= query.until)
      due.push({ pk, sk, dueAt });
  }
  due.sort(compareDue);
  const from = cursor ? due.filter((one) => compareDue(one, cursor) > 0) : due;
  const keys = from.map((one) => ({ ...one, dueShard: query.shard }) as Item);
  return takePage(keys, query.limit, ({ pk, sk, dueAt }) => ({ pk, sk, dueAt: Number(dueAt) }));
}

function compareDue(a: DueKey, b: DueKey): number {
  return a.dueAt - b.dueAt || compareUtf8(a.pk, b.pk) || compareUtf8(a.sk, b.sk);
}

function takePage<Cursor extends Key>(
  items: readonly Item[],
  limit: number | undefined,
  positionOf: (item: Item) => Cursor,
): TablePage<Cursor> {
  const most = Math.min(limit ?? items.length, items.length);
  let count = 0;
  for (let bytes = 0; count < most && bytes < pageBytes; count += 1) {
    // Three items of 400 KB fit any page: only longer lists are worth counting.
    if (items.length > 3) bytes += JSON.stringify(items[count]).length;
  }
  const page = count === items.length ? items : items.slice(0, count);
  const last = page.at(-1);
  return count < items.length && last ? { items: page, cursor: positionOf(last) } : { items: page };
}

/** Where `sk` stands, or would stand, in the order of UTF-8 bytes. */
function firstFrom(items: readonly Item[], sk: string): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareUtf8((items[middle] as Item).sk, sk) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** DynamoDB's order of keys, by UTF-8 bytes: JavaScript's own but for what lies above U+FFFF. */
function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for letters above U+FFFF, and so behind all other code units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

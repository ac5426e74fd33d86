import { itemSize } from '../../../shared/ledger/table/item-size.ts';
import type { Item, Key, Table } from '../../../shared/ledger/table/table.ts';

export interface TableCall {
  readonly kind: 'read' | 'write' | 'transaction';
  readonly units: number;
}

interface Write {
  readonly key: Key;
  /** What was to be written, where that is known beforehand. */
  readonly item?: Item;
}

/**
 * Counts a table's units as DynamoDB bills them on demand. Source: "DynamoDB read and write operations" and "Using Global
 * Secondary Indexes" of its developer guide. `pay` hears of each call after it took effect, also of a refused one, and
 * the call ends when `pay` does. Looks at items before and after a write by calls that nobody pays.
 */
export function billTable(table: Table, pay: (call: TableCall) => Promise<void>): Table {
  const write = async <Result>(
    kind: 'write' | 'transaction',
    writes: readonly Write[],
    run: () => Promise<Result>,
  ): Promise<Result> => {
    const look = () => Promise.all(writes.map(({ key }) => table.get(key)));
    const before = await look();
    const [outcome] = await Promise.allSettled([run()]);
    const after = await look();
    const times = kind === 'transaction' ? 2 : 1;
    const units = writes.map(
      ({ item }, at) => times * writeUnits([before[at], after[at], item]) + indexUnits(before[at], after[at]),
    );
    await pay({ kind, units: units.reduce((sum, one) => sum + one, 0) });
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
  const payRead = (units: number): Promise<void> => pay({ kind: 'read', units });

  return {
    async get(key) {
      const item = await table.get(key);
      await payRead(readUnits([item]));
      return item;
    },
    async getAll(keys) {
      const items = await table.getAll(keys);
      // Each item is rounded up alone.
      await payRead(items.reduce((sum, item) => sum + readUnits([item]), 0));
      return items;
    },
    async query(query) {
      const page = await table.query(query);
      await payRead(readUnits(page.items));
      return page;
    },
    async due(query) {
      const page = await table.due(query);
      // An index is read with eventual consistency alone.
      await payRead(readUnits(page.items) / 2);
      return page;
    },
    put: (item, condition) => write('write', [{ key: item, item }], () => table.put(item, condition)),
    update: (update) => write('write', [update], () => table.update(update)),
    transact: (writes) =>
      write(
        'transaction',
        writes.map((one) => (one.kind === 'put' ? { key: one.item, item: one.item } : { key: one.key })),
        () => table.transact(writes),
      ),
  };
}

/** Bytes; an item that is not there has none. */
const sizeOf = (item: Item | undefined): number => (item === undefined ? 0 : itemSize(item));

/** A query rounds up once for its page, and what finds nothing takes one. */
function readUnits(items: readonly (Item | undefined)[]): number {
  return Math.max(1, Math.ceil(items.reduce((sum, item) => sum + sizeOf(item), 0) / 4096));
}

/** By the largest of the forms that an item had, has, or should have got: a refused write is paid for, too. */
function writeUnits(forms: readonly (Item | undefined)[]): number {
  return Math.max(1, Math.ceil(Math.max(...forms.map(sizeOf)) / 1024));
}

/** Of the due index, which holds keys alone: entering and leaving take a write each, moving within it takes both. */
function indexUnits(before: Item | undefined, after: Item | undefined): number {
  const keyOf = ({ dueShard, dueAt }: Partial<Item> = {}): string | null =>
    typeof dueShard === 'string' && typeof dueAt === 'number' ? `${dueShard} ${dueAt}` : null;
  const [from, to] = [keyOf(before), keyOf(after)];
  if (from === to) return 0;
  return (from === null ? 0 : 1) + (to === null ? 0 : 1);
}

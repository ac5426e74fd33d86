import type { Item, Key, Table } from '../../shared/ledger/table/table.ts';
import { indexUnits, readUnits, sizeOf, writeUnits } from './table-units.ts';

/** What one call took. Units of the due index are not among `units`. */
export type TableCall =
  | { readonly kind: 'read'; readonly units: number }
  | { readonly kind: 'write' | 'transaction'; readonly units: number; readonly indexUnits: number };

interface Write {
  readonly key: Key;
  /** What was to be written, where that is known beforehand. */
  readonly item?: Item;
}

/**
 * The table with its units counted as DynamoDB would bill them. `pay` hears of each call after it took effect, also of
 * one that is refused, and the call ends when it does. Looks at items before and after a write by calls that nobody pays.
 */
export function countTable(table: Table, pay: (call: TableCall) => Promise<void>): Table {
  const read = async (items: readonly Item[], consistency: 'strong' | 'eventual'): Promise<void> => {
    const bytes = items.reduce((sum, item) => sum + sizeOf(item), 0);
    await pay({ kind: 'read', units: readUnits(bytes, consistency) });
  };

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
    let units = 0;
    let index = 0;
    for (const [at, { item }] of writes.entries()) {
      units += times * writeUnits([before[at], after[at], item]);
      index += indexUnits(before[at], after[at]);
    }
    await pay({ kind, units, indexUnits: index });
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };

  return {
    async get(key) {
      const item = await table.get(key);
      await read(item === undefined ? [] : [item], 'strong');
      return item;
    },
    async query(query) {
      const page = await table.query(query);
      await read(page.items, 'strong');
      return page;
    },
    async due(query) {
      const page = await table.due(query);
      await read(page.items, 'eventual');
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

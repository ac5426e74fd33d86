import type { Item, TableUpdate, Value } from './table.ts';

/**
 * The attributes' values after an update's `add`; an absent attribute counts as 0. Pure: the tables on one machine and
 * in memory use it, and the contract suite compares it with DynamoDB's ADD. Throws `TypeError` if an attribute is not
 * a number.
 */
export function addAmounts(found: Item | undefined, add: TableUpdate['add'] = {}): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(add).map(([name, amount]) => {
      const before = found !== undefined && Object.hasOwn(found, name) ? found[name] : 0;
      if (typeof before !== 'number')
        throw new TypeError(`${name}: is not a number, so nothing can be added to it`);
      return [name, before + amount];
    }),
  );
}

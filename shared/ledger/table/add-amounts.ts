import type { Item, TableUpdate, Value } from './table.ts';

/**
 * What the attributes that an update adds to are afterwards; an absent one counts as 0. Pure: the tables on one machine
 * and in memory add by it, and the contract suite holds it to DynamoDB's ADD. Throws `TypeError` on what is no number.
 */
export function addAmounts(found: Item | undefined, add: TableUpdate['add'] = {}): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(add).map(([name, amount]) => {
      const before = found !== undefined && Object.hasOwn(found, name) ? found[name] : 0;
      if (typeof before !== 'number') throw new TypeError(`${name}: it holds no number to add to`);
      return [name, before + amount];
    }),
  );
}

import { keyFamilies } from '../../../shared/ledger/items/keys.ts';
import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { MemoryTable, TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../parts/world.ts';

const isEntry = ({ sk }: Key): boolean => /^(OUT|HELD|GONE)#/.test(sk);

/** A route's entries are in the outboxes' family, which deliver-digest has no grant for, and nothing else is in there. */
export function checkPlace({ oracle }: World, commit: readonly TableChange[]): void {
  for (const { key } of commit) {
    const isInOutbox = key.pk.startsWith(keyFamilies.outbox) && !key.pk.startsWith('O#.awaited#');
    if (isInOutbox !== isEntry(key)) oracle.violate('code', `${key.sk} is at ${key.pk}`);
  }
}

/** For the other checks, every entry is at its route's own key: they compare what a route has and what it sends. */
export function seenCommit(commit: readonly TableChange[]): readonly TableChange[] {
  return commit.map((change) => (isEntry(change.key) ? seenChange(change) : change));
}

function seenChange({ key, before, after }: TableChange): TableChange {
  return { key: seenKey(key), before: before && seenItem(before), after: after && seenItem(after) };
}

/** The same for what they look up. */
export function seenTable(table: MemoryTable): MemoryTable {
  return {
    ...table,
    *all(pk) {
      for (const family of pk === undefined ? [pk] : [inOutbox(pk), pk])
        for (const item of table.all(family)) yield isEntry(item) ? seenItem(item) : item;
    },
    peek({ pk, sk }) {
      if (!isEntry({ pk, sk })) return table.peek({ pk, sk });
      const item = table.peek({ pk: inOutbox(pk), sk });
      return item && seenItem(item);
    },
  };
}

const inOutbox = (pk: string): string => pk.replace(keyFamilies.routes, keyFamilies.outbox);

function seenKey({ pk, sk }: Key): Key {
  return { pk: pk.replace(keyFamilies.outbox, keyFamilies.routes), sk };
}

const seen = new WeakMap<Item, Item>();

function seenItem(item: Item): Item {
  const known = seen.get(item) ?? { ...item, ...seenKey(item) };
  seen.set(item, known);
  return known;
}

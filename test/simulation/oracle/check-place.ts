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
export function seenCommit(commit: readonly TableChange[]): TableChange[] {
  return commit.map(({ key, before, after }) => ({
    key: seenKey(key),
    before: before && seenItem(before),
    after: after && seenItem(after),
  }));
}

/** The same for what they look up. */
export function seenTable(table: MemoryTable): MemoryTable {
  return {
    ...table,
    *all() {
      for (const item of table.all()) yield seenItem(item);
    },
    peek(key) {
      const pk = isEntry(key) ? key.pk.replace(keyFamilies.routes, keyFamilies.outbox) : key.pk;
      const item = table.peek({ pk, sk: key.sk });
      return item && seenItem(item);
    },
  };
}

function seenKey(key: Key): Key {
  const pk = isEntry(key) ? key.pk.replace(keyFamilies.outbox, keyFamilies.routes) : key.pk;
  return { pk, sk: key.sk };
}

function seenItem(item: Item): Item {
  return isEntry(item) ? { ...item, ...seenKey(item) } : item;
}

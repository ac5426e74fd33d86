import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { MemoryTable, TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';

const outboxPk = /^R#\.outbox-[0-3]#(.+)$/;
const outboxPksOf = (pk: string): string[] =>
  [0, 1, 2, 3].map((number) => `R#.outbox-${number}#${pk.slice('R#'.length)}`);

/** An entry waits in one of its route's four outbox partitions (I6: never in two), and nothing else is in there. */
export function checkPlace({ oracle }: World, commit: readonly TableChange[]): void {
  const { places } = oracle.memory;
  for (const { key, after } of commit) {
    const isInOutbox = outboxPk.test(key.pk);
    if (isInOutbox !== key.sk.startsWith('OUT#')) oracle.violate('code', `${key.sk} is at ${key.pk}`);
    if (!isInOutbox) continue;
    const seen = seenKey(key);
    const name = `${seen.pk} ${seen.sk}`;
    const other = places.get(name);
    if (after === undefined) places.delete(name);
    else if (other !== undefined && other !== key.pk) oracle.violate('I6', `${name} waits twice`);
    else places.set(name, key.pk);
  }
}

/** For the other checks, every waiting entry is at its route's own key: they ask what waits for a route, and not where. */
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
      if (!key.sk.startsWith('OUT#')) return table.peek(key);
      const found = outboxPksOf(key.pk).map((pk) => table.peek({ pk, sk: key.sk }));
      const entry = found.find((item) => item !== undefined);
      return entry && seenItem(entry);
    },
  };
}

function seenKey({ pk, sk }: Key): Key {
  const routeId = outboxPk.exec(pk)?.[1];
  return { pk: routeId === undefined ? pk : `R#${routeId}`, sk };
}

function seenItem(item: Item): Item {
  return item.sk.startsWith('OUT#') ? { ...item, ...seenKey(item) } : item;
}

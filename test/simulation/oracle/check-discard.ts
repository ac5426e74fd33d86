import type { Key } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../parts/world.ts';

/** Whether this commit moves an entry to the archive. */
export function isArchived(key: Key, commit: readonly TableChange[]): boolean {
  const rest = key.sk.slice(key.sk.indexOf('#') + 1);
  return commit.some(
    ({ key: { pk, sk }, before, after }) =>
      pk === key.pk && sk.startsWith(`GONE#${rest}#`) && !before && after,
  );
}

/** I3: only an operator removes an entry unsent. */
export function checkArchiving(
  world: World,
  { key, after }: TableChange,
  commit: readonly TableChange[],
): void {
  const { oracle, actor } = world;
  if (after === undefined) return;
  const { owed, discarded } = oracle.memory;
  const entry = key.sk.slice(key.sk.indexOf('Z#') + 2, key.sk.lastIndexOf('#'));
  const own = `${key.pk} ${entry}`;
  const left = commit.some(
    ({ key: { pk, sk }, before, after: now }) =>
      pk === key.pk && /^(OUT|HELD)#/.test(sk) && sk.endsWith(entry) && before && !now,
  );
  if (!left) oracle.violate('I3', `${key.sk} was not in the outbox`);
  if (actor?.name !== 'operator' || after.fate !== 'discarded')
    oracle.violate('I3', `${key.sk} was removed unsent, and no operator discarded it`);
  owed.delete(own);
  discarded.add(own);
}

import { owedDigestOf, owedKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../parts/world.ts';

/**
 * I3 for pointers: after each commit, every undelivered digest has a pointer, and no other digest has one. Undelivered
 * digests are found only by these pointers.
 */
export function checkOwed({ table, oracle }: World, commit: readonly TableChange[]): void {
  for (const { key } of commit) {
    if (!key.sk.startsWith('OWED#') && !key.sk.startsWith('DIG#')) continue;
    const digestKey = key.sk.startsWith('OWED#') ? owedDigestOf(key) : key;
    const digest = table.peek(digestKey);
    const isOwed = digest !== undefined && isUndelivered(digest);
    const points = table.peek(owedKey(digestKey)) !== undefined;
    if (points === isOwed) continue;
    const told = points ? 'has a pointer and need not be sent' : 'has to be sent and has no pointer';
    oracle.violate('I3', `${digestKey.pk} ${digestKey.sk} is ${String(digest?.state)}: it ${told}`);
  }
}

function isUndelivered({ state }: Item): boolean {
  return state !== 'DELIVERED' && state !== 'DISCARDED';
}

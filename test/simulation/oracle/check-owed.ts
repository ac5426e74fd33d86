import { owedKey } from '../../../shared/ledger/keys.ts';
import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';
import { senderOf } from './check-digest.ts';

/**
 * I3 for pointers: after each commit, the route that has to send a digest has a pointer to it, and no other route does.
 * Undelivered digests are found only by these pointers.
 */
export function checkOwed(world: World, commit: readonly TableChange[]): void {
  for (const { key, before, after } of commit) {
    if (key.sk.startsWith('OWED#')) checkPointer(world, key, after);
    if (!key.sk.startsWith('DIG#')) continue;
    const senders = new Set([before, after].flatMap((digest) => (digest ? [senderOf(digest)] : [])));
    for (const sender of senders) checkRoute(world, sender, key, after);
  }
}

function checkRoute({ table, oracle }: World, routeId: string, key: Key, digest: Item | undefined): void {
  const hasTo = digest !== undefined && isUndelivered(digest) && senderOf(digest) === routeId;
  const points = table.peek(owedKey(routeId, key)) !== undefined;
  if (points === hasTo) return;
  const told = points ? 'points to it and need not send it' : 'has to send it and does not point to it';
  oracle.violate('I3', `${key.pk} ${key.sk} is ${String(digest?.state)}: ${routeId} ${told}`);
}

function checkPointer({ table, oracle }: World, key: Key, after: Item | undefined): void {
  if (after === undefined) return;
  const digest = table.peek({ pk: String(after.digestPk), sk: String(after.digestSk) });
  if (digest && isUndelivered(digest) && key.pk === `R#${senderOf(digest)}`) return;
  oracle.violate('I3', `${key.pk} ${key.sk} points to no digest that the route has to send`);
}

function isUndelivered({ state }: Item): boolean {
  return state !== 'DELIVERED' && state !== 'DISCARDED';
}

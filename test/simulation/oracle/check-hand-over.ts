import { stringsOf } from '../../../shared/ledger/table/read-item.ts';
import type { Key } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';

/**
 * Whether an operator's hand-over moves an entry to this route in this commit. Then I3 is checked for the other route.
 * I6: a route that already got the signal does not get it again.
 */
export function checkHandOver(world: World, key: Key, commit: readonly TableChange[]): boolean {
  const giver = commit.find(
    ({ key: { pk, sk }, before, after }) => pk !== key.pk && sk === key.sk && before && !after,
  );
  if (giver === undefined || world.actor?.name !== 'operator') return false;
  const { owed, dropped, handed } = world.oracle.memory;
  const to = owedBy(key);
  // A signal that a flood rule dropped was never sent.
  const wasDropped = dropped.delete(`${key.pk} OUT#${key.sk.slice(key.sk.indexOf('#') + 1)}`);
  if (owed.has(to) && !wasDropped)
    world.oracle.violate('I6', `${to} was handed over to a route that already had it`);
  owed.delete(owedBy(giver.key));
  owed.add(to);
  handed.add(`${key.pk} OUT#${key.sk.slice(key.sk.indexOf('#') + 1)}`);
  return true;
}

/**
 * Whether a hand-over decides an entry of the route that it hands to, which waited for values: values that say no later must
 * not take away what the other route gave up for it.
 */
export function isKept(
  world: World,
  { key, before, after }: TableChange,
  commit: readonly TableChange[],
): boolean {
  if (world.actor?.name !== 'operator' || before?.undecided !== true) return false;
  if (after?.undecided !== undefined || after?.handedOver !== true) return false;
  const rest = key.sk.slice(key.sk.indexOf('#') + 1);
  const isGivenUp = commit.some(
    ({ key: { pk, sk }, after: gone }) =>
      pk !== key.pk && sk.startsWith(`GONE#${rest}#`) && gone?.fate === 'had',
  );
  if (isGivenUp) world.oracle.memory.handed.add(`${key.pk} ${key.sk}`);
  return isGivenUp;
}

export function isHandedOn(key: Key, commit: readonly TableChange[]): boolean {
  return commit.some(
    ({ key: { pk, sk }, before, after }) => pk !== key.pk && sk === key.sk && !before && after,
  );
}

export function isArchived(key: Key, commit: readonly TableChange[]): boolean {
  const rest = key.sk.slice(key.sk.indexOf('#') + 1);
  return commit.some(
    ({ key: { pk, sk }, before, after }) =>
      pk === key.pk && sk.startsWith(`GONE#${rest}#`) && !before && after,
  );
}

/** I3: only an operator removes an entry unsent, and an entry that was moved is at the named route. */
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
  if (actor?.name !== 'operator') oracle.violate('I3', `${key.sk} was removed unsent without an operator`);
  owed.delete(own);
  if (after.fate === 'discarded') {
    discarded.add(own);
    return;
  }
  const holder = `R#${String(after.goneBy)} ${entry}`;
  if (holder === own && isInHandedDigest(world, String(after.goneBy), entry)) return;
  if (!owed.has(holder) && !discarded.has(holder)) {
    oracle.violate('I3', `${own} was removed as moved, and ${String(after.goneBy)} never had it`);
  }
}

/** If a signal also waits for the other route, that route gets it in the handed-over digest. */
function isInHandedDigest({ table }: World, routeId: string, signalId: string): boolean {
  return [...table.all()].some(
    (item) =>
      item.sk.startsWith('DIG#') &&
      item.via === routeId &&
      stringsOf(item, 'members').some((sk) => sk.endsWith(`Z#${signalId}`)),
  );
}

/** `pk signalId` of an outbox entry or a held entry. */
function owedBy({ pk, sk }: Key): string {
  return `${pk} ${sk.slice(sk.indexOf('Z#') + 2)}`;
}

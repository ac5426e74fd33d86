import { keyFamilies, routeKey } from '../../../shared/ledger/items/keys.ts';
import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { hour } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { signalIdIn } from './look-up.ts';

/**
 * I3: what waits for an owner goes to the rest of their set only by an operator's command, and only of an owner who can't be
 * reached or whom the config lacks. The rest may wait for the same signal already.
 */
export function isHandedOver(
  world: World,
  { key, after }: TableChange,
  commit: readonly TableChange[],
): boolean {
  const isThere = after !== undefined;
  const own = isThere ? commit.find((one) => one.key.sk === key.sk && isOfSet(one, key.pk)) : { key };
  const [rest = '', slug] = (own?.key.pk ?? '').slice(keyFamilies.routes.length).split('/');
  if (own === undefined || slug === undefined || world.actor?.name !== 'operator') return false;
  const routeId = `${rest}/${slug}`;
  if (isReached(world, routeId)) world.oracle.violate('I3', `${routeId} lost a signal to ${rest}`);
  const there = { pk: `${keyFamilies.routes}${rest}`, sk: key.sk };
  if (!isThere && world.table.peek(there) === undefined) return false;
  if (isThere) checkEntered(world, after);
  moveDebt(world, key.sk, routeId, rest);
  return true;
}

/** I18: what came to the rest only now waits for its next time, and went out by an operator's word. */
function checkEntered({ oracle, plan, scheduler }: World, { pk, sk, enteredAt, released }: Item): void {
  if (plan.reading.fastClock !== null) return;
  const isNow = Math.abs(Number(enteredAt) - scheduler.now()) < plan.skewMs + hour;
  if (!isNow || released !== true)
    oracle.violate('I18', `${pk} ${sk} was handed over as if it had waited there before`);
}

function isOfSet({ key: { pk }, before, after }: TableChange, set: string): boolean {
  return pk.startsWith(`${set}/`) && before !== undefined && after === undefined;
}

function isReached({ actor, table }: World, routeId: string): boolean {
  const isKnown = actor?.config.routes.some(({ id }) => id === routeId) === true;
  return isKnown && table.peek(routeKey(routeId))?.state !== 'DISABLED';
}

function moveDebt({ oracle }: World, sk: string, from: string, to: string): void {
  const signalId = signalIdIn(sk);
  oracle.memory.owed.delete(`R#${from} ${signalId}`);
  oracle.memory.owed.add(`R#${to} ${signalId}`);
}

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

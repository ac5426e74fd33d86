import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';
import { lastReadings } from './check-reading.ts';
import { readingsBy } from './check-resumed.ts';
import { firstPageOf, isWhole } from './check-scan.ts';

/** Without such an item, a buyer is skipped until a row names it or its turn comes. */
export const markOf = (buyerId: string) => ({ pk: 'P#restless', sk: `BUY#${buyerId}` });

/** I16: a buyer is skipped only if its list was read completely, or its first page is unchanged since such a read. */
export function checkCalm(world: World, { key, before, after }: TableChange): void {
  const { oracle, actor, scheduler } = world;
  const buyerId = key.sk.slice('BUY#'.length);
  oracle.memory.marked.add(buyerId);
  if (before === undefined || after !== undefined) return;
  oracle.memory.calmSince.set(buyerId, scheduler.now());
  const known = oracle.memory.acceptedListings.get(buyerId);
  const isRead = lastReadings(readingsBy(world, actor, buyerId)).every((reading) => {
    return isWhole(reading) || (reading.length === 1 && known?.has(firstPageOf(reading)));
  });
  if (!isRead) oracle.violate('I16', `${buyerId} is skipped without a complete read of its list`);
}

/** I16: a buyer that a bridge's rows have just shown is not skipped: its mark is older than its place in the roster. */
export function checkEnrolled(world: World, { key, before, after }: TableChange): void {
  const { oracle, actor, table } = world;
  if (!key.sk.startsWith('BUY#') || before !== undefined || after === undefined) return;
  const buyerId = key.sk.split('#').at(-1) as string;
  const calmSince = oracle.memory.calmSince.get(buyerId) ?? Number.NEGATIVE_INFINITY;
  if (table.peek(markOf(buyerId)) || calmSince >= (actor?.beganAt ?? 0)) return;
  oracle.violate('I16', `${buyerId} is in a roster without a mark`);
}

/** I16: a list of the config counts as known only when each of its buyers had a mark. */
export function checkListed({ oracle, actor }: World, { before, after }: TableChange): void {
  if (after?.listed === before?.listed) return;
  for (const buyerId of actor?.config.watch.buyers ?? []) {
    if (!oracle.memory.marked.has(buyerId)) oracle.violate('I16', `${buyerId} is listed without a mark`);
  }
}

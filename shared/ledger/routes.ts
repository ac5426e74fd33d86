import { dueAttributes, lateKey, routeKey } from './keys.ts';
import { numberOf, stringOf } from './read-item.ts';
import { type Table, TransactionCancelledError } from './table.ts';

export interface RouteState {
  readonly routeId: string;
  readonly state: 'ENABLED' | 'DISABLED';
  /** Why and since when (milliseconds since the epoch) it is disabled. */
  readonly reason: string | null;
  readonly since: number | null;
}

export async function readRoute(table: Table, routeId: string): Promise<RouteState> {
  const item = await table.get(routeKey(routeId));
  return {
    routeId,
    state: item?.state === 'DISABLED' ? 'DISABLED' : 'ENABLED',
    reason: item ? stringOf(item, 'reason') : null,
    since: item ? numberOf(item, 'since') : null,
  };
}

/** The destination wants no more: the route collects on, and is not called until someone resumes it. */
export async function disableRoute(
  table: Table,
  routeId: string,
  reason: string,
  now: number,
): Promise<void> {
  await table.update({ key: routeKey(routeId), set: { state: 'DISABLED', reason, since: now, v: 1 } });
}

export async function enableRoute(table: Table, routeId: string): Promise<void> {
  await table.update({
    key: routeKey(routeId),
    set: { state: 'ENABLED', v: 1 },
    remove: ['reason', 'since'],
  });
}

/** A slot whose digest went out while some entries still waited for a summary: the sweep looks again at `dueAt`. */
export interface LateSlot {
  readonly routeId: string;
  readonly slot: string;
}

export async function markLate(table: Table, late: LateSlot, dueAt: number): Promise<void> {
  const key = lateKey(late.routeId);
  await table.update({ key, set: { slot: late.slot, v: 1, ...dueAttributes(key, dueAt) } });
}

export async function readLate(table: Table, routeId: string): Promise<LateSlot | null> {
  const item = await table.get(lateKey(routeId));
  const slot = item ? stringOf(item, 'slot') : null;
  return slot === null ? null : { routeId, slot };
}

/** Only if it is still the same slot's mark: a newer slot's stays. */
export async function clearLate(table: Table, late: LateSlot): Promise<void> {
  const condition = { kind: 'compare', attribute: 'slot', is: '=', value: late.slot } as const;
  try {
    await table.transact([{ kind: 'delete', key: lateKey(late.routeId), condition }]);
  } catch (error) {
    if (!(error instanceof TransactionCancelledError)) throw error;
  }
}

import type { LateSlot } from '../../domain/routes/pending.ts';
import type { OpenFlood } from '../../domain/signals/flood.ts';
import { dueAttributes, lateKey, routeKey } from '../keys.ts';
import { any, equals, missing } from '../table/conditions.ts';
import { evaluateCondition } from '../table/evaluate-condition.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import {
  type Condition,
  ConditionFailedError,
  type Item,
  type Table,
  TransactionCancelledError,
} from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';
import { resumedMark } from './route-registry.ts';

export interface RouteState {
  readonly routeId: string;
  readonly state: 'ENABLED' | 'DISABLED';
  /** Why and since when (milliseconds since the epoch) it is disabled. */
  readonly reason: string | null;
  readonly since: number | null;
  /** A flood that began and whose digest is not frozen yet. */
  readonly flood: OpenFlood | null;
  /** When it was last resumed: what it had by then no flood rule drops. */
  readonly keptUntil: number | null;
}

export async function readRoute(table: Table, routeId: string): Promise<RouteState> {
  const item = await table.get(routeKey(routeId));
  return {
    routeId,
    state: item && !isEnabled(item) ? 'DISABLED' : 'ENABLED',
    reason: item ? reasonOf(item) : null,
    since: item ? numberOf(item, 'since') : null,
    flood: item ? openFloodOf(item) : null,
    keptUntil: item ? numberOf(item, 'keptUntil') : null,
  };
}

/** A state that only a later version knows sends nothing: what waits is kept, and goes out once that is known again. */
export const isDisabled: Condition = {
  kind: 'compare',
  attribute: 'state',
  is: '<>',
  value: 'ENABLED',
};

function isEnabled(item: Item): boolean {
  return !evaluateCondition(isDisabled, item);
}

function reasonOf(item: Item): string | null {
  const state = stringOf(item, 'state');
  if (state === null || state === 'ENABLED' || state === 'DISABLED') return stringOf(item, 'reason');
  return `it is ${state}, which a later version wrote`;
}

function openFloodOf(item: Item): OpenFlood | null {
  const id = numberOf(item, 'floodId');
  const until = numberOf(item, 'floodUntil');
  return id === null || until === null ? null : { id, until };
}

/**
 * Writes down that a route is in a flood of what was first seen until `until`: whoever composes after a crash goes
 * on where it ended. A flood that is open already keeps its id, by which its signals are counted.
 */
export async function openFlood(
  table: Table,
  ports: TryAgainPorts,
  routeId: string,
  until: number,
): Promise<OpenFlood> {
  const key = routeKey(routeId);
  const begin = { floodId: until, floodUntil: until, floodAside: 0, floodDropped: 0, v: 1 };
  try {
    await tryAgain(ports, () => table.update({ key, set: begin, condition: missing('floodId') }));
    return { id: until, until };
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    const open = error.item ? openFloodOf(error.item) : null;
    if (open === null || open.until >= until) return open ?? { id: until, until };
    await tryAgain(ports, () => table.update({ key, set: { floodUntil: until } }));
    return { id: open.id, until };
  }
}

export async function closeFlood(
  table: Table,
  ports: TryAgainPorts,
  routeId: string,
  id: number,
): Promise<void> {
  const condition = equals('floodId', id);
  const remove = ['floodId', 'floodUntil', 'floodAside', 'floodDropped'];
  try {
    await tryAgain(ports, () => table.update({ key: routeKey(routeId), remove, condition }));
  } catch (error) {
    // Closed by another composer, or by an earlier try of this write.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
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

/**
 * Marks the resume in the same transaction, so that the sweep finds what the route kept, and no flood rule ever drops it.
 */
export async function enableRoute(
  table: Table,
  ports: TryAgainPorts,
  routeId: string,
  now: number,
): Promise<void> {
  const set = { state: 'ENABLED', keptUntil: now, v: 1 };
  const enable = { key: routeKey(routeId), set, remove: ['reason', 'since'] };
  await tryAgain(ports, () => table.transact([{ kind: 'update', ...enable }, resumedMark(routeId, now)]));
}

/**
 * Has the sweep compose a slot at `dueAt`. A newer slot's mark stays: it covers what the older slot left, too, and not
 * the other way round.
 */
export async function markLate(table: Table, late: LateSlot, dueAt: number): Promise<void> {
  const key = lateKey(late.routeId);
  const isNewest = any(missing('slot'), { kind: 'compare', attribute: 'slot', is: '<=', value: late.slot });
  const set = { slot: late.slot, v: 1, ...dueAttributes(key, dueAt) };
  try {
    await table.update({ key, set, condition: isNewest });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
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

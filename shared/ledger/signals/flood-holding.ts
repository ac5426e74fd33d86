import type { SetAside } from '../../domain/signals/flood.ts';
import { asidePrefixes, outboxPrefix, routeKey } from '../keys.ts';
import { absent, all, any, equals, missing, present } from '../table/conditions.ts';
import { moveItems } from '../table/move-items.ts';
import { numberOf } from '../table/read-item.ts';
import {
  type Condition,
  type Item,
  type Key,
  type Table,
  TableUnavailableError,
  type TableWrite,
} from '../table/table.ts';
import type { TryAgainPorts } from '../table/try-again.ts';
import { markTaken, signalIdOfEntry } from './taken-over.ts';

/** Two writes each, and the count's: as many as fit one transaction. */
const movesAtOnce = 49;
export const mostVainMoves = 20;

/** What was dropped can still be looked up for a while. It is nobody's any more: only this has a time to live. */
export const keepDroppedMs = 30 * 86_400_000;

/**
 * Moves entries of a flood out of the outbox: each is in one place or the other, whatever crashes. Answers how many
 * were moved: fewer than asked when another composer was faster, or the flood is over: the caller reads again.
 */
export async function setAside(
  table: Table,
  ports: TryAgainPorts,
  { routeId, keys, fate, floodId, keptUntil = null }: SetAside,
  now: number,
): Promise<number> {
  const { pk } = routeKey(routeId);
  const mark = {
    floodId,
    ...(fate === 'dropped' ? { expiresAt: Math.ceil((now + keepDroppedMs) / 1000) } : {}),
  };
  const items: Item[] = [];
  for (const sk of keys) {
    const item = await table.get({ pk, sk });
    if (item) items.push(item);
  }
  const writesOf = (item: Item): TableWrite[] => {
    const rest = item.sk.slice(outboxPrefix.length);
    const moved = moveTo({ ...item, ...mark, sk: `${asidePrefixes[fate]}${rest}` }, item);
    if (fate === 'held') return moved;
    // Nobody got it: another route may hand it over later.
    return [...moved, { kind: 'put', item: markTaken(routeId, signalIdOfEntry(item.sk), false, now) }];
  };
  return moveItems(table, ports, items, writesOf, (moves) => {
    const add = { floodAside: moves, ...(fate === 'held' ? { held: moves } : { floodDropped: moves }) };
    // Not for a flood whose digest was frozen meanwhile: that told its size.
    const isOpen = equals('floodId', floodId);
    const condition = fate === 'held' ? isOpen : all(isOpen, mayDrop(keptUntil));
    return [{ kind: 'update', key: routeKey(routeId), set: { v: 1 }, add, condition }];
  });
}

/** A route that was disabled meanwhile keeps what it has, and one that was resumed meanwhile has kept it. */
function mayDrop(keptUntil: number | null): Condition {
  const isEnabled = any(missing('state'), equals('state', 'ENABLED'));
  const isSame = keptUntil === null ? missing('keptUntil') : equals('keptUntil', keptUntil);
  return all(isEnabled, isSame);
}

/** Belongs into each transaction that puts `moves` entries under `HELD#`, or takes them away where it is negative. */
export function countHeldMoves(routeId: string, moves: number): TableWrite {
  return { kind: 'update', key: routeKey(routeId), set: { v: 1 }, add: { held: moves } };
}

/**
 * Puts everything that a route holds back into its outbox again, marked so that no flood rule counts it twice.
 * Answers how many; interrupted, the same again moves the rest.
 */
export async function releaseHeld(table: Table, ports: TryAgainPorts, routeId: string): Promise<number> {
  const { pk } = routeKey(routeId);
  let released = 0;
  for (let vain = 0; vain < mostVainMoves; ) {
    const { items } = await table.query({ pk, prefix: asidePrefixes.held, limit: movesAtOnce });
    if (items.length === 0) return released;
    // Its signal may be weeks old: it is overdue only once a slot of the route has passed from here on.
    const enteredAt = ports.clock.now();
    const writesOf = (item: Item): TableWrite[] => {
      const { floodId: _, ...entry } = item;
      const sk = `${outboxPrefix}${item.sk.slice(asidePrefixes.held.length)}`;
      return moveTo({ ...entry, pk: item.pk, sk, released: true, enteredAt }, item);
    };
    const moved = await moveItems(table, ports, items, writesOf, (moves) => [
      countHeldMoves(routeId, -moves),
    ]);
    released += moved;
    if (moved === 0) vain += 1;
  }
  throw new TableUnavailableError(`the signals held for ${routeId} keep changing; try again`, 'no');
}

/** How many signals a route holds back: counted with each move, so that no digest has to read all of them. */
export async function countHeld(table: Table, routeId: string): Promise<number> {
  const item = await table.get(routeKey(routeId));
  return (item && numberOf(item, 'held')) ?? 0;
}

export interface FloodCounts {
  /** Signals that were held back or dropped. */
  readonly aside: number;
  /** Those of them that were dropped; null in a flood that an earlier version began. */
  readonly dropped: number | null;
}

/** Of a flood; null once its digest was frozen, which said so. */
export async function countFlood(
  table: Table,
  routeId: string,
  floodId: number,
): Promise<FloodCounts | null> {
  const item = await table.get(routeKey(routeId));
  if (!item || numberOf(item, 'floodId') !== floodId) return null;
  return { aside: numberOf(item, 'floodAside') ?? 0, dropped: numberOf(item, 'floodDropped') };
}

/** In one place or the other, whatever crashes. */
export function moveTo(item: Item, from: Key): TableWrite[] {
  return [
    { kind: 'put', item, condition: absent },
    { kind: 'delete', key: { pk: from.pk, sk: from.sk }, condition: present },
  ];
}

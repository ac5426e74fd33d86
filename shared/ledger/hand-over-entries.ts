import { inParallel } from '../domain/concurrency.ts';
import { countHeldMoves, mostVainMoves } from './aside.ts';
import { absent, any, equals, present } from './conditions.ts';
import { asidePrefixes, type outboxPrefix, routeKey, signalKey, takenOverKey } from './keys.ts';
import { letGo, restOf } from './let-go.ts';
import { moveItems } from './move-items.ts';
import { stringsOf } from './read-item.ts';
import { type Item, type Table, TableUnavailableError, type TableWrite } from './table.ts';
import type { TryAgainPorts } from './try-again.ts';

export interface HandedEntries {
  readonly moved: number;
  /** Signals that the other route had been given already, and is given once. */
  readonly had: number;
}

/** Four writes for each, and two counts, of a transaction's hundred. */
const entriesAtOnce = 24;
const readsAtOnce = 8;

/**
 * Moves the entries of one kind to the same place of another route, each in one transaction: wherever it is cut off,
 * an entry is with one of the two, and the same again moves the rest. What is held stays held.
 */
export async function handOverEntries(
  table: Table,
  ports: TryAgainPorts,
  from: string,
  to: string,
  prefix: typeof outboxPrefix | typeof asidePrefixes.held,
): Promise<HandedEntries> {
  const now = ports.clock.now();
  let moved = 0;
  let had = 0;
  for (let vain = 0; vain < mostVainMoves; ) {
    const { items } = await table.query({ pk: routeKey(from).pk, prefix, limit: entriesAtOnce });
    if (items.length === 0) return { moved, had };
    const known = await inParallel(items, readsAtOnce, (item) => isKnownTo(table, to, item));
    const fresh = items.filter((_, index) => !known[index]);
    const isHeld = prefix === asidePrefixes.held;
    const more = await moveItems(
      table,
      ports,
      fresh,
      (item) => moveOver(item, from, to, now),
      (moves) => (isHeld ? [countHeldMoves(from, -moves), countHeldMoves(to, moves)] : []),
    );
    const rest = items.filter((_, index) => known[index]);
    const gone = await moveItems(
      table,
      ports,
      rest,
      (item) => [
        ...letGo(item, { fate: 'had', by: to }, now),
        { kind: 'put', item: mark(from, item, false, now) },
      ],
      (moves) => (isHeld ? [countHeldMoves(from, -moves)] : []),
    );
    moved += more;
    had += gone;
    if (more + gone === 0) vain += 1;
  }
  throw new TableUnavailableError(`what waits for ${from} keeps changing; try again`, 'no');
}

function moveOver(item: Item, from: string, to: string, now: number): TableWrite[] {
  // The flood that it was counted with is the other route's.
  const { floodId: _, ...entry } = item;
  const taken = mark(to, item, true, now);
  return [
    { kind: 'put', item: { ...entry, pk: routeKey(to).pk, sk: item.sk, enteredAt: now }, condition: absent },
    { kind: 'put', item: taken, condition: any(absent, equals('has', false)) },
    { kind: 'put', item: mark(from, item, false, now) },
    { kind: 'delete', key: { pk: item.pk, sk: item.sk }, condition: present },
  ];
}

/** Whose a signal is, where that is no longer what its tombstone says: never expires, as the tombstone doesn't. */
function mark(routeId: string, item: Item, has: boolean, now: number): Item {
  return { ...takenOverKey(routeId, signalIdIn(item)), has, at: now, v: 1 };
}

/** The signal's id, without the time in front. */
function signalIdIn(item: Item): string {
  const rest = restOf(item);
  return rest.slice(rest.indexOf('#') + 1);
}

/** Whether a signal was ever this route's to send, and was not handed on by it. */
async function isKnownTo(table: Table, routeId: string, item: Item): Promise<boolean> {
  const signalId = signalIdIn(item);
  const taken = await table.get(takenOverKey(routeId, signalId));
  if (taken) return taken.has === true;
  const tombstone = await table.get(signalKey(signalId));
  return tombstone !== undefined && stringsOf(tombstone, 'routes').includes(routeId);
}

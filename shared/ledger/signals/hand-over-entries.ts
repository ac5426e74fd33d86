import { inParallel } from '../../domain/concurrency.ts';
import { readHanded } from '../digests/digest-listing.ts';
import { asidePrefixes, type outboxPrefix, routeKey, signalKey, takenOverKey } from '../keys.ts';
import { absent, any, equals, present } from '../table/conditions.ts';
import { moveItems } from '../table/move-items.ts';
import { stringsOf } from '../table/read-item.ts';
import { type Item, type Table, TableUnavailableError, type TableWrite } from '../table/table.ts';
import type { TryAgainPorts } from '../table/try-again.ts';
import { letGo } from './archive-entry.ts';
import { countHeldMoves, mostVainMoves } from './flood-holding.ts';
import { markTaken, restOf, signalIdOfEntry } from './taken-over.ts';

export interface HandedEntries {
  readonly moved: number;
  /** Signals that the other route had been given already, and is given once. */
  readonly had: number;
}

/** Five writes for each, and two counts, of a transaction's hundred. */
const entriesAtOnce = 19;
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
  const handed = await readHandedMembers(table, to);
  let moved = 0;
  let had = 0;
  for (let vain = 0; vain < mostVainMoves; ) {
    const { items } = await table.query({ pk: routeKey(from).pk, prefix, limit: entriesAtOnce });
    if (items.length === 0) return { moved, had };
    const known = await inParallel(items, readsAtOnce, (item) => isKnownTo(table, to, item, handed));
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
        { kind: 'put', item: markTaken(from, signalIdOfEntry(item.sk), false, now) },
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
  const taken = markTaken(to, signalIdOfEntry(item.sk), true, now);
  const handed = { ...entry, pk: routeKey(to).pk, sk: item.sk, enteredAt: now, handedOver: true };
  return [
    { kind: 'put', item: handed, condition: absent },
    { kind: 'put', item: taken, condition: any(absent, equals('has', false)) },
    { kind: 'put', item: markTaken(from, signalIdOfEntry(item.sk), false, now) },
    { kind: 'delete', key: { pk: item.pk, sk: item.sk }, condition: present },
    // A flood rule there may have dropped it before; now it is there again.
    { kind: 'delete', key: { pk: routeKey(to).pk, sk: `${asidePrefixes.dropped}${restOf(item)}` } },
  ];
}

/**
 * Whether a signal waits for a route, is held by it, or is in a digest of its own or one that was handed to it. What it let
 * go of for no digest, or handed on, is marked so.
 */
async function isKnownTo(
  table: Table,
  routeId: string,
  { sk }: Item,
  handed: ReadonlySet<string>,
): Promise<boolean> {
  const signalId = signalIdOfEntry(sk);
  if (handed.has(signalId)) return true;
  const taken = await table.get(takenOverKey(routeId, signalId));
  if (taken) return taken.has === true;
  const tombstone = await table.get(signalKey(signalId));
  return tombstone !== undefined && stringsOf(tombstone, 'routes').includes(routeId);
}

/** The signals in digests of other routes that this one sends or has sent. */
async function readHandedMembers(table: Table, routeId: string): Promise<ReadonlySet<string>> {
  const members = new Set<string>();
  for await (const digest of readHanded(table, routeId)) {
    for (const sk of stringsOf(digest, 'members')) members.add(signalIdOfEntry(sk));
  }
  return members;
}

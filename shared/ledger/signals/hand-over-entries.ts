import { inParallel } from '../../domain/concurrency.ts';
import type { OwedDigests } from '../digests/owed-digests.ts';
import { droppedPrefix, entryKey, heldPrefix, outboxPrefix, signalKey, takenOverKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { absent, any, equals, present } from '../table/conditions.ts';
import { drain } from '../table/drain.ts';
import { moveItems } from '../table/move-items.ts';
import { stringsOf } from '../table/read-item.ts';
import { readsAtOnce } from '../table/read-items.ts';
import type { Item, Key, TableWrite } from '../table/table.ts';
import { archiveEntry } from './archive-entry.ts';
import { countHeldMoves } from './flood-holding.ts';
import { type EntryPrefix, firstEntries } from './route-entries.ts';
import { markTaken, restOf, signalIdOfEntry } from './taken-over.ts';

export interface HandedEntries {
  readonly moved: number;
  /** Signals that the other route already had; it does not get them again. */
  readonly had: number;
}

/** Five writes for each entry and two for counts fit into a transaction's hundred. */
const entriesAtOnce = 19;

export function createEntryHandOver(ports: LedgerPorts, { readHanded }: OwedDigests) {
  const { table, clock } = ports;

  /**
   * Whether a route has a signal: waiting, held, in a digest of its own, or in one handed over to it. Signals that it
   * archived or handed over are marked as gone.
   */
  const isKnownTo = async (
    routeId: string,
    signalId: string,
    handed: ReadonlySet<string>,
  ): Promise<boolean> => {
    if (handed.has(signalId)) return true;
    const taken = await table.get(takenOverKey(routeId, signalId));
    if (taken) return taken.has === true;
    const tombstone = await table.get(signalKey(signalId));
    return tombstone !== undefined && stringsOf(tombstone, 'routes').includes(routeId);
  };

  /** The signals in digests of other routes that this one sends or has sent. */
  const readHandedMembers = async (routeId: string): Promise<ReadonlySet<string>> => {
    const members = new Set<string>();
    for await (const digest of readHanded(routeId)) {
      for (const sk of stringsOf(digest, 'members')) members.add(signalIdOfEntry(sk));
    }
    return members;
  };

  return {
    /**
     * Moves a route's entries of one kind to another route, each in one transaction, so that an entry is always with
     * exactly one of them. If interrupted, call it again to move the rest. Held entries stay held.
     */
    async handOverEntries(from: string, to: string, prefix: EntryPrefix): Promise<HandedEntries> {
      const now = clock.now();
      const handed = await readHandedMembers(to);
      const countHeld = (...counts: TableWrite[]): TableWrite[] => (prefix === heldPrefix ? counts : []);
      let had = 0;
      const read = () => firstEntries(table, from, prefix, entriesAtOnce);
      const message = `the signals waiting for ${from} keep changing; try again`;
      const left = await drain(read, message, async (items) => {
        const known = await inParallel(items, readsAtOnce, ({ sk }) =>
          isKnownTo(to, signalIdOfEntry(sk), handed),
        );
        const undecided = new Set<Item>();
        await inParallel(items, readsAtOnce, async (item) => {
          if ((await table.get(waitingKey(to, item)))?.undecided === true) undecided.add(item);
        });
        const moved = await moveItems(
          ports,
          items.filter((_, index) => !known[index]),
          (item) => moveOver(item, from, to, now),
          (moves) => countHeld(countHeldMoves(from, -moves), countHeldMoves(to, moves)),
        );
        const archived = await moveItems(
          ports,
          items.filter((_, index) => known[index]),
          (item) => [
            ...archiveEntry(from, item, { fate: 'had', by: to }, now),
            { kind: 'put', item: markTaken(from, signalIdOfEntry(item.sk), false, now) },
            ...(handed.has(signalIdOfEntry(item.sk)) ? [] : keepAt(to, item, undecided.has(item))),
          ],
          (moves) => countHeld(countHeldMoves(from, -moves)),
        );
        had += archived;
        return moved + archived;
      });
      return { moved: left - had, had };
    },
  };
}

function moveOver(item: Item, from: string, to: string, now: number): TableWrite[] {
  // The flood that counted it belongs to the route `from`, and the operator decides that `to` takes it.
  const { floodId: _, undecided, ...rest } = item;
  const entry = undecided === true ? { ...rest, releaseAt: null } : rest;
  const taken = markTaken(to, signalIdOfEntry(item.sk), true, now);
  const handed = { ...entry, ...entryKey(to, item.sk), enteredAt: now, handedOver: true };
  return [
    { kind: 'put', item: handed, condition: absent },
    { kind: 'put', item: taken, condition: any(absent, equals('has', false)) },
    { kind: 'put', item: markTaken(from, signalIdOfEntry(item.sk), false, now) },
    { kind: 'delete', key: { pk: item.pk, sk: item.sk }, condition: present },
    // A flood rule of `to` may have dropped it before.
    { kind: 'delete', key: entryKey(to, `${droppedPrefix}${restOf(item)}`) },
  ];
}

function waitingKey(routeId: string, item: Item): Key {
  return entryKey(routeId, `${outboxPrefix}${restOf(item)}`);
}

/**
 * The route `to` has the signal and must keep it: the operator decides that it takes it, also if it still waits for the values
 * that would show that it does not match.
 */
function keepAt(to: string, item: Item, isUndecided: boolean): TableWrite[] {
  const isNotWithdrawn = any(absent, equals('has', true));
  const check: TableWrite = {
    kind: 'check',
    key: takenOverKey(to, signalIdOfEntry(item.sk)),
    condition: isNotWithdrawn,
  };
  if (!isUndecided) return [check];
  const set = { releaseAt: null, handedOver: true };
  const condition = equals('undecided', true);
  return [check, { kind: 'update', key: waitingKey(to, item), set, remove: ['undecided'], condition }];
}

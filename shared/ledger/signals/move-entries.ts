import { inGroups } from '../../domain/concurrency.ts';
import { rememberedUntil } from '../items/kept.ts';
import {
  archivePrefix,
  entryKey,
  entrySuffix,
  heldPrefix,
  outboxPk,
  outboxPrefix,
  routeKey,
  signalIdOfEntry,
} from '../items/keys.ts';
import { absent, present, tryAgain } from '../table/conditions.ts';
import { readFirst } from '../table/read-item.ts';
import {
  type Item,
  type LedgerPorts,
  TableUnavailableError,
  type TableWrite,
  TransactionCancelledError,
} from '../table/table.ts';

export type EntryPrefix = typeof outboxPrefix | typeof heldPrefix;

/** One of 100 writes counts the moves. So many of the largest entries have less than 4 MB. */
const movesAtOnce = 49;

/**
 * Moves entries to what `movedOf` makes of them, as many in one transaction as fit. `alongside` adds a write for a
 * number of moves, such as a count kept elsewhere, to the transaction of that index. Returns how many were moved:
 * fewer than given if another process was faster. The caller then reads again.
 */
export async function moveEntries(
  ports: LedgerPorts,
  entries: readonly Item[],
  movedOf: (entry: Item) => Item,
  alongside: (moves: number, chunk: number) => readonly TableWrite[] = () => [],
): Promise<number> {
  let moved = 0;
  for (const [chunk, some] of inGroups(entries, movesAtOnce).entries()) {
    const moves = some.flatMap((entry) => moveTo(movedOf(entry), entry));
    if (await transactOnce(ports, moves, alongside(some.length, chunk))) moved += some.length;
  }
  return moved;
}

async function transactOnce(
  ports: LedgerPorts,
  moves: readonly TableWrite[],
  others: readonly TableWrite[],
): Promise<boolean> {
  try {
    await tryAgain(ports, () => ports.table.transact([...moves, ...others]));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCancelledError)) throw error;
    // If all conditions of the moves fail, an earlier try of this write, whose result was unknown, has succeeded.
    return moves.every((_, index) => error.reasons[index]?.code === 'condition-failed');
  }
}

function moveTo(item: Item, { pk, sk }: Item): TableWrite[] {
  return [
    { kind: 'put', item, condition: absent },
    { kind: 'delete', key: { pk, sk }, condition: present },
  ];
}

/** The entry as it enters the outbox of a route because a person asked for that: no flood rule counts it. */
export function releasedInto(routeId: string, entry: Item, now: number): Item {
  const key = entryKey(routeId, `${outboxPrefix}${entrySuffix(entry)}`);
  // The signal may be weeks old, but is overdue only once a slot of the route has passed from now on.
  return { ...entry, ...key, released: true, enteredAt: now };
}

/** A round moves nothing if other processes were faster: this may happen so often. */
const mostVainMoves = 20;

/** Returns the total. Throws `TableUnavailableError` with `message` if other processes keep changing the entries. */
export async function drainEntries(
  ports: LedgerPorts,
  { routeId, prefix }: { readonly routeId: string; readonly prefix: EntryPrefix },
  message: string,
  movedOf: (entry: Item) => Item,
): Promise<number> {
  const countReleased = (moves: number): readonly TableWrite[] =>
    prefix === heldPrefix ? [released(routeId, moves)] : [];
  let moved = 0;
  for (let emptyRounds = 0; emptyRounds < mostVainMoves; ) {
    const entries = await readFirst(ports.table, outboxPk(routeId), prefix, movesAtOnce);
    if (entries.length === 0) return moved;
    const more = await moveEntries(ports, entries, movedOf, countReleased);
    moved += more;
    if (more === 0) emptyRounds += 1;
  }
  throw new TableUnavailableError(message);
}

/** Entries that leave are told as held no more. */
function released(routeId: string, moves: number): TableWrite {
  const add = { held: -moves, ver: 1 };
  return { kind: 'update', key: routeKey(routeId), set: { untold: 0, v: 1 }, add };
}

/** Archived entries can be looked up for so long. No route needs them any more: only such entries expire. */
export const archivedDays = 30;

export function createArchive(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    /** The digest that counts unreadable entries deletes them, so they are copied. Returns their signals' ids. */
    async keepDamaged(routeId: string, keys: readonly string[]): Promise<string[]> {
      const now = clock.now();
      for (const sk of keys) {
        const item = await table.get(entryKey(routeId, sk));
        if (!item) continue;
        await tryAgain(ports, () => table.put(archived(routeId, item, 'damaged', now)));
      }
      return keys.map(signalIdOfEntry);
    },
  };
}

export function archived(routeId: string, item: Item, fate: 'damaged' | 'discarded', now: number): Item {
  const key = entryKey(routeId, `${archivePrefix}${entrySuffix(item)}#${fate}`);
  return { ...item, fate, goneAt: now, expiresAt: rememberedUntil(now, archivedDays), ...key };
}

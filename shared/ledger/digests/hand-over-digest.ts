import { dueAttributes, entryKey, heldPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { archiveEntry } from '../signals/archive-entry.ts';
import { countHeldMoves } from '../signals/flood-holding.ts';
import { restOf } from '../signals/taken-over.ts';
import { all, equals } from '../table/conditions.ts';
import { mostVainMoves } from '../table/drain.ts';
import { moveItems } from '../table/move-items.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import { readItems } from '../table/read-items.ts';
import {
  type Item,
  TableUnavailableError,
  type TableWrite,
  TransactionCancelledError,
} from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { dropOwed, putOwed } from './owed-digests.ts';

/** A transaction holds a hundred writes: two for each entry, three for the digest and one for a count. */
const mostArchived = 48;

export function createDigestHandOver(ports: LedgerPorts) {
  const { table } = ports;

  /** The entries among a digest's signals that wait for a route or are held for it. */
  const readEntries = async (routeId: string, members: readonly string[]): Promise<Item[]> => {
    const keys = members.flatMap((sk) => [
      entryKey(routeId, sk),
      entryKey(routeId, `${heldPrefix}${restOf({ sk })}`),
    ]);
    return (await readItems(table, keys)).filter((entry) => entry !== undefined);
  };

  return {
    /**
     * Returns how many of its signals also waited for the other route, which now gets them only in the digest; null if
     * another process changed the digest in the meantime.
     */
    async handOverDigest(
      item: Item,
      { from, to }: { readonly from: string; readonly to: string },
      now: number,
    ): Promise<number | null> {
      const key = { pk: item.pk, sk: item.sk };
      const fence = numberOf(item, 'fence') ?? 0;
      const home = item.pk === routeKey(to).pk;
      const set = {
        state: 'FROZEN',
        attempts: 0,
        // A sender that read it before and is about to claim it would send it to its old destination.
        fence: fence + 1,
        ...(home ? {} : { via: to }),
        ...dueAttributes(key, now),
      };
      const remove = ['reason', 'misplaced', 'leaseUntil', 'throttledSince', ...(home ? ['via'] : [])];
      const condition = all(equals('fence', fence), equals('state', String(item.state)));
      const handing: TableWrite[] = [
        { kind: 'update', key, set, remove, condition },
        dropOwed(from, key),
        putOwed(to, key, now),
      ];
      const archive = (entries: readonly Item[]): TableWrite[] => {
        const held = entries.filter(({ sk }) => sk.startsWith(heldPrefix)).length;
        const moves = entries.flatMap((entry) => archiveEntry(to, entry, { fate: 'had', by: to }, now));
        return held === 0 ? moves : [...moves, countHeldMoves(to, -held)];
      };
      for (let round = 0; round < mostVainMoves; round += 1) {
        const entries = await readEntries(to, stringsOf(item, 'members'));
        const writes = [...handing, ...archive(entries.slice(0, mostArchived))];
        try {
          await tryAgain(ports, () => table.transact(writes));
        } catch (error) {
          if (!(error instanceof TransactionCancelledError)) throw error;
          const [digest] = error.reasons;
          // An entry was moved into a digest, held or dropped since it was read.
          if (digest?.code === 'none') continue;
          if (digest?.code !== 'condition-failed') throw error;
          const { item: found } = digest;
          // An earlier try of this write, whose result was unknown.
          const isOwn = found?.fence === fence + 1 && found.state === 'FROZEN';
          if (!isOwn || stringOf(found, 'via') !== (home ? null : to)) return null;
        }
        // Only if the other route was to get nearly all signals of the digest itself. After a crash here they come
        // twice.
        for (const entry of entries.slice(mostArchived))
          await moveItems(ports, [entry], (one) => archive([one]));
        return entries.length;
      }
      throw new TableUnavailableError(`the signals waiting for ${to} keep changing; try again`, 'no');
    },
  };
}

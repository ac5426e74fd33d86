import { archivePrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { moveTo } from '../table/move-items.ts';
import type { Item, TableWrite } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { restOf, signalIdOfEntry } from './taken-over.ts';

/** What was dropped or archived can still be looked up for a while. It is nobody's any more: only this has a time to live. */
const keepMs = 30 * 86_400_000;

/** Why an entry left its route for no digest: kept with it in the archive. */
export interface ArchiveReason {
  readonly fate: 'discarded' | 'had';
  /** Who asked for it, or the route that has the signal already. */
  readonly by: string;
}

export function createArchive(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    /**
     * Copies entries whose text can't be read to where they can be looked up for 30 days: the digest that counts them
     * takes them away. The same again writes the same copies. Answers the ids of their signals.
     */
    async keepDamaged(routeId: string, keys: readonly string[]): Promise<string[]> {
      const now = clock.now();
      for (const sk of keys) {
        const item = await table.get({ pk: routeKey(routeId).pk, sk });
        if (!item) continue;
        const gone = { fate: 'damaged', goneAt: now, expiresAt: archiveUntil(now) };
        const copy = { ...item, ...gone, sk: `${archivePrefix}${restOf(item)}#damaged` };
        await tryAgain(ports, () => table.put(copy));
      }
      return keys.map(signalIdOfEntry);
    },
  };
}

/** Moves an entry, held or waiting, to where it can be looked up and expires: only what is nobody's may expire. */
export function archiveEntry(item: Item, { fate, by }: ArchiveReason, now: number): TableWrite[] {
  // A signal can be archived more than once, where routes hand it to and fro.
  const sk = `${archivePrefix}${restOf(item)}#${now}`;
  const gone = { fate, goneBy: by, goneAt: now, expiresAt: archiveUntil(now) };
  return moveTo({ ...item, ...gone, sk }, item);
}

/** When what is archived now expires, in seconds since the epoch. */
export function archiveUntil(now: number): number {
  return Math.ceil((now + keepMs) / 1000);
}

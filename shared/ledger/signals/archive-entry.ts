import { archivePrefix, entryKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { moveTo } from '../table/move-items.ts';
import type { Item, Key, TableWrite } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { restOf, signalIdOfEntry } from './entries.ts';

/** How long archived entries can be looked up. No route needs them any more: only such entries expire. */
const keepMs = 30 * 86_400_000;

export function createArchive(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    /**
     * Copies entries with unreadable text to the archive for 30 days, because the digest that counts them deletes
     * them. Repeating it writes the same copies. Returns the ids of their signals.
     */
    async keepDamaged(routeId: string, keys: readonly string[]): Promise<string[]> {
      const now = clock.now();
      for (const sk of keys) {
        const item = await table.get(entryKey(routeId, sk));
        if (!item) continue;
        const gone = { fate: 'damaged', goneAt: now, expiresAt: archiveUntil(now) };
        const copy = { ...item, ...gone, ...archiveKey(routeId, item, 'damaged') };
        await tryAgain(ports, () => table.put(copy));
      }
      return keys.map(signalIdOfEntry);
    },
  };
}

/** Moves a held or waiting entry that an operator discards to the archive, where it expires. */
export function archiveEntry(routeId: string, item: Item, now: number): TableWrite[] {
  const gone = { fate: 'discarded', goneAt: now, expiresAt: archiveUntil(now) };
  return moveTo({ ...item, ...gone, ...archiveKey(routeId, item, 'discarded') }, item);
}

function archiveKey(routeId: string, item: Item, fate: 'damaged' | 'discarded'): Key {
  return entryKey(routeId, `${archivePrefix}${restOf(item)}#${fate}`);
}

/** When an entry archived now expires, in seconds since the epoch. */
export function archiveUntil(now: number): number {
  return Math.ceil((now + keepMs) / 1000);
}

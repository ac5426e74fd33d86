import { restOf, signalIdOfEntry } from '../items/entries.ts';
import { rememberedUntil } from '../items/kept.ts';
import { archivePrefix, entryKey } from '../items/keys.ts';
import type { LedgerPorts } from '../table/ports.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

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
  const key = entryKey(routeId, `${archivePrefix}${restOf(item)}#${fate}`);
  return { ...item, fate, goneAt: now, expiresAt: rememberedUntil(now, archivedDays), ...key };
}

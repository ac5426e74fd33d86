import { shareWork } from '../../domain/concurrency.ts';
import { drawLetters } from '../../domain/digests/digest-id.ts';
import { registryKey, registryPk } from '../items/keys.ts';
import { absent } from '../table/conditions.ts';
import { tryIfHolds } from '../table/if-holds.ts';
import type { LedgerPorts } from '../table/ports.ts';
import { queryAll } from '../table/read-many.ts';

export function createRouteRegistry(ports: LedgerPorts) {
  const { table, clock, random } = ports;
  const known = new Set<string>();
  const registerOnce = shareWork<void>();
  return {
    /**
     * Routes are registered before anything is put into their outboxes, so that their signals can be found however
     * the config changes. Once for each process and route; an entry is never removed. Called from outside for tables
     * older than the registry.
     */
    async register(routeIds: readonly string[]): Promise<void> {
      for (const routeId of routeIds) {
        if (known.has(routeId)) continue;
        await registerOnce(routeId, async () => {
          // The seed is part of what its digests' ids are made of.
          const own = { firstSeenAt: clock.now(), seed: drawLetters(random), v: 1 };
          const item = { ...registryKey(routeId), ...own };
          await tryIfHolds(ports, () => table.put(item, absent));
          known.add(routeId);
        });
      }
    },

    /** Routes that were removed from the config are listed, too, in the order of their ids. */
    list: () => Array.fromAsync(queryAll(table, registryPk, ''), ({ sk }) => ({ routeId: sk })),
  };
}

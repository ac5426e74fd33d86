import { shareWork } from '../../domain/concurrency.ts';
import type { RegisteredRoute } from '../../domain/routes/pending.ts';
import type { DestinationSettings } from '../../domain/routes/route.ts';
import { registryKey, registryPk } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { absent } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import type { TableWrite } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

export type RouteRegistry = ReturnType<typeof createRouteRegistry>;

export function createRouteRegistry(ports: LedgerPorts) {
  const { table, clock } = ports;
  const known = new Set<string>();
  const registerOnce = shareWork<void>();
  return {
    /**
     * Registers routes before anything is put into their outboxes, so that their signals can be found however the
     * config changes. Once for each process and route; an entry is never removed. Called from outside for tables older
     * than the registry.
     */
    async registerRoutes(routeIds: readonly string[]): Promise<void> {
      for (const routeId of routeIds) {
        if (known.has(routeId)) continue;
        await registerOnce(routeId, async () => {
          const item = { ...registryKey(routeId), firstSeenAt: clock.now(), v: 1 };
          await ifHolds(tryAgain(ports, () => table.put(item, absent)));
          known.add(routeId);
        });
      }
    },

    /** Every registered route, in the order of their ids. */
    async listRoutes(): Promise<RegisteredRoute[]> {
      const routes: RegisteredRoute[] = [];
      for await (const item of queryAll(table, registryPk, '')) {
        routes.push({
          routeId: item.sk,
          firstSeenAt: numberOf(item, 'firstSeenAt') ?? 0,
          misplaced: stringOf(item, 'misplaced'),
          looked: stringOf(item, 'looked'),
          resumedAt: numberOf(item, 'resumedAt'),
          releasedAt: numberOf(item, 'releasedAt'),
        });
      }
      return routes;
    },

    async saveReleased(routeId: string, releasedAt: number): Promise<void> {
      const update = { key: registryKey(routeId), set: { releasedAt, v: 1 } };
      await tryAgain(ports, () => table.update(update));
    },

    async saveLook(routeId: string, looked: string): Promise<void> {
      await tryAgain(ports, () => table.update({ key: registryKey(routeId), set: { looked, v: 1 } }));
    },
  };
}

/** Part of the transaction that enables a route: tells the sweep to make the route's kept digests due. */
export function resumedMark(routeId: string, now: number): TableWrite {
  return { kind: 'update', key: registryKey(routeId), set: { resumedAt: now, v: 1 } };
}

/** Part of the transaction that keeps a digest its route can't take: tells the sweep to check it. */
export function misplacedMark(routeId: string, digestId: string, fence: number): TableWrite {
  return { kind: 'update', key: registryKey(routeId), set: { misplaced: `${digestId} ${fence}`, v: 1 } };
}

/** The value of `looked` after a check of the kept digests for a route of this kind. */
export function lookOf(misplaced: string, type: DestinationSettings['type']): string {
  return `${misplaced} ${type}`;
}

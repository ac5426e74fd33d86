import type { RegisteredRoute } from '../../domain/routes/pending.ts';
import type { DestinationSettings } from '../../domain/routes/route.ts';
import { registryKey, registryPk } from '../keys.ts';
import { absent } from '../table/conditions.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import { ConditionFailedError, type Table, type TableWrite } from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';

/**
 * Enters routes into the registry before anything is put into their outboxes: what waits for a route can then be
 * found however the config changes. Once per process and route; an entry is never removed.
 */
export function createRegistrar(table: Table, ports: TryAgainPorts) {
  const known = new Set<string>();
  return async (routeIds: readonly string[]): Promise<void> => {
    for (const routeId of routeIds) {
      if (known.has(routeId)) continue;
      const item = { ...registryKey(routeId), firstSeenAt: ports.clock.now(), v: 1 };
      try {
        await tryAgain(ports, () => table.put(item, absent));
      } catch (error) {
        if (!(error instanceof ConditionFailedError)) throw error;
      }
      known.add(routeId);
    }
  };
}

export async function listRoutes(table: Table): Promise<RegisteredRoute[]> {
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
}

/** Part of the transaction that enables a route: tells the sweep to make due what the route kept. */
export function resumedMark(routeId: string, now: number): TableWrite {
  return { kind: 'update', key: registryKey(routeId), set: { resumedAt: now, v: 1 } };
}

export async function saveReleased(
  table: Table,
  ports: TryAgainPorts,
  routeId: string,
  releasedAt: number,
): Promise<void> {
  await tryAgain(ports, () => table.update({ key: registryKey(routeId), set: { releasedAt, v: 1 } }));
}

/** Part of the transaction that keeps a digest its route can't take: tells the sweep to look after it. */
export function misplacedMark(routeId: string, digestId: string, fence: number): TableWrite {
  return { kind: 'update', key: registryKey(routeId), set: { misplaced: `${digestId} ${fence}`, v: 1 } };
}

/** What `looked` is, once what was kept was looked after for a route of this kind. */
export function lookOf(misplaced: string, type: DestinationSettings['type']): string {
  return `${misplaced} ${type}`;
}

export async function saveLook(
  table: Table,
  ports: TryAgainPorts,
  routeId: string,
  looked: string,
): Promise<void> {
  await tryAgain(ports, () => table.update({ key: registryKey(routeId), set: { looked, v: 1 } }));
}

import type { RegisteredRoute } from '../../domain/routes/pending.ts';
import type { DestinationSettings } from '../../domain/routes/route.ts';
import { dueAttributes } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { lookOf, type RouteRegistry } from '../routes/route-registry.ts';
import { all, equals } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import type { OwedDigests } from './owed-digests.ts';

export function createPlacing(
  { table }: LedgerPorts,
  { saveLook }: RouteRegistry,
  { readUndelivered }: OwedDigests,
) {
  return {
    /**
     * Checks the digests that were kept because their route was not in the config or had another kind of destination,
     * and makes those due that the route can take now. Checks once, and again only if more digests were kept or the
     * kind has changed. Returns how many became due.
     */
    async placeMisplaced(
      { routeId, misplaced, looked }: RegisteredRoute,
      type: DestinationSettings['type'],
      now: number,
    ): Promise<number> {
      if (misplaced === null || looked === lookOf(misplaced, type)) return 0;
      const condition = all(equals('state', 'HELD'), equals('misplaced', true));
      const remove = ['reason', 'misplaced'];
      let placed = 0;
      for await (const { pk, sk, destinationType } of readUndelivered(routeId)) {
        if (destinationType !== type) continue;
        const key = { pk, sk };
        const set = { state: 'FROZEN', ...dueAttributes(key, now) };
        if ((await ifHolds(table.update({ key, set, remove, condition }))).holds) placed += 1;
      }
      // After the digests, so that a crash in between repeats the check.
      await saveLook(routeId, lookOf(misplaced, type));
      return placed;
    },
  };
}

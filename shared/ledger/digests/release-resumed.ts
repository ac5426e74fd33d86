import type { RegisteredRoute } from '../../domain/routes/pending.ts';
import { dueAttributes } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import type { RouteRegistry } from '../routes/route-registry.ts';
import type { Routes } from '../routes/routes.ts';
import { all, equals, missing } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import type { OwedDigests } from './owed-digests.ts';

export function createReleasing(
  { table }: LedgerPorts,
  { saveReleased }: RouteRegistry,
  { readRoute }: Routes,
  { readUndelivered }: OwedDigests,
) {
  return {
    /**
     * Makes the digests due that were kept while a route was disabled, once after each resume. The command that
     * resumes does this, too; but if it is cut off in between, the route is enabled and nothing else would send the
     * kept digests. Returns how many became due.
     */
    async releaseResumed({ routeId, resumedAt, releasedAt }: RegisteredRoute, now: number): Promise<number> {
      if (resumedAt === null || resumedAt === releasedAt) return 0;
      // Disabled again: left to the next resume.
      if ((await readRoute(routeId)).state === 'DISABLED') return 0;
      const condition = all(equals('state', 'HELD'), missing('misplaced'));
      const remove = ['reason', 'throttledSince'];
      let released = 0;
      for await (const { pk, sk, state } of readUndelivered(routeId)) {
        if (state !== 'HELD') continue;
        const key = { pk, sk };
        const set = { state: 'FROZEN', attempts: 0, ...dueAttributes(key, now) };
        if ((await ifHolds(table.update({ key, set, remove, condition }))).holds) released += 1;
      }
      // After the digests, so that a crash in between repeats the release.
      await saveReleased(routeId, resumedAt);
      return released;
    },
  };
}

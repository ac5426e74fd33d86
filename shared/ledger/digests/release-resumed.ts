import type { RegisteredRoute } from '../../domain/routes/pending.ts';
import { dueAttributes } from '../keys.ts';
import { saveReleased } from '../routes/route-registry.ts';
import { readRoute } from '../routes/routes.ts';
import { all, equals, missing } from '../table/conditions.ts';
import { ConditionFailedError, type Table } from '../table/table.ts';
import type { TryAgainPorts } from '../table/try-again.ts';
import { readUndelivered } from './digest-listing.ts';

/**
 * Makes the digests due that were kept while a route was disabled, once after each resume. The command that resumes
 * does this too; where it is cut off in between, the route is enabled and nothing else would send what it kept.
 */
export async function releaseResumed(
  table: Table,
  ports: TryAgainPorts,
  { routeId, resumedAt, releasedAt }: RegisteredRoute,
  now: number,
): Promise<number> {
  if (resumedAt === null || resumedAt === releasedAt) return 0;
  // Disabled again: the next resume looks again.
  if ((await readRoute(table, routeId)).state === 'DISABLED') return 0;
  const condition = all(equals('state', 'HELD'), missing('misplaced'));
  let released = 0;
  for await (const { pk, sk, state } of readUndelivered(table, routeId)) {
    if (state !== 'HELD') continue;
    const key = { pk, sk };
    const set = { state: 'FROZEN', attempts: 0, ...dueAttributes(key, now) };
    try {
      await table.update({ key, set, remove: ['reason', 'throttledSince'], condition });
      released += 1;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
  // After the digests: a crash in between looks once more.
  await saveReleased(table, ports, routeId, resumedAt);
  return released;
}

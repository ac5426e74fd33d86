import type { RegisteredRoute } from '../../domain/routes/pending.ts';
import type { DestinationSettings } from '../../domain/routes/route.ts';
import { dueAttributes } from '../keys.ts';
import { lookOf, saveLook } from '../routes/route-registry.ts';
import { all, equals } from '../table/conditions.ts';
import { ConditionFailedError, type Table } from '../table/table.ts';
import type { TryAgainPorts } from '../table/try-again.ts';
import { readUndelivered } from './digest-listing.ts';

/**
 * Looks once after what was kept because its route was not in the config, or for another kind of destination: what
 * the route can take now is due at once. Looks again only when more was kept, or when the kind has changed.
 */
export async function placeMisplaced(
  table: Table,
  ports: TryAgainPorts,
  { routeId, misplaced, looked }: RegisteredRoute,
  type: DestinationSettings['type'],
  now: number,
): Promise<number> {
  if (misplaced === null || looked === lookOf(misplaced, type)) return 0;
  const condition = all(equals('state', 'HELD'), equals('misplaced', true));
  const remove = ['reason', 'misplaced'];
  let placed = 0;
  for await (const { pk, sk, destinationType } of readUndelivered(table, routeId)) {
    if (destinationType !== type) continue;
    const key = { pk, sk };
    try {
      await table.update({ key, set: { state: 'FROZEN', ...dueAttributes(key, now) }, remove, condition });
      placed += 1;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  }
  // After the digests: a crash in between looks once more.
  await saveLook(table, ports, routeId, lookOf(misplaced, type));
  return placed;
}

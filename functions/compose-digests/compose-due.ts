import { beginElsewhere, inParallel } from '../../shared/domain/concurrency.ts';
import { minuteMs } from '../../shared/domain/duration.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { ReadRoute } from '../lookups/read-routes-once.ts';
import { type ComposeResult, composeDigests } from './compose-digests.ts';
import { partMs } from './digests/freeze-batch.ts';
import type { ComposePorts, ComposeRequest } from './digests/ports.ts';
import { composeHeartbeat } from './reports/compose-heartbeat.ts';

/** A smaller share might begin no part of a digest, and send nothing. */
const leastShareMs = 2 * partMs;

/**
 * Composes one route after the other: a schedule for each would take as many concurrent executions, of the ten that a
 * new account has. Every route is tried, and has its share of the time. The next minute begins with another one, so
 * that a few with large backlogs can't always be the first.
 */
export async function composeDue(
  ports: ComposePorts,
  routes: readonly Route[],
  {
    dryRun,
    deadline,
    readRoute,
  }: Pick<ComposeRequest, 'dryRun' | 'deadline'> & { readonly readRoute: ReadRoute },
): Promise<ComposeResult[]> {
  const { clock } = ports;
  const inTurn = beginElsewhere(routes, Math.floor(clock.now() / minuteMs));
  let left = inTurn.length;
  const results = await inParallel(inTurn, 1, async (route) => {
    const now = clock.now();
    const share = Math.max((deadline - now) / left, leastShareMs);
    left -= 1;
    const reading = await readRoute(route);
    // The composition reads everything, and the place stays: what is due is found again if this fails.
    if (reading.isDue)
      return composeDigests(ports, { route, dryRun, deadline: Math.min(now + share, deadline) });
    if (dryRun) return null;
    const { item, place } = reading;
    if (place !== item.place) await ports.ledger.routes.movePlace(route.id, item.place, place, now);
    await composeHeartbeat(ports, route, reading);
    return null;
  });
  return results.filter((result) => result !== null);
}

import { type Clock, isoTime } from '../../shared/domain/clock.ts';
import { lastSlot } from '../../shared/domain/digests/last-slot.ts';
import { timeSchedules } from '../timed-schedules.ts';
import type { Pipeline } from './pipeline.ts';

/**
 * Sends the heartbeats that were missed while no process ran: only the latest of each route, which covers the whole
 * time since the last one sent. A heartbeat that was sent is not sent again.
 */
export async function makeUpHeartbeats(
  { config, ledger, invoke }: Pick<Pipeline, 'config' | 'ledger' | 'invoke'>,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  const known = new Map((await ledger.listRoutes()).map((route) => [route.routeId, route.firstSeenAt]));
  for (const { every, target, event, routeId, times } of timeSchedules(config)) {
    if (every !== 'heartbeat' || routeId === undefined) continue;
    // A route that never ran has missed nothing.
    const firstSeenAt = known.get(routeId);
    if (firstSeenAt === undefined) continue;
    const slot = lastSlot(times.next, clock.now());
    const told = (await ledger.readHeartbeat(routeId))?.slot;
    const since = told === undefined ? firstSeenAt : Date.parse(told);
    if (slot === null || slot <= since) continue;
    await invoke(target, { ...event, slot: isoTime(slot) });
  }
}

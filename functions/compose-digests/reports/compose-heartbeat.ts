import { isoTime } from '../../../shared/domain/clock.ts';
import { rhythmOf } from '../../../shared/domain/health/facts.ts';
import { countRead } from '../../../shared/domain/health/judge-reading.ts';
import { isHeartbeatDue, mostUndelivered, nameTimes } from '../../../shared/domain/reports/heartbeat.ts';
import { quietUntil } from '../../../shared/domain/routes/quiet.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { zoneOf } from '../../../shared/domain/routes/route-view.ts';
import type { RouteReading } from '../../lookups/read-routes-once.ts';
import { nextDigestAt } from '../digests/describe-slot.ts';
import type { ComposePorts } from '../digests/ports.ts';
import { freezeReport } from './freeze-report.ts';

/** The first times that a route is seen with have not been missed. */
export async function composeHeartbeat(
  ports: ComposePorts,
  route: Route,
  reading: RouteReading,
): Promise<void> {
  const { config, ledger, clock, nextSlot } = ports;
  const { heartbeat } = route;
  const { item } = reading;
  if (heartbeat === undefined || item.state === 'DISABLED') return;
  const now = clock.now();
  const mark = { at: now, times: nameTimes(heartbeat) };
  const step = { ver: item.ver, report: 'heartbeat', mark } as const;
  if (item.heartbeat?.times !== mark.times) {
    await ledger.routes.moveMark(route.id, step);
    return;
  }
  if (quietUntil(route, now) !== null || !isHeartbeatDue(route, heartbeat, item, now, nextSlot)) return;
  const isWaiting = await reading.hasWaiting();
  const nextAt = isWaiting ? nextDigestAt(ports, route, now) : null;
  // The schedule of their route has ended, which `status` tells, or the next sweep composes them.
  if (isWaiting && nextAt === null) return;
  const proof = await ledger.polls.readProof(config.watch, now);
  const rhythm = rhythmOf(config.watch, ports.isLasting ?? true);
  const { buyers, unread, readSince, awaySince } = countRead(proof, rhythm, now);
  const muted = await ledger.mutes.count(route.id, reading.delaying.mutes, now);
  // What was never delivered is still news to readers.
  const owed = await ledger.digests.listOutermost(route.id, mostUndelivered / 2);
  const content = {
    kind: 'heartbeat' as const,
    routeId: route.id,
    since: item.round && isoTime(Math.min(item.round.createdAt, now)),
    until: isoTime(now),
    nextAt: nextAt === null ? null : isoTime(nextAt),
    buyers,
    unread,
    readSince: isoTime(readSince),
    awaySince: awaySince === null ? null : isoTime(awaySince),
    muted: muted.reduce((sum, { signals }) => sum + signals, 0),
    held: item.held,
    undelivered: owed.digests.filter(({ kind }) => kind === 'digest').length,
    timezone: route.timezone ?? heartbeat.timezone ?? zoneOf(route),
  };
  await freezeReport(ports, route, content, now, step);
}

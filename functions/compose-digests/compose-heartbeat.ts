import { isoTime } from '../../shared/domain/clock.ts';
import { newDigestId } from '../../shared/domain/digests/digest-id.ts';
import {
  type HeartbeatContent,
  isHeartbeatDue,
  nameTimes,
  tellHeartbeat,
} from '../../shared/domain/digests/heartbeat.ts';
import { quietUntil } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import { nextDigestAt } from './describe-slot.ts';
import type { RouteLook } from './look-once.ts';
import type { ComposePorts } from './ports.ts';

/**
 * Creates the heartbeat of a route that has nothing to send, if a time of it has passed since the route's last message.
 * The first times that a route is seen with have not been missed. If the route's item changes meanwhile, the next sweep decides.
 */
export async function composeHeartbeat(ports: ComposePorts, route: Route, look: RouteLook): Promise<void> {
  const { ledger, clock, nextSlot } = ports;
  const { heartbeat } = route;
  const { item, oldest } = look;
  if (heartbeat === undefined || item.state === 'DISABLED') return;
  const now = clock.now();
  const mark = { at: now, times: nameTimes(heartbeat) };
  if (item.heartbeat?.times !== mark.times) return ledger.markHeartbeat(route.id, item.ver, mark);
  if (quietUntil(route, now) !== null || !isHeartbeatDue(route, heartbeat, item, now, nextSlot)) return;
  const nextAt = oldest.length > 0 ? nextDigestAt(ports, route, now) : null;
  // Their route's schedule has ended, which `status` tells.
  if (oldest.length > 0 && nextAt === null) return;
  const muted = await ledger.countMuted(route.id, look.delaying.mutes, now);
  const content: HeartbeatContent = {
    digestId: newDigestId(ports.random),
    routeId: route.id,
    since: item.round && isoTime(Math.min(item.round.at, now)),
    until: isoTime(now),
    nextAt: nextAt === null ? null : isoTime(nextAt),
    muted: muted.reduce((sum, { signals }) => sum + signals, 0),
    held: item.held,
    timezone: route.timezone ?? heartbeat.timezone ?? zoneOf(route),
  };
  await freezeHeartbeat(ports, route, content, { ver: item.ver, heartbeat: mark });
}

async function freezeHeartbeat(
  ports: ComposePorts,
  { id: routeId, to }: Route,
  content: HeartbeatContent,
  step: { readonly ver: number; readonly heartbeat: { readonly at: number; readonly times: string } },
): Promise<void> {
  const { digestId, until } = content;
  const renderer = ports.rendererFor(to.type);
  const body = renderer.renderHeartbeat(content);
  const pointer = { routeId, slot: heartbeatSlot(until), part: 1 };
  const digest = {
    ...pointer,
    digestId,
    destinationType: to.type,
    body,
    members: [],
    outline: { headline: tellHeartbeat(content), hot: 0, buyers: [] },
  };
  const plainBody = renderer.renderHeartbeatPlain?.(content);
  if (!(await ports.ledger.freeze({ ...digest, plainBody }, step.heartbeat.at, undefined, step))) return;
  ports.observe({ kind: 'heartbeat-frozen', routeId, digestId });
  await ports.queue('delivery').send([pointer]);
}

/** Differs from that of a digest of the same moment, and sorts by time, too. */
function heartbeatSlot(time: string): string {
  return `${time}+heartbeat`;
}

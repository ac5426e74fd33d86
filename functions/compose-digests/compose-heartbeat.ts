import { isoTime } from '../../shared/domain/clock.ts';
import { noDigestId } from '../../shared/domain/digests/digest-id.ts';
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
  const content = {
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
  content: Omit<HeartbeatContent, 'digestId'>,
  step: { readonly ver: number; readonly heartbeat: { readonly at: number; readonly times: string } },
): Promise<void> {
  const renderer = ports.rendererFor(to.type);
  const render = (digestId: string) => ({
    body: renderer.renderHeartbeat({ ...content, digestId }),
    plainBody: renderer.renderHeartbeatPlain?.({ ...content, digestId }),
  });
  const pointer = { routeId, slot: heartbeatSlot(content.until), part: 1 };
  const unnamed = { ...pointer, members: [], ...render(noDigestId) };
  const digestId = (await ports.ledger.readNaming(routeId))(unnamed);
  const outline = { headline: tellHeartbeat({ ...content, digestId }), hot: 0, buyers: [] };
  const digest = { ...unnamed, ...render(digestId), digestId, destinationType: to.type, outline };
  if (!(await ports.ledger.freeze(digest, step.heartbeat.at, undefined, step))) return;
  ports.observe({ kind: 'heartbeat-frozen', routeId, digestId });
  await ports.queue('delivery').send([pointer]);
}

/** Differs from that of a digest of the same moment, and sorts by time, too. */
function heartbeatSlot(time: string): string {
  return `${time}+heartbeat`;
}

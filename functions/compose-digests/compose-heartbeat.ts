import type { FrozenDigest } from '../../shared/domain/digests/delivery.ts';
import { newDigestId } from '../../shared/domain/digests/digest-id.ts';
import {
  type HeartbeatContent,
  heartbeatSlot,
  measurePeriod,
} from '../../shared/domain/digests/heartbeat.ts';
import { tellHeartbeat } from '../../shared/domain/digests/tell-heartbeat.ts';
import type { DestinationSettings, Route } from '../../shared/domain/routes/route.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { FunctionPorts } from '../function-ports.ts';

export interface ComposeHeartbeatPorts
  extends Pick<FunctionPorts, 'clock' | 'random' | 'observe' | 'ledger' | 'queue'> {
  /** Pure, as for digests. The plain form is for destinations that may reject the first one. */
  readonly rendererFor: (type: DestinationSettings['type']) => {
    readonly renderHeartbeat: (content: HeartbeatContent) => string;
    readonly renderHeartbeatPlain?: (content: HeartbeatContent) => string;
  };
}

export interface HeartbeatRequest {
  readonly route: Route;
  /** The scheduled time, ISO 8601. */
  readonly slot: string;
  /** The slot of the event, if it is too old to create a heartbeat for: a newer heartbeat already covers its time. */
  readonly named?: string | undefined;
  readonly dryRun: boolean;
}

export interface HeartbeatResult {
  readonly routeId: string;
  readonly slot: string;
  readonly state: 'ENABLED' | 'DISABLED';
  /** null if no heartbeat was created: in a dry run, for a disabled route, or if the slot already has one. */
  readonly digestId: string | null;
  /** Its text; null for a disabled route, or if the slot already has a heartbeat. */
  readonly sentence: string | null;
}

const mostOvertaken = 5;

/** Other instances kept creating heartbeats of the same route. The invocation fails and is retried. */
export class HeartbeatOvertakenError extends Error {
  override readonly name = 'HeartbeatOvertakenError';
  readonly code = 'HEARTBEAT_OVERTAKEN';
}

/** Creates a route's heartbeat, which counts the events since the last one. */
export async function composeHeartbeat(
  ports: ComposeHeartbeatPorts,
  { route, slot, named = slot, dryRun }: HeartbeatRequest,
): Promise<HeartbeatResult> {
  const { state } = await ports.ledger.readRoute(route.id);
  const none = { routeId: route.id, slot, state, digestId: null, sentence: null };
  // It would only be kept, and the first heartbeat after a resume covers the whole time.
  if (state === 'DISABLED' && !dryRun) return none;
  for (let overtaken = 0; overtaken <= mostOvertaken; overtaken += 1) {
    const before = await ports.ledger.readHeartbeat(route.id);
    // A duplicate, or superseded by a newer heartbeat.
    if (before !== null && before.slot >= named && !dryRun) return none;
    const now = ports.clock.now();
    const tallied = await ports.ledger.readTallies(now);
    const { content: measured, mark } = measurePeriod(tallied, before, { routeId: route.id, slot, now });
    const own = heartbeatSlot(slot);
    const digestId = newDigestId(ports.random);
    const content = { ...measured, digestId, routeId: route.id, timezone: timezoneOf(route) };
    const sentence = tellHeartbeat(content);
    if (dryRun) return { ...none, sentence };
    const digest = freezable(ports, route, own, content);
    const outcome = await ports.ledger.freezeHeartbeat(digest, { before, after: mark }, now);
    if (outcome === 'taken') return none;
    if (outcome === 'frozen') {
      await announce(ports, digest);
      return { ...none, digestId, sentence };
    }
  }
  throw new HeartbeatOvertakenError(
    `${route.id}: another instance stored a heartbeat first, ${mostOvertaken + 1} times`,
  );
}

/** Its own before that of the route's digests: its days are what it tells. */
function timezoneOf(route: Route): string {
  return route.timezone ?? route.heartbeat?.timezone ?? zoneOf(route);
}

function freezable(
  { rendererFor }: ComposeHeartbeatPorts,
  route: Route,
  slot: string,
  content: HeartbeatContent,
): FrozenDigest {
  const renderer = rendererFor(route.to.type);
  return {
    routeId: route.id,
    slot,
    part: 1,
    digestId: content.digestId,
    destinationType: route.to.type,
    body: renderer.renderHeartbeat(content),
    plainBody: renderer.renderHeartbeatPlain?.(content),
    members: [],
  };
}

async function announce(ports: ComposeHeartbeatPorts, digest: FrozenDigest): Promise<void> {
  const { routeId, slot, part, digestId, body } = digest;
  ports.observe({
    kind: 'heartbeat-frozen',
    routeId,
    digestId,
    bytes: Buffer.byteLength(body),
  });
  await ports.queue('delivery').send([{ routeId, slot, part }]);
}

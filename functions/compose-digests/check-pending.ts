import { inParallel } from '../../shared/domain/concurrency.ts';
import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import { delayOf } from '../../shared/domain/routes/delay.ts';
import { dueAt } from '../../shared/domain/routes/due.ts';
import { isPaused } from '../../shared/domain/routes/pause.ts';
import { quietMsBetween } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { type LookAt, lookOnce, type RouteLook } from './look-once.ts';
import type { ComposePorts } from './ports.ts';

export interface PendingCheck {
  /** How late the oldest pending entry or digest is. */
  readonly overdueSeconds: number;
  /** Without those that an operator paused. This and the next two are null if this sweep did not count them. */
  readonly disabledRoutes: number | null;
  readonly vanishedRoutes: number | null;
  readonly vanishedPending: number | null;
}

export interface PendingRequest {
  /** The sweep's scheduled time, ISO 8601. */
  readonly slot: string;
  readonly dryRun: boolean;
  readonly lookAt: LookAt;
}

/** Disabled and removed routes are counted less often: counting costs reads, and the numbers rarely change. */
const lookEveryMs = 600_000;
const mostCounted = 100;

/** Measures overdue work, and counts the backlogs of removed routes. `waiting`: the digests that wait for an attempt. */
export async function checkPending(
  ports: ComposePorts,
  { slot, dryRun, lookAt }: PendingRequest,
  waiting: readonly DigestPointer[],
): Promise<PendingCheck> {
  const { routes } = ports.config;
  const routeIds = routes.map(({ id }) => id);
  if (!dryRun) await ports.ledger.registerRoutes(routeIds);
  const looks = await inParallel(routes, 1, async (route) => ({ route, ...(await lookAt(route)) }));
  const lateness = await inParallel(looks, 1, (look) => measureLateness(ports, look, waiting));
  const counts = Date.parse(slot) % lookEveryMs === 0;
  const vanished = counts ? await ports.ledger.countVanished(routeIds, mostCounted) : null;
  const check = {
    overdueSeconds: Math.floor(Math.max(0, ...lateness) / 1000),
    disabledRoutes: counts
      ? looks.filter(({ item }) => item.state === 'DISABLED' && !isPaused(item)).length
      : null,
    vanishedRoutes: vanished?.length ?? null,
    vanishedPending:
      vanished?.reduce((sum, one) => sum + one.signalsWaiting + one.signalsHeld + one.digests, 0) ?? null,
  };
  if (!dryRun) ports.observe({ kind: 'pending-checked', ...check });
  return check;
}

interface Looked extends RouteLook {
  readonly route: Route;
}

/** Not of a disabled route, which has its own alarm, or was paused by hand. Without quiet hours, in which nothing is sent. */
async function measureLateness(
  ports: ComposePorts,
  look: Looked,
  waiting: readonly DigestPointer[],
): Promise<number> {
  const isWaiting = waiting.some(({ routeId }) => routeId === look.route.id);
  return latenessOf(ports, look, isWaiting ? await digestsOwedSince(ports, look.route.id, waiting) : []);
}

type LookPorts = Pick<ComposePorts, 'ledger' | 'clock' | 'nextSlot'>;

/** For how many milliseconds a route's oldest signal has waited longer than the route's rules explain. */
export async function measureSignals(ports: LookPorts, route: Route): Promise<number> {
  return latenessOf(ports, { route, ...(await lookOnce(ports)(route)) }, []);
}

function latenessOf(ports: LookPorts, look: Looked, digestsSince: readonly number[]): number {
  if (look.item.state === 'DISABLED') return 0;
  const now = ports.clock.now();
  const since = Math.min(now, ...digestsSince, ...look.oldest.map((entry) => owedSince(ports, look, entry)));
  return now - since - quietMsBetween(look.route, since, now);
}

/** When each digest of a route was frozen or resent that waits for an attempt; those that failed for good do not. */
async function digestsOwedSince(
  { ledger }: ComposePorts,
  routeId: string,
  waiting: readonly DigestPointer[],
): Promise<number[]> {
  const nameOf = (digest: DigestPointer): string => `${digest.routeId} ${digest.slot} ${digest.part}`;
  const names = new Set(waiting.map(nameOf));
  const owed = await ledger.listOwed(routeId);
  return owed.filter((digest) => names.has(nameOf(digest))).map(({ since }) => since);
}

/** When a signal should have been in a digest. One that waits for its route's next time is not overdue. */
function owedSince(
  { nextSlot }: LookPorts,
  { route, delaying }: Looked,
  { enteredAt, ...entry }: Looked['oldest'][number],
): number {
  // No time will send it if the schedule has ended.
  const sent = dueAt(route, enteredAt, nextSlot) ?? enteredAt;
  // It may have waited for a value, and have been delayed then: it is due since the end of that.
  const due = Math.max(sent, entry.releaseAt ?? 0);
  return delayOf(delaying, entry, due)?.until ?? due;
}

import type { Trouble } from '../../shared/domain/alerts/facts.ts';
import { minuteMs } from '../../shared/domain/duration.ts';
import { dueAt } from '../../shared/domain/routes/due.ts';
import { quietMsBetween, quietUntil } from '../../shared/domain/routes/quiet.ts';
import { hasTemplate, type Route } from '../../shared/domain/routes/route.ts';
import { delayOf } from '../../shared/domain/signals/delay.ts';
import type { KnownSummary } from '../../shared/domain/signals/outbox.ts';
import type { DigestListing } from '../../shared/ledger/items/digest-listing.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { RouteState } from '../../shared/ledger/routes/routes.ts';
import type { FunctionPorts } from '../function-ports.ts';
import { type RouteReading, type RouteReadPorts, readRoutesOnce } from './read-routes-once.ts';

/** `unreadSince`: sweeps have been reading its outbox since then; null if one reading holds it. */
export async function measureRoute(ports: LatenessPorts, route: Route) {
  const reading = await readRoutesOnce(ports)(route);
  const unreadSince = reading.place === null ? null : (reading.item.turnSince ?? ports.clock.now());
  return { signalsLateMs: signalsLateMs(ports, reading), unreadSince };
}

interface LatenessPorts extends RouteReadPorts, Pick<FunctionPorts, 'isLasting'> {
  /** Summaries that no signal waits for any more, by buyer. Absent in a sweep: a read for each buyer costs too much. */
  readonly decided?: ReadonlyMap<string, KnownSummary> | undefined;
}

/** Milliseconds that a route's oldest signal has waited beyond what the route's rules explain. */
export function signalsLateMs(ports: LatenessPorts, reading: RouteReading): number {
  const { route } = reading.delaying;
  const now = ports.clock.now();
  // Quiet hours delay all of them, however late they were before. Without a lasting process, nothing sends them after that.
  const isDelayed = (ports.isLasting ?? true) && quietUntil(route, now) !== null;
  if (reading.item.state === 'DISABLED' || isDelayed) return 0;
  return lateMs(route, Math.min(now, ...reading.undelayed.map((one) => owedSince(ports, reading, one))), now);
}

/** A digest has been owed for so many milliseconds. Quiet hours do not count. */
export function owedMs(
  route: Route,
  { resentAt, frozenAt }: Pick<DigestListing, 'resentAt' | 'frozenAt'>,
  now: number,
): number {
  return lateMs(route, resentAt ?? frozenAt, now);
}

/** Quiet hours, in which nothing is sent, do not count. */
export function lateMs(route: Route, since: number, now: number): number {
  return Math.max(0, now - since - quietMsBetween(route, since, now));
}

/** A template that fails is noted each minute, unless its route is quiet. */
const isStillFailingMs = 15 * minuteMs;

/** A template's trouble ends when it no longer fails. Other troubles have no end. */
export function isOver(
  route: Route,
  { state, since }: Pick<RouteState, 'state' | 'since'>,
  { kind, at }: Trouble,
  now: number,
): boolean {
  // Nothing is composed for a disabled route: its template fails still if it failed when the route was disabled.
  const triedAt = state === 'DISABLED' ? (since ?? now) : now;
  return kind === 'template' && lateMs(route, at, triedAt) >= isStillFailingMs;
}

/** What a route's template fails for now; null if it fails for nothing. */
export async function findFailingTemplate(
  ledger: Pick<Ledger, 'troubles'>,
  route: Route,
  item: RouteState,
  now: number,
): Promise<Trouble | null> {
  const troubles = hasTemplate(route.to) ? await ledger.troubles.list(route.id) : [];
  return troubles.find((one) => one.kind === 'template' && !isOver(route, item, one, now)) ?? null;
}

/** A signal that waits for its route's next time is not overdue. */
function owedSince(
  { nextSlot, decided }: LatenessPorts,
  { delaying }: RouteReading,
  { entry, from }: RouteReading['undelayed'][number],
): number {
  // No time will send it if the schedule has ended.
  const sent = dueAt(delaying.route, from, nextSlot) ?? from;
  // A signal that waited for a value was delayed then: it is due since the end of that. A hot one since its summary came.
  const summary = entry.hot ? decided?.get(entry.buyerId) : undefined;
  const due = Math.max(sent, Math.min(entry.releaseAt ?? 0, summary?.fetchedAt ?? Number.POSITIVE_INFINITY));
  return delayOf(delaying, entry, due)?.until ?? due;
}

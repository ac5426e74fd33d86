import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import { delayOf } from '../../shared/domain/routes/delay.ts';
import { dueAt } from '../../shared/domain/routes/due.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { PendingCounts, WaitingEntry } from '../../shared/domain/routes/pending.ts';
import { quietMsBetween } from '../../shared/domain/routes/quiet.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { ComposePorts } from './ports.ts';

export interface PendingCheck {
  /** How late the oldest pending entry or digest is. */
  readonly overdueSeconds: number;
  /** This and the next two are null if this sweep did not count them. */
  readonly disabledRoutes: number | null;
  readonly vanishedRoutes: number | null;
  readonly vanishedPending: number | null;
}

const minuteMs = 60_000;
/** A failed invocation is retried for some minutes. */
const missedAfterMs = 10 * minuteMs;
/** Disabled and removed routes are counted less often: counting costs reads, and the numbers rarely change. */
const lookEveryMinutes = 10;
const mostCounted = 100;

/** Measures overdue work, and counts the backlogs of removed routes. */
export async function checkPending(
  ports: ComposePorts,
  { slot, dryRun }: { readonly slot: string; readonly dryRun: boolean },
  waiting: readonly DigestPointer[],
): Promise<PendingCheck> {
  const routeIds = ports.config.routes.map(({ id }) => id);
  if (!dryRun) await ports.ledger.registerRoutes(routeIds);
  const overdueSeconds = await measureOverdue(ports, waiting);
  const looks = Math.floor(Date.parse(slot) / minuteMs) % lookEveryMinutes === 0;
  const vanished = looks ? await ports.ledger.countVanished(routeIds, mostCounted) : null;
  const check = {
    overdueSeconds,
    disabledRoutes: looks ? await countDisabled(ports) : null,
    vanishedRoutes: vanished?.length ?? null,
    vanishedPending: vanished?.reduce((sum, one) => sum + countOf(one), 0) ?? null,
  };
  if (!dryRun) ports.observe({ kind: 'pending-checked', ...check });
  return check;
}

async function countDisabled({ config, ledger }: ComposePorts): Promise<number> {
  let disabled = 0;
  for (const { id } of config.routes) if ((await ledger.readRoute(id)).state === 'DISABLED') disabled += 1;
  return disabled;
}

function countOf({ signalsWaiting, signalsHeld, digests }: PendingCounts): number {
  return signalsWaiting + signalsHeld + digests;
}

/** Skips disabled routes, which have their own alarm. Signals that wait for the next scheduled time are not overdue. */
async function measureOverdue(ports: ComposePorts, waiting: readonly DigestPointer[]): Promise<number> {
  const now = ports.clock.now();
  let longest = 0;
  const isOld = hasOld(waiting, now);
  const mutes = await ports.ledger.listMutes();
  for (const route of ports.config.routes) {
    const digestSince = isOld ? await digestOwedSince(ports, route.id, waiting) : slotOf(waiting, route.id);
    const since = earliest(await signalOwedSince(ports, route, mutes), digestSince);
    if (since === null || since >= now) continue;
    if ((await ports.ledger.readRoute(route.id)).state !== 'ENABLED') continue;
    longest = Math.max(longest, latenessOf(route, since, now));
  }
  return Math.floor(longest / 1000);
}

/** Without quiet hours, in which nothing is sent. */
function latenessOf(route: Route, since: number, now: number): number {
  return now - since - quietMsBetween(route, since, now);
}

/** Usually no digest waits that long, and the reads of `listOwed` can be skipped. */
function hasOld(waiting: readonly DigestPointer[], now: number): boolean {
  return waiting.some(({ slot }) => now - (slotTime(slot) ?? 0) > missedAfterMs);
}

function slotOf(waiting: readonly DigestPointer[], routeId: string): number | null {
  const own = waiting.filter((digest) => digest.routeId === routeId);
  return own.reduce<number | null>((first, { slot }) => earliest(first, slotTime(slot)), null);
}

/** Counts from a replay, not from the slot, which may be much older. */
async function digestOwedSince(
  { ledger }: ComposePorts,
  routeId: string,
  waiting: readonly DigestPointer[],
): Promise<number | null> {
  const nameOf = (digest: DigestPointer): string => `${digest.routeId} ${digest.slot} ${digest.part}`;
  // `listOwed` also returns kept and given-up digests, which wait for no attempt.
  const names = new Set(waiting.map(nameOf));
  const owed = (await ledger.listOwed(routeId)).filter((digest) => names.has(nameOf(digest)));
  return owed.reduce<number | null>((first, { since }) => earliest(first, since), null);
}

/** When the first of a route's signals should have been in a digest; null if none is waiting that nothing delays. */
async function signalOwedSince(
  ports: ComposePorts,
  route: Route,
  mutes: readonly Mute[],
): Promise<number | null> {
  const now = ports.clock.now();
  const round = route.gather === undefined ? null : (await ports.ledger.readRoute(route.id)).round;
  const delaying = { route, mutes, round, hasSummary: () => false };
  // In quiet hours every entry is delayed: the reading would go through the whole outbox to say so.
  const isDelayed = (entry: WaitingEntry): boolean =>
    (delayOf(delaying, entry, now)?.reason ?? 'quiet') !== 'quiet';
  let first: number | null = null;
  for (const entry of await ports.ledger.readOldestEntries(route.id, isDelayed)) {
    // No time will send it if the schedule has ended.
    const sent = dueAt(route, entry.enteredAt, ports.nextSlot) ?? entry.enteredAt;
    // It may have waited for a value, and have been delayed then: it is due since the end of that.
    const due = Math.max(sent, entry.releaseAt ?? 0);
    first = earliest(first, delayOf(delaying, entry, due)?.until ?? due);
  }
  return first;
}

/** A heartbeat's slot is a time followed by a word. */
function slotTime(slot: string | undefined): number | null {
  const time = Date.parse((slot ?? '').replace(/Z.+$/, 'Z'));
  return Number.isNaN(time) ? null : time;
}

function earliest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

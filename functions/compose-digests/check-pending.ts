import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import { lastSlot } from '../../shared/domain/digests/last-slot.ts';
import { delayOf } from '../../shared/domain/routes/delay.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import { gatherMsOf } from '../../shared/domain/routes/pace.ts';
import type { PendingCounts, WaitingEntry } from '../../shared/domain/routes/pending.ts';
import { quietMsBetween, quietUntil } from '../../shared/domain/routes/quiet.ts';
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
  const overdueSeconds = await measureOverdue(ports, waiting, dryRun);
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
async function measureOverdue(
  ports: ComposePorts,
  waiting: readonly DigestPointer[],
  dryRun: boolean,
): Promise<number> {
  const now = ports.clock.now();
  let longest = 0;
  const isOld = hasOld(waiting, now);
  const mutes = await ports.ledger.listMutes();
  for (const route of ports.config.routes) {
    const { slotAt, endedAt, hasPassed } = await entriesDue(ports, route, mutes);
    const digestSince = isOld ? await digestOwedSince(ports, route.id, waiting) : slotOf(waiting, route.id);
    const since = earliest(earliest(slotAt, endedAt), digestSince);
    if (since === null || since >= now) continue;
    if ((await ports.ledger.readRoute(route.id)).state !== 'ENABLED') continue;
    longest = Math.max(longest, latenessOf(route, since, now));
    if (slotAt !== null && !dryRun) await makeUpMissed(ports, route, hasPassed ? null : slotAt);
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

/**
 * Makes up for a missed slot: the route was disabled at that time, or composing failed permanently. The next slot may
 * be a week away, so the next sweep composes this one. `slotAt`: null if it is missed for sure.
 */
async function makeUpMissed(ports: ComposePorts, route: Route, slotAt: number | null): Promise<void> {
  const { id, when } = route;
  const now = ports.clock.now();
  if (when === 'immediately') return;
  if (slotAt !== null && latenessOf(route, slotAt, now) < missedAfterMs) return;
  // The slot is marked for the end of the quiet hours, at the latest by the check at that time.
  if (quietUntil(route, now) !== null) return;
  const slot = lastSlot((after) => ports.nextSlot(when, after), now);
  if (slot !== null) await ports.ledger.markLate({ routeId: id, slot: new Date(slot).toISOString() }, now);
}

/** The earliest times at which entries became due; null if there are none. */
interface EntriesDue {
  /** When a digest should have been created. */
  readonly slotAt: number | null;
  /** Since when an entry waits although its route's schedule has ended: it raises an alarm, since no slot will send it. */
  readonly endedAt: number | null;
  /** An entry was released after its slot: a route may have got it only then, once values had come (ADR 42). */
  readonly hasPassed: boolean;
}

async function entriesDue(ports: ComposePorts, route: Route, mutes: readonly Mute[]): Promise<EntriesDue> {
  const now = ports.clock.now();
  let slotAt: number | null = null;
  let endedAt: number | null = null;
  let hasPassed = false;
  /** Since when the route's pace lets it out. */
  const pacedAt = ({ enteredAt }: WaitingEntry): number => enteredAt + gatherMsOf(route);
  // In quiet hours every entry is delayed: the reading would go through the whole outbox to say so.
  const isDelayed = (entry: WaitingEntry): boolean =>
    pacedAt(entry) > now || (delayOf(route, mutes, entry, now)?.reason ?? 'quiet') !== 'quiet';
  for (const entry of await ports.ledger.readOldestEntries(route.id, now, isDelayed)) {
    const { releaseAt } = entry;
    const readyAt = pacedAt(entry);
    const leastDue = Math.max(readyAt, releaseAt ?? readyAt);
    const mayHavePassed = releaseAt !== null && !hasPassed;
    if (slotAt !== null && leastDue >= slotAt && !mayHavePassed) continue;
    const slot = slotAfter(ports, route.when, readyAt);
    if (mayHavePassed && slot !== null && leastDue > slot) hasPassed = true;
    const dueAt = Math.max(slot ?? leastDue, leastDue);
    // It may have been delayed then: it is due since the end of that.
    const sendableAt = delayOf(route, mutes, entry, dueAt)?.until ?? dueAt;
    if (slot === null) endedAt = earliest(endedAt, sendableAt);
    else slotAt = earliest(slotAt, sendableAt);
  }
  return { slotAt, endedAt, hasPassed };
}

function slotAfter({ nextSlot }: ComposePorts, when: Route['when'], readyAt: number): number | null {
  if (when !== 'immediately') return nextSlot(when, readyAt);
  return (Math.floor(readyAt / minuteMs) + 1) * minuteMs;
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

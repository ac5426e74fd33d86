import { isSqsEvent } from '../../../functions/runtime/invocation.ts';
import { parseDuration } from '../../../shared/domain/duration.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { routeKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { findByLooking } from '../../support/time/plain-cron.ts';
import { quietEndAt } from '../../support/time/quiet-clock.ts';
import type { Instance } from '../parts/instance.ts';
import type { Passed } from '../parts/memory.ts';
import { day, hour } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { isSweep } from './check-at-once.ts';
import { type Composition, checkLeft, composedIn, isStillThere } from './check-composed.ts';
import { mayBeMuted, mutedUntil } from './check-delays.ts';
import { metQuietHours } from './check-quiet.ts';
import { isUnwritable } from './check-templates.ts';
import { blurOf, routeOf } from './look-up.ts';

/** A route that gathers begins no round within that time after its last one, but for a hot or a released signal. */
export function checkGathered(world: World, digest: Item, commit: readonly TableChange[]): void {
  const { actor, oracle, plan } = world;
  if (actor === null || digest.kind !== undefined) return;
  const now = world.scheduler.now();
  oracle.memory.lastMessages.set(digest.pk, now);
  if (digest.part !== 1) return;
  const times = oracle.memory.rounds.get(digest.pk) ?? [];
  oracle.memory.rounds.set(digest.pk, [...times, now]);
  const { gather } = routeOf(actor, String(digest.routeId)) ?? {};
  // A composition by hand does not gather, and a clock that runs away loses count of the time.
  const isByHand = !isSweep(actor.event) && !isSqsEvent(actor.event);
  if (gather === undefined || plan.reading.fastClock !== null || isByHand) return;
  const members = commit.flatMap(({ before, after }) => (before && !after ? [before] : []));
  const opens = [...members, ...world.table.all(digest.pk)].some(
    ({ pk, sk, hot, released }) =>
      pk === digest.pk && sk.startsWith('OUT#') && (hot === true || released === true),
  );
  if (!opens && times.some((time) => time > now - parseDuration(gather) + blurOf(world))) {
    oracle.violate('config', `${digest.pk} ${digest.sk} holds what its route still gathers`);
  }
}

/** I13: a route with times begins no round before one of its times has come for something that waits for it. */
export function checkOwnTime(world: World, digest: Item, commit: readonly TableChange[]): void {
  const { actor, oracle, plan, scheduler, table } = world;
  const route = actor && routeOf(actor, String(digest.routeId));
  if (!route || digest.kind !== undefined || digest.part !== 1) return;
  if (route.when === 'immediately' || plan.reading.fastClock !== null || !isSweep(actor.event)) return;
  const waiting = [
    ...commit.flatMap(({ before, after }) => (before && !after ? [before] : [])),
    ...table.all(digest.pk),
  ];
  const isTime = waiting.some((entry) => {
    if (entry.pk !== digest.pk || !/^(OUT|HELD)#/.test(entry.sk)) return false;
    const time = sendTimeOf(route, countsFrom(world, entry) - blurOf(world));
    return time !== null && time <= scheduler.now() + blurOf(world);
  });
  if (!isTime) oracle.violate('I13', `${digest.pk} ${digest.sk} was created at no time of its route`);
}

/**
 * I18 at each sweep: once a signal's time has come, by the times of its route or by what it gathers, everything that
 * could be sent has gone out.
 */
export function checkDue(world: World, instance: Instance, { before, startedAt, answer }: Composition): void {
  // Only a sweep that composes answers so.
  const composed = composedIn(answer, 'composed');
  const { passed } = world.oracle.memory;
  for (const route of composed === null ? [] : instance.config.routes) {
    const { pk } = routeKey(route.id);
    const known = passed.get(pk);
    passed.delete(pk);
    // A signal that the template fails for, or that may be muted, makes no route due: the others wait for their own time.
    const own = before.filter(
      (entry) =>
        entry.pk === pk && !mayBeMuted(world, instance, entry) && !isUnwritable(world, instance, entry),
    );
    const due = own.filter((entry) => isItsTime(world, route, entry, startedAt));
    const digests = composed?.find(({ routeId }) => routeId === route.id)?.digests ?? [];
    // Another composer may have taken all that was due, and may stand still before it takes the rest.
    const isDue = due.length > 0 && (digests.length > 0 || due.some((entry) => isStillThere(world, entry)));
    if (!isDue || wasDisabled(world, instance, pk) || metQuietHours(world, instance, route.id)) continue;
    // Another composer takes the rest, or the sweep of the next minute.
    if (isComposedByOthers(world, pk, digests, startedAt)) continue;
    if (digests.length === 0 && !hadTheirTurn(world, instance, due, known)) continue;
    // What another clock put ahead waits for another message.
    const there = own.filter(({ enteredAt, firstSeenAt }) => Number(enteredAt ?? firstSeenAt) <= startedAt);
    checkLeft(world, instance, there, 'the sweep left it behind');
  }
}

/** Sweeps read a large outbox part by part: whether one of these entries was due for a whole turn and two more sweeps. */
function hadTheirTurn(
  { plan, oracle, table, scheduler }: World,
  { beganAt }: Instance,
  due: readonly Item[],
  known: Passed | undefined,
): boolean {
  const { pagesAtOnce } = plan.growth;
  const [{ pk = '' } = {}] = due;
  if (pagesAtOnce === undefined) return true;
  const passed = due.map(({ sk }) => {
    const before = known?.get(sk) ?? { sweeps: 0, at: 0 };
    // Two at once read the same part.
    return [sk, beganAt < before.at ? before : { sweeps: before.sweeps + 1, at: scheduler.now() }] as const;
  });
  oracle.memory.passed.set(pk, new Map(passed));
  const waiting = [...table.all(pk)].filter(({ sk }) => sk.startsWith('OUT#'));
  return passed.some(([, { sweeps }]) => sweeps > waiting.length / pagesAtOnce + 2);
}

/** By looking at the calendar, with a margin for changed clocks. */
export function isItsTime(world: World, route: Route, entry: Item, now: number): boolean {
  const { id, when, gather } = route;
  if (when === 'immediately') {
    if (gather === undefined || entry.hot === true || entry.released === true) return true;
    const since = world.scheduler.now() - parseDuration(gather) - blurOf(world);
    return (world.oracle.memory.lastMessages.get(routeKey(id).pk) ?? 0) < since;
  }
  const time = sendTimeOf(route, countsFrom(world, entry));
  return time !== null && time + 3 * hour <= now;
}

/** What waited while its route was disabled counts from when it was resumed, by the clock of who did that. */
function countsFrom(world: World, entry: Item): number {
  const { oracle, plan } = world;
  const resumedAt = (oracle.memory.enabledAt.get(entry.pk) ?? 0) + plan.skewMs;
  return Math.max(Number(entry.enteredAt ?? entry.firstSeenAt), mutedUntil(world, entry), resumedAt);
}

/**
 * When a route with times sends what counts from then: at its first time that is not quiet, or at the end of the quiet time
 * if that is more than two days earlier. By looking at the calendar.
 */
function sendTimeOf(route: Route, from: number): number | null {
  const { when } = route;
  if (when === 'immediately') return from;
  let quietEnd: number | null = null;
  let wall = findByLooking(when.cron, wallTime(when.timezone, from), 40);
  for (; wall !== null; wall = findByLooking(when.cron, wall, 40)) {
    const time = instantOf(when.timezone, wall, from);
    // A time that a change of clocks skips does not come, and one that it repeats comes once, the first time.
    if (time === null || time < from) continue;
    if (quietEnd !== null && time - quietEnd > 2 * day) return quietEnd;
    const end = quietEndAt(route, time);
    if (end === null) return time;
    quietEnd ??= end;
  }
  return quietEnd;
}

/** When a zone's clock shows a time; null if it never does. */
function instantOf(timeZone: string, wall: number, about: number): number | null {
  const offset = wallTime(timeZone, about) - about;
  const times = [-hour, 0, hour].map((off) => wall - offset + off);
  return times.find((time) => wallTime(timeZone, time) === wall) ?? null;
}

/** Now, or when the instance looked: an operator may have resumed the route since. */
export function wasDisabled({ table, oracle }: World, { beganAt }: Instance, pk: string): boolean {
  const isDisabled = table.peek({ pk, sk: 'META' })?.state === 'DISABLED';
  return isDisabled || (oracle.memory.enabledAt.get(pk) ?? 0) >= beganAt;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function wallTime(timeZone: string, instant: number): number {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', options);
  formats.set(timeZone, format);
  return Date.parse(`${format.format(instant).replace(', ', 'T')}:00Z`);
}

function isComposedByOthers(
  { table, plan }: World,
  routePk: string,
  own: readonly { readonly digestId?: unknown }[],
  since: number,
): boolean {
  const ids = new Set(own.map(({ digestId }) => digestId));
  return [...table.all(routePk)].some(
    ({ sk, digestId, frozenAt }) =>
      sk.startsWith('DIG#') && !ids.has(digestId) && Number(frozenAt) >= since - 2 * plan.skewMs,
  );
}

import type { Route } from '../../../shared/domain/routes/route.ts';
import { firstSeenIn, routeKey } from '../../../shared/ledger/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { findByLooking } from '../../support/time/plain-cron.ts';
import type { Handle, Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';
import { isSweep } from './check-at-once.ts';
import { mayBeMuted } from './check-delays.ts';
import { routeOf } from './check-limit.ts';
import { metQuietHours } from './check-quiet.ts';
import { quietEndAt } from './quiet-clock.ts';

/**
 * I3 for slots that had nothing: a receipt is the first that its slot sends, of a route that asks for receipts, and
 * nothing that the slot should send was left in the outbox, whether it waits or not.
 */
export function checkReceipt(world: World, digest: Item): void {
  const { actor, oracle, table } = world;
  if (actor === null) return;
  const name = `${digest.pk} ${digest.sk}`;
  const route = routeOf(actor, String(digest.routeId));
  if (route?.receipt !== true || route.when === 'immediately') {
    oracle.violate('config', `${name} is a receipt that its route does not ask for`);
  }
  const others = digestsOf(world, digest.pk, String(digest.slot)).filter((one) => one.sk !== digest.sk);
  if (others.length > 0) oracle.violate('I3', `${name} says that nothing came, after ${others[0]?.sk}`);
  const slot = Date.parse(String(digest.slot));
  const until = isSweep(actor.event) ? (quietEndAt(route, slot) ?? slot) : Number.POSITIVE_INFINITY;
  for (const entry of table.all()) {
    const enteredAt = oracle.memory.enteredAt.get(`${entry.pk} ${entry.sk}`) ?? Number.POSITIVE_INFINITY;
    if (entry.pk !== digest.pk || !entry.sk.startsWith('OUT#') || enteredAt >= actor.beganAt) continue;
    if (Number(firstSeenIn(entry.sk)) > until || mayBeMuted(world, actor, entry)) continue;
    oracle.violate('I3', `${name} says that nothing came, and ${entry.sk} waits`);
  }
}

/** I18 for slots that had nothing: a composition that left nothing behind has sent something, if only a receipt. */
export function watchReceipts(world: World, instance: Instance, handle: Handle): Handle {
  return async (event, invocation) => {
    const answer = await handle(event, invocation);
    for (const { routeId, slot } of emptied(event, answer)) {
      const route = routeOf(instance, routeId);
      if (route?.receipt !== true || metQuietHours(world, instance, routeId)) continue;
      const { pk } = routeKey(routeId);
      if (hasLater(world, instance, route, slot) || digestsOf(world, pk, slot).length > 0) continue;
      world.oracle.violate('I18', `${pk} was told nothing of ${slot}, which had nothing`);
    }
    return answer;
  };
}

/** I18: a mark that owes a receipt is removed only once its slot has sent something. */
export function checkOwedReceipt(world: World, mark: Item): void {
  const { actor, oracle } = world;
  const slot = String(mark.slot);
  const route = actor && routeOf(actor, mark.pk.slice('R#'.length));
  if (mark.receipt !== true || route?.receipt !== true || actor === null) return;
  if (hasLater(world, actor, route, slot) || digestsOf(world, mark.pk, slot).length > 0) return;
  oracle.violate('I18', `${mark.pk} was told nothing of the late ${slot}`);
}

interface ComposedSlot {
  readonly routeId: string;
  readonly slot: string;
  readonly state: string;
  readonly waiting: number;
  readonly setAside: number;
}

/** The scheduled slots that an invocation composed to their end: what a flood has too many is told elsewhere. */
function emptied(event: unknown, answer: unknown): readonly ComposedSlot[] {
  const { dryRun, release, heartbeat, slot } = isRecord(event) ? event : {};
  const { routes } = isRecord(answer) ? answer : {};
  if (!Array.isArray(routes) || dryRun === true || release === true || heartbeat === true) return [];
  return (routes as readonly ComposedSlot[]).filter(
    (one) => one.state === 'ENABLED' && one.slot === slot && one.waiting === 0 && one.setAside === 0,
  );
}

const owedMs = 20 * 86_400_000;

/**
 * Whether the next time of the route had come, or may have come by the clock of the instance: its message covers both.
 * A slot of long ago has no receipt any more.
 */
function hasLater({ scheduler, plan }: World, instance: Instance, { when }: Route, slot: string): boolean {
  if (when === 'immediately') return true;
  const now = Math.max(scheduler.now(), instance.now()) + plan.skewMs;
  if (now - Date.parse(slot) > owedMs) return true;
  const wallAt = (instant: number): number => wallTime(when.timezone, instant);
  const next = findByLooking(when.cron, wallAt(Date.parse(slot)), 40);
  return next !== null && next <= wallAt(now) + 3 * 3_600_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function wallTime(timeZone: string, instant: number): number {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', options);
  formats.set(timeZone, format);
  return Date.parse(`${format.format(instant).replace(', ', 'T')}:00Z`);
}

function digestsOf({ oracle }: World, pk: string, slot: string): readonly Item[] {
  return [...oracle.memory.digests.values()].filter((digest) => digest.pk === pk && digest.slot === slot);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

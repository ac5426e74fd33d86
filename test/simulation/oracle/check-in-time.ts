import { firstSeenIn, routeKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { quietEndAt } from '../../support/time/quiet-clock.ts';
import { configAt, hour, minute, peaceAfter } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { mutedUntil } from './check-delays.ts';

/** Three sweeps: the simulation runs one every 15 minutes. */
const fewSweeps = 50 * minute;

/**
 * I13 for time, when there are no faults: an entry is in a digest soon after the first slot of its route or after its
 * wait for a summary, whichever is later.
 */
export function checkInTime(world: World, slots: ReadonlyMap<string, readonly number[]>): void {
  const { table, oracle, plan, scheduler } = world;
  const slotsByPk = new Map(
    [...slots].filter(([id]) => id !== plan.poisonRoute).map(([id, times]) => [routeKey(id).pk, times]),
  );
  for (const item of table.all()) {
    const times = slotsByPk.get(item.pk);
    const dueBy = times && dueAt(world, item, times);
    if (dueBy && scheduler.now() > dueBy) {
      const late = Math.round((scheduler.now() - dueBy) / minute);
      oracle.violate('I13', `${item.pk} ${item.sk} should be in a digest for ${late} minutes`);
    }
  }
}

function dueAt(world: World, item: Item, slots: readonly number[]): number | null {
  const { plan, version } = world;
  const seenAt = firstSeenIn(item.sk);
  if (seenAt === null || seenAt < peaceAfter(plan.ticks) + hour) return null;
  const route = configAt(plan.configs, version).routes.find(({ id }) => routeKey(id).pk === item.pk);
  const loud = (time: number): number => quietEndAt(route, time) ?? time;
  const unmutedAt = mutedUntil(world, item) + 2 * plan.skewMs;
  const slot = slots.find((time) => time >= Math.max(seenAt, unmutedAt) && quietEndAt(route, time) === null);
  if (slot === undefined) return null;
  const due = loud(Math.max(slot, Number(item.releaseAt ?? 0))) + fewSweeps;
  // Other quiet hours may have begun before the sweeps that it takes.
  const quietAgainUntil = quietEndAt(route, due);
  return quietAgainUntil === null ? due : quietAgainUntil + fewSweeps;
}

/** One sweep, and the longest time in a queue. Attempts of other routes must not add to it. */
const healthyMs = 90_000;

/** I13 for time: when destinations hang, another route's digest is delivered within one sweep. */
export function checkHealthyInTime({ table, oracle, plan, scheduler }: World): void {
  const { hangs, isCalm } = plan.coincidence ?? {};
  if (hangs === undefined || !isCalm) return;
  const hanging = new Set(hangs.routeIds.map((id) => routeKey(id).pk));
  for (const item of table.all()) {
    if (!item.sk.startsWith('DIG#') || hanging.has(item.pk)) continue;
    const waitedMs = Number(item.deliveredAt ?? scheduler.now()) - Number(item.frozenAt);
    if (waitedMs <= healthyMs) continue;
    const seconds = Math.round(waitedMs / 1_000);
    oracle.violate('I13', `${item.pk} ${item.sk} waited ${seconds} s behind what hangs`);
  }
}

/**
 * Whether a digest from before the faults stopped waits for its next attempt, or did until now: after the fifth it waits
 * for five hours, and for the end of the quiet hours. It may be delivered while a sweep measures what is overdue.
 */
function isPutOff({ table, plan, scheduler }: World): boolean {
  return [...table.all()].some(({ sk, frozenAt, dueAt, deliveredAt }) => {
    const isOld = sk.startsWith('DIG#') && Number(frozenAt) < peaceAfter(plan.ticks);
    return isOld && Number(dueAt ?? deliveredAt ?? 0) > scheduler.now() - 16 * minute;
  });
}

/**
 * Whether a route has been quiet since the faults stopped, or was until now: while nothing ran, its quiet hours may have begun
 * before a signal was composed, which is overdue by the time before them until they end.
 */
function isQuietSincePeace({ plan, scheduler, version }: World): boolean {
  return configAt(plan.configs, version).routes.some((route) => {
    const end = quietEndAt(route, peaceAfter(plan.ticks));
    return end !== null && end > scheduler.now() - 16 * minute;
  });
}

/** Without faults, nothing is reported as overdue. */
export function checkOverdue(world: World, overdueSeconds: number): void {
  const { oracle, plan, scheduler } = world;
  const quietFrom = peaceAfter(plan.ticks);
  const quietUntil = quietFrom + plan.quietTicks * 15 * minute;
  const isQuiet = scheduler.now() > quietFrom + 4 * hour && scheduler.now() <= quietUntil;
  if (plan.shape !== 'long' || !isQuiet || plan.poisonRoute !== null || overdueSeconds * 1_000 <= hour)
    return;
  if (isPutOff(world) || isQuietSincePeace(world)) return;
  oracle.violate('I13', `something is overdue by ${overdueSeconds} s, although nothing is wrong`);
}

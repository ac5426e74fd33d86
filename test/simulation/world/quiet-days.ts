import type { CronTime } from '../../../shared/domain/routes/route.ts';
import { findByLooking } from '../../support/time/plain-cron.ts';
import { watchHealth } from '../oracle/check-health.ts';
import { checkInTime } from '../oracle/check-in-time.ts';
import { wallTime } from '../oracle/check-pace.ts';
import { checkPunctual, knownBridges } from '../oracle/check-punctual.ts';
import { configAt, hour, minute, peaceAfter } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { swapRows } from '../upstream/hard-lists.ts';
import { invokeAsync } from './invoke.ts';
import { operate } from './operate.ts';

const quarter = 15 * minute;
/** About three days. */
const quartersBetweenReplays = 300;

/** Only the schedules run, and rows arrive: each must be recorded in time, and in a long world also sent in time. */
export async function goOnQuietly(world: World): Promise<void> {
  const { scheduler, plan, upstream } = world;
  const known = knownBridges(world);
  const isLong = plan.shape === 'long';
  for (const { at, row } of plan.arrivals) {
    scheduler.at(at, () => upstream.arrive(row));
    const { stage } = plan.rows[row] ?? {};
    if (stage !== undefined) scheduler.at(Math.max(at, stage.knownAt) + 1, () => upstream.compute(row));
  }
  swapRows(world);
  const from = peaceAfter(plan.ticks);
  const slots = isLong
    ? routeSlots(world, from, from + plan.quietTicks * quarter)
    : new Map<string, number[]>();
  for (let done = 1; done <= plan.quietTicks; done += 1) {
    await scheduler.runUntil(from + done * quarter);
    checkPunctual(world, known);
    if (isLong) checkInTime(world, slots);
    if (world.oracle.violation) return;
    const slot = new Date(scheduler.now()).toISOString();
    // Once somebody polls everyone, whatever rows say.
    const isByHand = done === plan.quietTicks - 5 && plan.quietTicks > 9 && !isLong;
    if (isByHand) world.oracle.memory.askedByHandAt = scheduler.now();
    invokeAsync(world, 'plan-polls', isByHand ? { slot } : { due: true, slot });
    if (plan.hasLateValues || plan.composesAtOnce || plan.growth.pagesAtOnce) sweepOften(world);
    if (isLong || plan.quietTicks > 9) sweepAt(world, scheduler.now() + 5 * minute);
    watchHealth(world, scheduler.now(), scheduler.now() + quarter);
    // A receiver lost its data: old digests are sent again, which makes nothing overdue.
    if (isLong && done % quartersBetweenReplays === 0) operate(world, 'resend-delivered');
  }
  await scheduler.runUntil(from + 60 * minute);
}

/** Some of the sweeps of the next quarter of an hour: they have awaited values read again, and read large outboxes on. */
export function sweepOften(world: World): void {
  for (const after of [3, 7, 11, 14]) sweepAt(world, world.scheduler.now() + after * minute);
}

/** One of the sweeps, which run each minute in the cloud. */
export function sweepAt(world: World, at: number): void {
  world.scheduler.at(at, () => sweep(world));
}

export function sweep(world: World): void {
  const slot = new Date(world.scheduler.now()).toISOString();
  invokeAsync(world, 'compose-digests', { sweep: true, compose: true, alerts: true, slot });
}

/** When each route sends. A route that sends immediately is composed each minute; here every 15 minutes. */
function routeSlots(world: World, from: number, until: number): Map<string, number[]> {
  const { routes } = configAt(world.plan.configs, world.version);
  const everyQuarter = Array.from(
    { length: (until - from) / quarter },
    (_, done) => from + (done + 1) * quarter,
  );
  return new Map(
    routes.map(({ id, when }) => [
      id,
      when === 'immediately' ? everyQuarter : calendarSlots(when, from, until),
    ]),
  );
}

/**
 * The times between two instants at which a calendar schedule fires, found by looking at each quarter of an hour of the
 * zone's clock: what the product computes is held against them. A time that a change of clocks skips does not come,
 * one that it repeats comes once, the first time.
 */
function calendarSlots({ cron, timezone }: CronTime, from: number, until: number): number[] {
  const wallAt = (instant: number): number => wallTime(timezone, instant);
  const slots: number[] = [];
  const fired = new Set<number>();
  let next = findByLooking(cron, wallAt(from) - 1, 40);
  for (
    let instant = Math.ceil(from / quarter) * quarter;
    instant <= until && next !== null;
    instant += quarter
  ) {
    const wall = wallAt(instant);
    // A skipped time is behind the clock without ever having been on it.
    while (next !== null && next < wall && wall - next < 3 * hour && !fired.has(next)) {
      fired.add(next);
      next = findByLooking(cron, next, 40);
    }
    if (next === null || wall !== next) continue;
    fired.add(next);
    slots.push(instant);
    next = findByLooking(cron, next, 40);
  }
  return slots;
}

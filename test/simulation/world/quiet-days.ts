import { checkInTime } from '../oracle/check-in-time.ts';
import { checkPunctual, knownBridges } from '../oracle/check-punctual.ts';
import { minute, peaceAfter } from '../plan/plan.ts';
import { swapRows } from '../upstream/hard-lists.ts';
import { calendarSlots } from './calendar-slots.ts';
import { configAt } from './create-process.ts';
import { invokeAsync } from './invoke.ts';
import { operate } from './operate.ts';
import type { World } from './world.ts';

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
    invokeAsync(world, 'plan-polls', { due: true, slot });
    if (plan.hasLateValues || plan.composesAtOnce) sweepOften(world);
    if (isLong) sweepLater(world);
    // A receiver lost its data: old digests are sent again, which makes nothing overdue.
    if (isLong && done % quartersBetweenReplays === 0) operate(world, 'resend-delivered');
  }
  await scheduler.runUntil(from + 60 * minute);
}

/** Some of the sweeps of the next quarter of an hour: they have awaited values read again. */
export function sweepOften(world: World): void {
  for (const after of [3, 7, 11, 14]) {
    const at = world.scheduler.now() + after * minute;
    world.scheduler.at(at, () =>
      invokeAsync(world, 'compose-digests', {
        ...{ sweep: true, compose: true, slot: new Date(at).toISOString() },
      }),
    );
  }
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

/** One of the sweeps, which run each minute in the cloud. */
function sweepLater(world: World): void {
  const swept = world.scheduler.now() + 5 * minute;
  world.scheduler.at(swept, () => {
    const slot = new Date(swept).toISOString();
    invokeAsync(world, 'compose-digests', { sweep: true, compose: true, slot });
  });
}

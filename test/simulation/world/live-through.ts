import { type ScheduleWiring, schedules } from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { checkHealthyInTime } from '../oracle/check-in-time.ts';
import { day, minute } from '../plan/plan.ts';
import type { Tick } from '../plan/tick.ts';
import { configAt } from './create-process.ts';
import { invokeAsync } from './invoke.ts';
import { operate } from './operate.ts';
import { liveWithMutes } from './operate-mutes.ts';
import { planToPutBack } from './put-back.ts';
import { sweepOften } from './quiet-days.ts';
import { stopAndStart } from './stop.ts';
import { stamp, type World } from './world.ts';

/** Lets everything happen that the plan has: upstream's changes, the schedules' ticks, redeploys, people. */
export async function liveThrough(world: World): Promise<void> {
  const { plan, scheduler, upstream } = world;
  for (const change of plan.changes) scheduler.at(change.at, () => upstream.apply(change));
  liveWithMutes(world);
  planToPutBack(world);
  for (const at of plan.coincidence?.stops ?? []) scheduler.at(at, () => stopAndStart(world));
  for (const tick of plan.ticks) {
    await scheduler.runUntil(tick.slot - 1);
    checkHealthyInTime(world);
    if (world.oracle.violation) return;
    begin(world, tick);
  }
  await scheduler.runUntil((plan.ticks.at(-1)?.slot ?? plan.start) + 15 * minute);
  checkHealthyInTime(world);
}

function begin(world: World, tick: Tick): void {
  const { plan, scheduler, dice } = world;
  world.table.deleteExpired(Math.floor((tick.slot - dice.between(0, 2) * day) / 1_000));
  if (tick.deploys) {
    world.version += 1;
    world.trace?.push(`${stamp(world)} redeploys, version ${world.version}`);
  }
  if (tick.losesMessages) {
    world.queues.lose();
    world.trace?.push(`${stamp(world)} the queues lose their messages`);
  }
  const config = configAt(plan.configs, world.version);
  composeByHand(world, config, tick);
  for (const schedule of Object.values(schedules)) fire(world, schedule, tick);
  if (plan.hasLateValues) sweepOften(world);
  if (tick.replays) scheduler.at(tick.slot + 4 * minute, () => operate(world, 'resend-delivered'));
  const { operator } = tick;
  if (operator) scheduler.at(tick.slot + dice.between(0, 3 * minute), () => operate(world, operator));
}

/** How often a schedule fires in a tick, and how long after its time. */
function firingsOf({ every }: ScheduleWiring, tick: Tick): { times: number; afterMs: number } {
  return every === 'watch'
    ? { times: tick.polls, afterMs: 0 }
    : { times: tick.sweeps, afterMs: tick.composeAfterMs };
}

/** `signalpost invoke compose-digests`: what a route has goes out at once, twice at the same time at worst. */
function composeByHand(world: World, { routes }: SignalpostConfig, tick: Tick): void {
  const { scheduler, dice } = world;
  for (const [index, { id }] of routes.entries()) {
    for (let time = 0; time < (tick.composes[index] ?? 0); time += 1) {
      const late = tick.lateMs + (time > 0 && dice.chance(0.5) ? dice.between(0, 5 * minute) : 0);
      const at = tick.slot + tick.composeAfterMs + late + dice.between(0, 500);
      scheduler.at(at, () => invokeAsync(world, 'compose-digests', { routeId: id }));
    }
  }
}

/** A schedule may fire late, twice at once, or again hours later, always with the same slot. */
function fire(world: World, schedule: ScheduleWiring, tick: Tick): void {
  const { scheduler, dice } = world;
  const { every, target } = schedule;
  const { times, afterMs } = firingsOf(schedule, tick);
  const slot = new Date(tick.slot + Math.floor(afterMs / minute) * minute).toISOString();
  const event = every === 'watch' && tick.byHand ? { slot } : { ...schedule.event, slot };
  for (let time = 0; time < times; time += 1) {
    const late = tick.lateMs + (time > 0 && dice.chance(0.5) ? dice.between(0, 5 * minute) : 0);
    const at = tick.slot + afterMs + late + dice.between(0, 500);
    scheduler.at(at, () => invokeAsync(world, target, event));
  }
}

import { type ScheduleWiring, schedules } from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { attemptMs } from '../../../shared/domain/digests/attempt-time.ts';
import { watchHealth } from '../oracle/check-health.ts';
import { checkHealthyInTime } from '../oracle/check-in-time.ts';
import { configAt, day, minute } from '../parts/plan.ts';
import type { Tick } from '../parts/tick.ts';
import { crash, stamp, type World } from '../parts/world.ts';
import { invokeAsync } from './invoke.ts';
import { operate } from './operate.ts';
import { liveWithMutes } from './operate-mutes.ts';
import { sweepOften } from './quiet-days.ts';

/** Lets everything happen that the plan has: upstream's changes, the schedules' ticks, redeploys, people. */
export async function liveThrough(world: World): Promise<void> {
  const { plan, scheduler, upstream } = world;
  for (const change of plan.changes) scheduler.at(change.at, () => upstream.apply(change));
  liveWithMutes(world);
  for (const { at, message } of plan.events)
    scheduler.at(at, () => world.queues.accept('events', [JSON.stringify(message)]));
  planToPutBack(world);
  for (const at of plan.coincidence?.stops ?? []) scheduler.at(at, () => stopAndStart(world));
  const end = (plan.ticks.at(-1)?.slot ?? plan.start) + 15 * minute;
  for (const [index, tick] of plan.ticks.entries()) {
    await scheduler.runUntil(tick.slot - 1);
    checkHealthyInTime(world);
    if (world.oracle.violation) return;
    begin(world, tick);
    watchHealth(world, tick.slot, plan.ticks[index + 1]?.slot ?? end);
  }
  await scheduler.runUntil(end);
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
  const times = every === 'watch' ? tick.polls : tick.sweeps;
  const afterMs = every === 'watch' ? 0 : tick.composeAfterMs;
  const slot = new Date(tick.slot + Math.floor(afterMs / minute) * minute).toISOString();
  const event = every === 'watch' && tick.byHand ? { slot } : { ...schedule.event, slot };
  for (let time = 0; time < times; time += 1) {
    const late = tick.lateMs + (time > 0 && dice.chance(0.5) ? dice.between(0, 5 * minute) : 0);
    const at = tick.slot + afterMs + late + dice.between(0, 500);
    scheduler.at(at, () => invokeAsync(world, target, event));
  }
}

/**
 * Ctrl-C on one machine, and a start afterwards: nothing is begun any more, deliveries that are under way have as long as
 * an attempt may take, and then the process is gone with its queues.
 */
function stopAndStart(world: World): void {
  const { scheduler, queues } = world;
  // It stops already, or has not started again: nobody is there to be told.
  if (world.stopping.signal.aborted) return;
  world.trace?.push(`${stamp(world)} the process is told to stop`);
  world.stopping.abort();
  scheduler.at(scheduler.now() + attemptMs, () => {
    for (const instance of [...world.instances.values()].flat())
      crash(world, instance, 'the process has ended');
    queues.lose();
    world.stopping = new AbortController();
    world.trace?.push(`${stamp(world)} the process has started again`);
  });
}

/** The ledger is replaced by an earlier copy of itself. Every process ends before, and none reaches the old table. */
function planToPutBack(world: World): void {
  const { plan, scheduler } = world;
  if (plan.putBack === null) return;
  const { copiedAt, at } = plan.putBack;
  scheduler.at(copiedAt, () => {
    const restore = copy(world);
    scheduler.at(at, restore);
  });
}

function copy(world: World): () => void {
  const { table, dueIndex, oracle } = world;
  world.trace?.push(`${stamp(world)} the ledger is copied`);
  const putBack = table.copy();
  const { posts: _, digestKeys, forgotten: __, ...kept } = oracle.memory;
  const copied = structuredClone({ ...kept, digestKeys });
  return () => {
    world.trace?.push(`${stamp(world)} the copy of the ledger is put back`);
    for (const instance of [...world.instances.values()].flat()) crash(world, instance, 'the ledger goes');
    world.cutOffUpTo = world.instancesMade;
    putBack();
    dueIndex.reset(table.all());
    // An id that was used is never used again, whatever the ledger knows of it.
    const { digestKeys: known, ...state } = copied;
    Object.assign(oracle.memory, state);
    for (const { digestId } of [...world.destinations.taken.values()].flat()) {
      if (!known.has(digestId)) oracle.memory.forgotten.add(digestId);
    }
  };
}

import type { Mutant } from './mutants/mutant.ts';
import { checkEnd } from './oracle/check-end.ts';
import { checkTwin } from './oracle/check-twin.ts';
import type { Violation } from './oracle/oracle.ts';
import { type Aim, drawAim } from './world/aim-faults.ts';
import type { Coincidence } from './world/coincidences/coincidence.ts';
import { drawCoincidence, planCoincidence } from './world/coincidences/plan-coincidence.ts';
import { createWorld } from './world/create-world.ts';
import { createDice } from './world/dice.ts';
import { atPoint, atRandom, type Faults, noFaults, pointFaults } from './world/faults.ts';
import { liveThrough } from './world/live-through.ts';
import { stopRealTimers } from './world/no-real-timers.ts';
import { makePlan } from './world/plan/make-plan.ts';
import type { Plan } from './world/plan/plan.ts';
import { drawShape, type Shape } from './world/plan/plan-shape.ts';
import { recover } from './world/recover.ts';
import { EndlessScheduleError } from './world/scheduler.ts';
import type { World } from './world/world.ts';

/**
 * Schedules come in blocks. A block begins with one plain world of which single calls through a port are put through
 * each of four faults in turn, all else being the same: every call, or as many as its share of the block allows, evenly
 * spread. The rest of the block are worlds of their own, some of them wide or long, with faults combined at random. So
 * a schedule follows from the seed and its number alone.
 */
export const blockSize = 1_000;
const mostPoints = 600;

stopRealTimers();

export interface ScheduleResult {
  readonly violation: Violation | null;
  readonly trace: readonly string[];
  /** Through ports, while faults were on. */
  readonly calls: number;
  readonly uses: ReadonlySet<string>;
}

export interface ScheduleOptions {
  readonly mutant?: Mutant | null;
  readonly traced?: boolean;
}

export async function runSchedule(
  seed: number,
  schedule: number,
  options: ScheduleOptions = {},
): Promise<ScheduleResult> {
  const block = Math.floor(schedule / blockSize);
  const inBlock = schedule % blockSize;
  const baseSeed = seedOf(seed, block, 0);
  const basePlan = (): Plan => makePlan(baseSeed, 'plain');
  if (inBlock === 0) return runWorld(baseSeed, basePlan(), noFaults(), options);
  const calls = inBlock < mostPoints ? await countCalls(baseSeed) : 0;
  const call = Math.floor(inBlock * Math.max(1 / pointFaults.length, calls / mostPoints));
  if (call < calls) {
    const fault = pointFaults[(inBlock + block) % pointFaults.length] ?? 'none';
    return runWorld(baseSeed, basePlan(), atPoint({ call, fault }), options);
  }
  const own = seedOf(seed, block, inBlock);
  const shape = drawShape(own);
  const plan = planCoincidence(own, makePlan(own, shape));
  return runWorld(own, plan, plan.coincidence?.isCalm ? noFaults() : atRandom(own, shape), options);
}

/** What a schedule is about. */
export interface Traits {
  readonly shape: Shape;
  readonly coincidence: Coincidence['name'] | null;
  readonly aim: Aim | null;
}

/** Of a schedule that has a world of its own whatever its block's first world is like; null for the others. */
export function traitsOf(seed: number, schedule: number): Traits | null {
  const inBlock = schedule % blockSize;
  if (inBlock < mostPoints) return null;
  const own = seedOf(seed, Math.floor(schedule / blockSize), inBlock);
  const shape = drawShape(own);
  return { shape, coincidence: drawCoincidence(own, shape), aim: drawAim(own, shape) };
}

/** How many calls the undisturbed world of a block makes; kept for the schedules that follow in the block. */
async function countCalls(baseSeed: number): Promise<number> {
  let calls = counted.get(baseSeed);
  if (calls === undefined) {
    calls = (await runWorld(baseSeed, makePlan(baseSeed, 'plain'), noFaults(), {})).calls;
    counted.clear();
    counted.set(baseSeed, calls);
  }
  return calls;
}

const counted = new Map<number, number>();

function seedOf(seed: number, block: number, inBlock: number): number {
  const dice = createDice(seed ^ Math.imul(block + 1, 0x85ebca6b), inBlock + 10);
  return dice.between(0, 0xffff_ffff);
}

async function runWorld(
  seed: number,
  plan: Plan,
  faults: Faults,
  options: ScheduleOptions,
): Promise<ScheduleResult> {
  const { mutant = null, traced = false } = options;
  const world = createWorld({ seed, plan, faults, mutant, traced });
  try {
    await liveThrough(world);
    const { calls } = faults;
    if (!world.oracle.violation) await recover(world);
    if (!world.oracle.violation) await checkEnd(world);
    if (!world.oracle.violation && plan.hasTwin) checkTwin(world, await runTwin(seed, plan, mutant));
    return { ...resultOf(world), calls };
  } catch (error) {
    if (!(error instanceof EndlessScheduleError)) throw error;
    world.oracle.violate('I10', error.message);
    return { ...resultOf(world), calls: faults.calls };
  }
}

/** The same config in another account: the same slots and signals, and chance of its own. */
async function runTwin(seed: number, plan: Plan, mutant: Mutant | null): Promise<World> {
  const twin = createWorld({ seed: seed ^ 0x5bd1e995, plan, faults: noFaults(), mutant, traced: false });
  await liveThrough(twin);
  return twin;
}

function resultOf(world: World): Omit<ScheduleResult, 'calls'> {
  return { violation: world.oracle.violation, trace: world.trace ?? [], uses: world.uses };
}

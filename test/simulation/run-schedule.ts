import { EndlessScheduleError } from '../support/time/simulated-time.ts';
import { blockSize, pointOf, points, seedOf } from './block.ts';
import { planCoincidence } from './coincidences/plan-coincidence.ts';
import { checkEnd } from './oracle/check-end.ts';
import type { Faults } from './parts/fault.ts';
import type { Mutant } from './parts/mutant.ts';
import type { Violation } from './parts/oracle.ts';
import type { Plan } from './parts/plan.ts';
import type { World } from './parts/world.ts';
import { makePlan } from './plan/make-plan.ts';
import { drawShape } from './plan/plan-shape.ts';
import { createWorld } from './world/create-world.ts';
import { atPoint, atRandom, noFaults, pointFaults } from './world/faults.ts';
import { liveThrough } from './world/live-through.ts';
import { checkRepeats, recover } from './world/recover.ts';

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
  const point = pointOf(inBlock);
  if (point !== null) {
    const calls = await countCalls(baseSeed);
    const call = Math.floor(point * Math.max(1 / pointFaults.length, calls / points));
    const fault = pointFaults[(point + block) % pointFaults.length] ?? 'none';
    if (call < calls) return runWorld(baseSeed, basePlan(), atPoint({ call, fault }), options);
  }
  const own = seedOf(seed, block, inBlock);
  const shape = drawShape(own);
  const plan = planCoincidence(own, makePlan(own, shape));
  return runWorld(own, plan, plan.coincidence?.isCalm ? noFaults() : atRandom(own), options);
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
    if (!world.oracle.violation) checkEnd(world);
    if (!world.oracle.violation) await checkRepeats(world);
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

/**
 * The API client limits each call by `AbortSignal.timeout`, a timer of the real clock. Here `simulated-fetch.ts` lets calls
 * time out by the virtual one, and ten thousand timers a second that never fire only keep their signals alive.
 */
function stopRealTimers(): void {
  const never = new AbortController().signal;
  AbortSignal.timeout = () => never;
}

/** I17: two installations of one config never share an id: a receiver of both would drop the second message. */
function checkTwin(world: World, twin: World): void {
  const { oracle } = world;
  for (const digestId of twin.oracle.memory.digestKeys.keys()) {
    if (!oracle.memory.digestKeys.has(digestId)) continue;
    oracle.violate('I17', `two installations created a digest with the id ${digestId}`);
  }
}

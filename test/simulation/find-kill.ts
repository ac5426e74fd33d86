import { loadMutated, UnusableMutantError } from './load-mutated.ts';
import type { Mutant } from './mutants/mutant.ts';
import type { Violation } from './oracle/oracle.ts';
import { runSchedule, shapeOf } from './run-schedule.ts';
import type { Shape } from './world/plan-shape.ts';

/** A schedule that tells a mutant from the protocol as it is. */
export interface Kill {
  readonly seed: number;
  readonly schedule: number;
  readonly violation: Violation;
  /** What the protocol as it is violates on the same schedule: null, if all is well. */
  readonly unmutated: Violation | null;
}

export const mostSchedules = 600;
/** A wide world costs as much as twenty plain ones. */
const costOf: Readonly<Record<Shape, number>> = { plain: 1, wide: 20, long: 30 };

/** Looks for a kill, first where the mutant was killed last. null: it survived them all. */
export async function findKill(mutant: Mutant, most = mostSchedules): Promise<Kill | null> {
  const { seed, schedule: known } = mutant.killedAt;
  const { shape = 'plain' } = mutant;
  const mutated = await loadMutated(mutant);
  let tried = 0;
  for (const schedule of schedulesFrom(seed, known, shape)) {
    const { violation } = await mutated.runSchedule(seed, schedule, { mutant });
    if (violation !== null) {
      checkKill(mutant, violation);
      const { violation: unmutated } = await runSchedule(seed, schedule);
      return { seed, schedule, violation, unmutated };
    }
    tried += costOf[shape];
    if (tried >= most) break;
  }
  return null;
}

/** A mutant that crashes is seen through by anything, and proves nothing. */
function checkKill({ name, source }: Mutant, { invariant, what }: Violation): void {
  if (source === undefined || invariant !== 'code') return;
  throw new UnusableMutantError(`mutant ${name}: its source does not run, which proves nothing: ${what}`);
}

/** The known one, and then those whose worlds have the shape. */
function* schedulesFrom(seed: number, known: number, shape: Shape): Generator<number> {
  yield known;
  for (let schedule = 0; ; schedule += 1) {
    if (schedule !== known && shapeOf(seed, schedule) === shape) yield schedule;
  }
}

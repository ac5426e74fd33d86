import { loadMutated, UnusableMutantError } from './load-mutated.ts';
import type { Mutant } from './mutants/mutant.ts';
import type { Violation } from './oracle/oracle.ts';
import { blockSize, runSchedule } from './run-schedule.ts';

/** A schedule that tells a mutant from the protocol as it is. */
export interface Kill {
  readonly seed: number;
  readonly schedule: number;
  readonly violation: Violation;
  /** What the protocol as it is violates on the same schedule: null, if all is well. */
  readonly unmutated: Violation | null;
}

export const mostSchedules = 600;

/** Looks for a kill, first where the mutant was killed last. null: it survived them all. */
export async function findKill(mutant: Mutant, most = mostSchedules): Promise<Kill | null> {
  const { seed, schedule: known } = mutant.killedAt;
  const mutated = await loadMutated(mutant);
  let tried = 0;
  for (const schedule of schedulesFrom(known)) {
    const { violation } = await mutated.runSchedule(seed, schedule, { mutant });
    if (violation !== null) {
      checkKill(mutant, violation);
      const { violation: unmutated } = await runSchedule(seed, schedule);
      return { seed, schedule, violation, unmutated };
    }
    tried += 1;
    if (tried >= most) break;
  }
  return null;
}

/** A mutant that crashes is seen through by anything, and proves nothing. */
function checkKill({ name, source }: Mutant, { invariant, what }: Violation): void {
  if (source === undefined || invariant !== 'code') return;
  throw new UnusableMutantError(`mutant ${name}: its source does not run, which proves nothing: ${what}`);
}

/** The known one, and then the ends of blocks, where each schedule has a world of its own. */
function* schedulesFrom(known: number): Generator<number> {
  yield known;
  for (let block = 0; ; block += 1) {
    for (let back = 1; back <= 20; back += 1) yield (block + 1) * blockSize - back;
  }
}

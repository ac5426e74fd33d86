import { loadMutated, UnusableMutantError } from './load-mutated.ts';
import { changesOf, type Mutant } from './parts/mutant.ts';
import type { Violation } from './parts/oracle.ts';
import type { Shape } from './parts/plan.ts';
import type { Traits } from './parts/traits.ts';
import { runSchedule } from './run-schedule.ts';
import { traitsOf } from './traits.ts';

/** A schedule on which a mutant fails and the real protocol does not. */
export interface Kill {
  readonly seed: number;
  readonly schedule: number;
  readonly violation: Violation;
  /** The violation of the real protocol on the same schedule; null if there is none. */
  readonly unmutated: Violation | null;
}

export const mostSchedules = 600;
/** A schedule's traits are known without running it. */
const mostLookedAt = 1_000_000;
/** A wide world costs as much as twenty plain ones. */
const costOf: Readonly<Record<Shape, number>> = { plain: 1, wide: 20, long: 30 };

/** Looks for a kill, first where the mutant was killed last. null: it survived them all. */
export async function findKill(mutant: Mutant, most = mostSchedules): Promise<Kill | null> {
  const [seed = 0, known = 0] = mutant.killedAt.split(':').map(Number);
  const among = { shape: 'plain', ...mutant.among } as const;
  const mutated = await loadMutated(mutant);
  let tried = 0;
  for (const schedule of schedulesFrom(seed, known, among)) {
    const { violation } = await mutated.runSchedule(seed, schedule, { mutant });
    if (violation !== null) {
      checkKill(mutant, violation);
      const { violation: unmutated } = await runSchedule(seed, schedule);
      return { seed, schedule, violation, unmutated };
    }
    tried += costOf[among.shape];
    if (tried >= most) break;
  }
  return null;
}

/** Any test catches a mutant that crashes, so that proves nothing. The table's refusals are `RangeError`s. */
function checkKill(mutant: Mutant, { invariant, what }: Violation): void {
  if (changesOf(mutant).length === 0 || invariant !== 'code' || what.includes('RangeError')) return;
  throw new UnusableMutantError(
    `mutant ${mutant.name}: its source does not run, which proves nothing: ${what}`,
  );
}

/** The known one, and then those that are about the same. */
function* schedulesFrom(seed: number, known: number, among: Partial<Traits>): Generator<number> {
  yield known;
  for (let schedule = 0; schedule < mostLookedAt; schedule += 1) {
    if (schedule !== known && isAmong(traitsOf(seed, schedule), among)) yield schedule;
  }
}

function isAmong(traits: Traits | null, { shape, coincidence, aim }: Partial<Traits>): boolean {
  if (traits === null || traits.shape !== shape) return false;
  if (coincidence !== undefined && traits.coincidence !== coincidence) return false;
  return aim === undefined || (traits.aim?.target === aim?.target && traits.aim?.by === aim?.by);
}

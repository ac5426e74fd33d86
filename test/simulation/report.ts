import { findKill, type Kill } from './find-kill.ts';
import { mutants } from './mutants.ts';
import { runSchedule, type ScheduleResult } from './run-schedule.ts';

/** One failed schedule in full: what was broken, how to see it again, and each step that led there. */
export function tellFailure(seed: number, schedule: number, { violation, trace }: ScheduleResult): string {
  if (violation === null) return `seed ${seed}, schedule ${schedule}: no violation`;
  return [
    ...trace,
    '',
    `${violation.invariant} was violated in seed ${seed}, schedule ${schedule}: ${violation.what}`,
    `again: npm run simulate -- --replay ${seed}:${schedule}`,
  ].join('\n');
}

/** Shows a schedule step by step, and says whether it ended well. */
export async function replay(seed: number, schedule: number, mutantName: string | null): Promise<boolean> {
  const mutant = mutants.find(({ name }) => name === mutantName) ?? null;
  if (mutantName !== null && mutant === null) {
    throw new Error(
      `no mutant is called ${mutantName}; there are: ${mutants.map(({ name }) => name).join(', ')}`,
    );
  }
  const result = await runSchedule(seed, schedule, { mutant, traced: true });
  if (result.violation === null) console.log(result.trace.join('\n'));
  console.log(tellFailure(seed, schedule, result));
  return result.violation === null;
}

/** Runs each mutant until a schedule kills it, and the protocol as it is on the same one. */
export async function listMutants(): Promise<boolean> {
  let allKilled = true;
  for (const mutant of mutants) {
    const kill = await findKill(mutant);
    if (kill === null || kill.unmutated !== null) allKilled = false;
    console.log(`${mutant.name.padEnd(34)} ${tellKill(kill)}`);
  }
  return allKilled;
}

function tellKill(kill: Kill | null): string {
  if (kill === null) return 'SURVIVES';
  const at = `${kill.seed}:${kill.schedule}`.padEnd(10);
  const own =
    kill.unmutated === null ? '' : `; the protocol as it is violates ${kill.unmutated.invariant} there`;
  return `${at} killed by ${kill.violation.invariant}: ${kill.violation.what}${own}`;
}

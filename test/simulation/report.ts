import type { Kill } from './find-kill.ts';
import { loadMutated } from './load-mutated.ts';
import type { MutantTask } from './mutant-worker.ts';
import { findMutant } from './mutants.ts';
import { findKillsOnWorkers } from './run-on-workers.ts';
import { runSchedule, type ScheduleResult } from './run-schedule.ts';

/** One failed schedule: the violated invariant, the command that repeats it, and every step. */
export function formatFailure(
  seed: number,
  schedule: number,
  { violation, trace }: ScheduleResult,
  mutantName: string | null = null,
): string {
  if (violation === null) return `seed ${seed}, schedule ${schedule}: no violation`;
  return [
    ...trace,
    '',
    `${violation.invariant} was violated in seed ${seed}, schedule ${schedule}: ${violation.what}`,
    `again: npm run simulate -- --replay ${seed}:${schedule}${mutantName === null ? '' : ` --mutant ${mutantName}`}`,
  ].join('\n');
}

/** Shows a schedule step by step, and says whether it ended well. */
export async function replay(seed: number, schedule: number, mutantName: string | null): Promise<boolean> {
  const mutant = mutantName === null ? null : findMutant(mutantName);
  const run = mutant === null ? runSchedule : (await loadMutated(mutant)).runSchedule;
  const result = await run(seed, schedule, { mutant, traced: true });
  if (result.violation === null) console.log(result.trace.join('\n'));
  console.log(formatFailure(seed, schedule, result, mutantName));
  return result.violation === null;
}

/** Runs each mutant until a schedule kills it, and the protocol as it is on the same one. */
export async function listMutants(request: MutantTask & { readonly workers: number }): Promise<boolean> {
  let allKilled = true;
  await findKillsOnWorkers(request, (news) => {
    const kill = 'kill' in news ? news.kill : null;
    if (kill === null || kill.unmutated !== null) allKilled = false;
    console.log(`${news.name.padEnd(40)} ${'kill' in news ? describeKill(kill) : news.problem}`);
  });
  return allKilled;
}

function describeKill(kill: Kill | null): string {
  if (kill === null) return 'SURVIVES';
  const at = `${kill.seed}:${kill.schedule}`.padEnd(10);
  const own =
    kill.unmutated === null ? '' : `; the protocol as it is violates ${kill.unmutated.invariant} there`;
  return `${at} killed by ${kill.violation.invariant}: ${kill.violation.what}${own}`;
}

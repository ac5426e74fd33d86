import { parentPort, workerData } from 'node:worker_threads';
import { runSchedule } from './run-schedule.ts';

export interface WorkerTask {
  readonly seed: number;
  /** The schedules that this worker runs, `[first, end)`. */
  readonly ranges: readonly (readonly [number, number])[];
}

export type WorkerNews =
  | {
      readonly kind: 'done';
      readonly schedules: number;
      readonly calls: number;
      /** The functions' uses of the ledger, in the terms of their grants. */
      readonly uses: readonly string[];
    }
  | {
      readonly kind: 'violated';
      readonly schedule: number;
      readonly invariant: string;
      readonly what: string;
    };

// The stacks of the hundreds of errors that a schedule throws on purpose cost more than throwing them.
Error.stackTraceLimit = 0;

const { seed, ranges } = workerData as WorkerTask;
const tell = (news: WorkerNews): void => parentPort?.postMessage(news);
const toldEvery = 50;

for (const [first, end] of ranges) {
  let calls = 0;
  let told = first;
  const uses = new Set<string>();
  for (let schedule = first; schedule < end; schedule += 1) {
    const { violation, calls: made, uses: seen } = await runSchedule(seed, schedule);
    calls += made;
    for (const use of seen) uses.add(use);
    if (violation) tell({ kind: 'violated', schedule, ...violation });
    if (schedule + 1 - told < toldEvery && schedule + 1 < end) continue;
    tell({ kind: 'done', schedules: schedule + 1 - told, calls, uses: [...uses] });
    uses.clear();
    told = schedule + 1;
    calls = 0;
  }
}

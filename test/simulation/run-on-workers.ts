import { Worker } from 'node:worker_threads';
import type { MutantNews, MutantTask } from './mutant-worker.ts';
import type { WorkerNews, WorkerTask } from './worker.ts';

export type FoundViolation = Extract<WorkerNews, { readonly kind: 'violated' }>;

export interface Simulation {
  readonly schedules: number;
  /** The first to run. @default 0 */
  readonly from?: number;
  readonly seed: number;
  readonly workers: number;
}

/** Runs the schedules from `from` up to `schedules` on several threads and reports progress. The thread changes no result. */
export async function runOnWorkers(
  { schedules, from = 0, seed, workers }: Simulation,
  onNews: (news: WorkerNews) => void,
): Promise<void> {
  const tasks = shareOut(from, schedules, workers).map((ranges): WorkerTask => ({ seed, ranges }));
  await runTasks('./worker.ts', tasks, onNews);
}

/** Looks for a kill of each mutant over several threads: see `findKill`. */
export async function findKillsOnWorkers(
  { names, most, workers }: MutantTask & { readonly workers: number },
  onNews: (news: MutantNews) => void,
): Promise<void> {
  const tasks = Array.from({ length: workers }, (_, turn): MutantTask => {
    return { names: names.filter((_name, index) => index % workers === turn), most };
  });
  await runTasks('./mutant-worker.ts', tasks, onNews);
}

async function runTasks<News>(
  file: './worker.ts' | './mutant-worker.ts',
  tasks: readonly (WorkerTask | MutantTask)[],
  onNews: (news: News) => void,
): Promise<void> {
  const run = (workerData: WorkerTask | MutantTask): Promise<void> =>
    new Promise((resolve, reject) => {
      // A schedule's objects die young: room for them spares the collector most of its work.
      const resourceLimits = { maxYoungGenerationSizeMb: 384 };
      const worker = new Worker(new URL(file, import.meta.url), { workerData, resourceLimits });
      worker.on('message', onNews);
      worker.on('error', reject);
      worker.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`)),
      );
    });
  await Promise.all(tasks.map(run));
}

/** Each worker counts the calls of a block's shared world once more, so few schedules are not shared out. */
const sharedOut = 100;

function shareOut(from: number, schedules: number, workers: number): (readonly [number, number])[][] {
  const shares: (readonly [number, number])[][] = Array.from({ length: workers }, () => []);
  for (let first = from, turn = 0; first < schedules; turn += 1) {
    const end = Math.min(first + sharedOut, schedules);
    shares[turn % workers]?.push([first, end]);
    first = end;
  }
  return shares.filter((ranges) => ranges.length > 0);
}

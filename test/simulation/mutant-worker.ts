import { parentPort, workerData } from 'node:worker_threads';
import { findKill, type Kill } from './find-kill.ts';
import { findMutant } from './mutants.ts';

export interface MutantTask {
  readonly names: readonly string[];
  /** How many schedules a mutant may survive. */
  readonly most: number;
}

/** `problem`: why the mutant could not be run. */
export type MutantNews =
  | { readonly name: string; readonly kill: Kill | null }
  | { readonly name: string; readonly problem: string };

Error.stackTraceLimit = 0;

const { names, most } = workerData as MutantTask;
for (const name of names) {
  let news: MutantNews;
  try {
    news = { name, kill: await findKill(findMutant(name), most) };
  } catch (error) {
    news = { name, problem: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(news);
}

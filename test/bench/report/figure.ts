import type { Progress } from './progress.ts';

export interface Goal {
  readonly is: 'at most' | 'at least';
  readonly value: number;
}

/** One row of the table: ratios, each taken within one run, or a count. */
export interface Figure {
  /** Unique, and stable from one version to the next, as `run-once/first`. */
  readonly id: string;
  readonly what: string;
  /** `×`, `%`, or a unit of a count. */
  readonly unit: string;
  /** null: shown for the reader, and judged by nobody. */
  readonly goal: Goal | null;
  /** One for each run. */
  readonly samples: readonly number[];
  /** It is the same in each run: one is enough. */
  readonly counted?: boolean;
}

export interface Measured {
  readonly figures: readonly Figure[];
}

/** What a file of `benches` exports: it measures alone in a process of its own. */
export interface Bench {
  measure(startProgress: StartProgress, effort: Effort): Promise<Measured>;
}

export interface Effort {
  /** Of each figure that is a time, unless the page says otherwise. */
  readonly runs: number;
  /** The smallest size: to see that the benchmark works, not for its figures. */
  readonly isSmall: boolean;
}

export const efforts = {
  whole: { runs: 7, isSmall: false },
  once: { runs: 1, isSmall: true },
} as const satisfies Record<string, Effort>;

/** `total` steps are to come. */
export type StartProgress = (what: string, total: number) => Progress;

export function medianOf(samples: readonly number[]): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

export const atMost = (value: number): Goal => ({ is: 'at most', value });
export const atLeast = (value: number): Goal => ({ is: 'at least', value });

export function figure(
  id: string,
  what: string,
  unit: string,
  goal: Goal | null,
  samples: readonly number[],
): Figure {
  return { id, what, unit, goal, samples };
}

/** A figure that is the same in each run. */
export function counted(...given: Parameters<typeof figure>): Figure {
  return { ...figure(...given), counted: true };
}

/** null without a goal. */
export function isMet({ goal, samples }: Pick<Figure, 'goal' | 'samples'>): boolean | null {
  if (goal === null) return null;
  const median = medianOf(samples);
  return goal.is === 'at most' ? median <= goal.value : median >= goal.value;
}

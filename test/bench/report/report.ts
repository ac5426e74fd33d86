import type { Figure } from './figure.ts';

/** What `--json` prints, and what docs/performance.json keeps. */
export interface Report {
  readonly figures: readonly ReportedFigure[];
}

export interface ReportedFigure extends Figure {
  readonly bench: string;
  /** The day on which it was measured. */
  readonly on: string;
  readonly machine: string;
}

/** The benchmarks of `later` replace those of `earlier`, in the order of their names. */
export function mergeReports(earlier: Report | null, later: Report): Report {
  const again = new Set(later.figures.map(({ bench }) => bench));
  const kept = earlier?.figures.filter(({ bench }) => !again.has(bench)) ?? [];
  const figures = [...kept, ...later.figures].sort((one, other) =>
    one.bench < other.bench ? -1 : one.bench > other.bench ? 1 : 0,
  );
  return { figures };
}

import type { Figure, Series } from '../figure.ts';

/** What `--json` prints, and what docs/performance.json keeps. */
export interface Report {
  readonly figures: readonly ReportedFigure[];
  readonly series: readonly ReportedSeries[];
}

export interface ReportedFigure extends Figure {
  readonly bench: string;
  /** The day on which it was measured. */
  readonly on: string;
  readonly machine: string;
}

export interface ReportedSeries extends Series {
  readonly bench: string;
}

/** The benchmarks of `later` replace those of `earlier`, in the order of their names. */
export function mergeReports(earlier: Report | null, later: Report): Report {
  const again = new Set(later.figures.map(({ bench }) => bench));
  const merge = <One extends { readonly bench: string }>(
    before: readonly One[] = [],
    after: readonly One[],
  ) =>
    [...before.filter(({ bench }) => !again.has(bench)), ...after].sort((one, other) =>
      one.bench < other.bench ? -1 : one.bench > other.bench ? 1 : 0,
    );
  return {
    figures: merge(earlier?.figures, later.figures),
    series: merge(earlier?.series, later.series),
  };
}

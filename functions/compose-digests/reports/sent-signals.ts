import type { ReportWords } from '../../../message/reports/report.ts';
import type { ToldRow } from '../../../message/reports/told-row.ts';
import type { FollowedSignal } from '../../../shared/domain/digests/delivery.ts';
import type { LookedUp } from '../../../shared/domain/reports/became.ts';

/** What a report is about, and what it says. */
export interface PlannedReport {
  readonly sent: readonly FollowedSignal[];
  /**
   * Pure. What became of each signal, and those of them that are untouched, with their values at `now`. Null if there is
   * nothing to tell.
   */
  readonly write: (
    found: readonly (LookedUp | undefined)[],
    untouched: readonly ToldRow[],
    now: number,
  ) => ReportWords | null;
}

import type { ReportWords } from '../../../message/reports/report.ts';
import type { ToldRow } from '../../../message/reports/told-row.ts';
import type { FollowedSignal } from '../../../shared/domain/digests/delivery.ts';
import type { LookedUp } from '../../../shared/domain/reports/became.ts';

export interface PlannedReport {
  readonly sent: readonly FollowedSignal[];
  /** Pure. `untouched` has values as of `now`. Null if there is nothing to tell. */
  readonly write: (
    found: readonly (LookedUp | undefined)[],
    untouched: readonly ToldRow[],
    now: number,
  ) => ReportWords | null;
}

import type { ReportWords } from '../../../message/reports/report.ts';
import type { ToldRow } from '../../../message/reports/told-row.ts';
import type { FollowedSignal } from '../../../shared/domain/digests/delivery.ts';
import type { DigestEntry } from '../../../shared/domain/history/history.ts';
import type { LookedUp } from '../../../shared/domain/reports/became.ts';
import type { ComposePorts } from '../digests/ports.ts';

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

/**
 * The hot signals in the delivered digests of a route, or of all, whose slots are in a span: each once, with the clicks there.
 * What is sent again has been delivered the first time. Times in milliseconds since the epoch.
 */
export async function readSent(
  { ledger }: Pick<ComposePorts, 'ledger'>,
  routeId: string | null,
  span: { readonly since: number; readonly until: number },
  isWanted: (one: FollowedSignal, firstDelivered: number) => boolean,
): Promise<(FollowedSignal & Pick<DigestEntry, 'clicks'>)[]> {
  const found = new Map<string, FollowedSignal & Pick<DigestEntry, 'clicks'>>();
  for await (const digest of ledger.readDigests(span)) {
    const first = digest.attempts.find(({ outcome }) => outcome === 'delivered')?.at ?? digest.deliveredAt;
    if (digest.routeId !== (routeId ?? digest.routeId) || first === null) continue;
    for (const one of digest.followed ?? []) {
      if (!isWanted(one, first)) continue;
      const clicks = [...digest.clicks, ...(found.get(one.signalId)?.clicks ?? [])];
      found.set(one.signalId, { ...one, clicks });
    }
  }
  return [...found.values()];
}

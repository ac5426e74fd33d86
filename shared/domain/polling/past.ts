import type { BuyerState } from '../signals/recording.ts';
import { type ListingPeriod, longestSince, reachesBefore } from './window.ts';

/** Which signals of a LIVE buyer may lie before its baseline, although no earlier scan has shown them. */
export interface PastRule {
  /** Only what is from before then. Milliseconds since the epoch. */
  readonly before: number;
  /** Whether a row that changed since then is new, although it was created before. */
  readonly changedIsNew: boolean;
  /** Whether a row is new that does not say when it was created: a newcomer's is. */
  readonly undatedIsNew?: boolean;
  /** What a list of this period shows is news all the same; null where no list can tell. */
  readonly recentPeriod: ListingPeriod | null;
}

/** When a row was created and last changed, as upstream says; absent where it doesn't. Milliseconds since the epoch. */
export interface RowTimes {
  readonly createdAt?: number;
  readonly changedAt?: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The service's clock and ours may differ, and a list may show a row a little later than it was created. */
const marginMs = hourMs;
/** The daily deep scan that ends the wait for a list that lagged comes within two days. */
const longestLagMs = 3 * dayMs;

/**
 * What a scan of a LIVE buyer shows is news, with two exceptions: its first list was empty, which may have lagged behind,
 * and a scan after a long absence whose period reaches further back than the baseline did. See ADR 0008.
 * `sendLast` is the period of a first run that sends what is recent; null for one that sends nothing.
 */
export function pastRuleOf(
  { baselineAt, emptySince }: Pick<BuyerState, 'baselineAt' | 'emptySince'>,
  sendLast: ListingPeriod | null,
  period: ListingPeriod,
  now: number,
): PastRule | null {
  if (emptySince !== null && now - emptySince < longestLagMs) {
    // Such a list may show any row: one that came from elsewhere was created long ago, and is new all the same.
    return { before: emptySince - marginMs, changedIsNew: true, recentPeriod: sendLast };
  }
  if (baselineAt === null || !reachesBefore(baselineAt, period, now)) return null;
  return {
    before: baselineAt - marginMs,
    changedIsNew: false,
    recentPeriod: longestSince(baselineAt, now),
  };
}

/** Whether a row may be an old one. What says neither when it was created nor when it changed may be new. */
export function mayBeOld({ createdAt, changedAt }: RowTimes, rule: PastRule): boolean {
  const { before, changedIsNew, undatedIsNew = false } = rule;
  if (changedIsNew && changedAt !== undefined && changedAt >= before) return false;
  const time = createdAt ?? (undatedIsNew ? undefined : changedAt);
  return time !== undefined && time < before;
}

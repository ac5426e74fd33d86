import type { BuyerState } from '../signals/recording.ts';
import { type ListingPeriod, longestSince, reachesBefore } from './window.ts';

/** Which signals of a LIVE buyer may be older than its baseline, although no earlier scan has shown them. */
export interface PastRule {
  /** Only rows from before this time are old. Milliseconds since the epoch. */
  readonly before: number;
  /** Whether an older row that changed since then is new. */
  readonly changedIsNew: boolean;
  /** Whether a row without a creation time is new, as it is for a newcomer. */
  readonly undatedIsNew?: boolean;
  /** Signals in a list of this period are news all the same; null if no period can decide that. */
  readonly recentPeriod: ListingPeriod | null;
}

/** When a row was created and last changed, as upstream says; absent if unknown. Milliseconds since the epoch. */
export interface RowTimes {
  readonly createdAt?: number;
  readonly changedAt?: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * How much earlier than the truth a row may say that it was created: a service may write local times as UTC, 14 hours
 * off. Within it, a row counts as news.
 */
export const createdEarlierMs = 15 * hourMs;
/** The daily deep scan, which ends the wait for a lagging list, comes within two days. */
const longestLagMs = 3 * dayMs;

/**
 * Every signal in a scan of a LIVE buyer is news, with two exceptions: the first list was empty, so it may have lagged
 * behind; or, after a long outage, the scan's period reaches further back than the baseline did. See ADR 0008.
 * `sendLast` is the period of signals that the first run sends; null if it sends none.
 */
export function pastRuleOf(
  { baselineAt, emptySince }: Pick<BuyerState, 'baselineAt' | 'emptySince'>,
  sendLast: ListingPeriod | null,
  period: ListingPeriod,
  now: number,
): PastRule | null {
  if (emptySince !== null && now - emptySince < longestLagMs) {
    // An empty list may later show any row: one moved here from elsewhere was created long ago, but is new here.
    return { before: emptySince - createdEarlierMs, changedIsNew: true, recentPeriod: sendLast };
  }
  if (baselineAt === null || !reachesBefore(baselineAt, period, now)) return null;
  return {
    before: baselineAt - createdEarlierMs,
    changedIsNew: false,
    recentPeriod: longestSince(baselineAt, now),
  };
}

/** Whether a row may be old. A row with neither time may be new. */
export function mayBeOld({ createdAt, changedAt }: RowTimes, rule: PastRule): boolean {
  const { before, changedIsNew, undatedIsNew = false } = rule;
  if (changedIsNew && changedAt !== undefined && changedAt >= before) return false;
  const time = createdAt ?? (undatedIsNew ? undefined : changedAt);
  return time !== undefined && time < before;
}

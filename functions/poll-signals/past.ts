import { dayMs, hourMs } from '../../shared/domain/duration.ts';
import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import {
  type ListingPeriod,
  longestOf,
  longestSince,
  reachesBefore,
} from '../../shared/domain/polling/window.ts';

/** Milliseconds since the epoch, as upstream says; absent if unknown. A change may be mere maintenance. */
export interface RowTimes {
  readonly createdAt?: number;
  readonly changedAt?: number;
}

/** A service may write local times as UTC, 14 hours off. A row counts as news if it seems earlier by less than this. */
const createdEarlierMs = 15 * hourMs;
/** The daily deep scan, which ends the wait for a lagging list, comes within two days of the end of the baseline. */
const longestLagMs = 3 * dayMs;

export interface Past {
  /** Rows from before this time are old. Milliseconds since the epoch. */
  readonly before: number;
  /** A row can stay unchanged when its signal appears: any unknown signal in such a list is news. Null for none. */
  readonly newsPeriod: ListingPeriod | null;
}

/**
 * Every signal in a scan of a LIVE buyer is news, with two exceptions: the first list was empty, so it may have lagged
 * behind; or, after a long outage, the scan's period reaches further back than the baseline did. Returns null if all is
 * news. `sendLast` is the period of signals that the first run sends. See ADR 8.
 */
export function findPast(
  { baselineAt, emptySince }: Pick<BuyerState, 'baselineAt' | 'emptySince'>,
  sendLast: ListingPeriod | null,
  period: ListingPeriod,
  now: number,
): Past | null {
  if (emptySince !== null && baselineAt !== null && now - baselineAt < longestLagMs) {
    const before = emptySince - createdEarlierMs - (sendLast === null ? 0 : longestOf(sendLast));
    return { before, newsPeriod: null };
  }
  if (baselineAt === null || !reachesBefore(baselineAt, period, now)) return null;
  return { before: baselineAt - createdEarlierMs, newsPeriod: longestSince(baselineAt, now) };
}

/** A row that last changed before `since` was created before it. `undated`: what counts without any time. */
export function isCreatedSince({ createdAt, changedAt }: RowTimes, since: number, undated: boolean): boolean {
  const time = createdAt ?? changedAt;
  return time === undefined ? undated : time > since - createdEarlierMs;
}

/** A row that changed since may have moved here from elsewhere, so it is new; one with neither time may be. */
export function isOld({ createdAt, changedAt }: RowTimes, before: number): boolean {
  if (changedAt !== undefined && changedAt >= before) return false;
  const time = createdAt ?? changedAt;
  return time !== undefined && time < before;
}

import { outboxPrefix, routeKey } from '../keys.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf } from '../table/read-item.ts';
import type { Table } from '../table/table.ts';

/** What waits in a route's outbox for a digest. Times in milliseconds since the epoch. */
export interface WaitingSignals {
  readonly signals: number;
  readonly hot: number;
  /** When the oldest was first seen; null when none waits. */
  readonly oldestAt: number | null;
  /** Hot ones whose digest may still wait for the buyer's summary, and until when at most. */
  readonly awaitingSummary: number;
  readonly awaitingUntil: number | null;
}

/** Counts without parsing what the signals say. */
export async function countWaiting(table: Table, routeId: string, now: number): Promise<WaitingSignals> {
  let signals = 0;
  let hot = 0;
  let awaitingSummary = 0;
  let oldestAt: number | null = null;
  let awaitingUntil: number | null = null;
  for await (const item of queryAll(table, routeKey(routeId).pk, outboxPrefix)) {
    signals += 1;
    if (item.hot === true) hot += 1;
    oldestAt ??= numberOf(item, 'firstSeenAt');
    const releaseAt = numberOf(item, 'releaseAt');
    if (releaseAt === null || releaseAt <= now) continue;
    awaitingSummary += 1;
    awaitingUntil = Math.max(awaitingUntil ?? 0, releaseAt);
  }
  return { signals, hot, oldestAt, awaitingSummary, awaitingUntil };
}

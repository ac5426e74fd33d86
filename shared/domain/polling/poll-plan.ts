import { clocksMs } from '../clock.ts';
import { dayMs, minuteMs } from '../duration.ts';

/** A changed row names a buyer whose list may have a new signal. */

/** The rows of a bridge were read so far. Times in milliseconds since the epoch. */
export interface BridgeMark {
  readonly bridgeId: string;
  /** A list last showed a signal of this bridge then; null for a bridge that is only watched. */
  readonly seenAt: number | null;
  /** The start of the last look whose buyers were queued; null before the first look. */
  readonly lookedAt: number | null;
  /** The newest `updatedAt` of its rows, by the service's clock and in its time zone. */
  readonly newestRowAt: number | null;
  /** Our clock, when `newestRowAt` was first seen. */
  readonly newestSeenAt: number | null;
  /** The rows turned out to be unsorted or unreadable then. */
  readonly unsortedAt: number | null;
  /** Every look has failed since then; null if the last one succeeded. */
  readonly failingSince: number | null;
  /**
   * All rows were last read then, and no page was passed over; before the first such reading, the bridge was first
   * watched then. Null if no tick has watched it.
   */
  readonly wholeAt: number | null;
}

export interface PollPlan {
  readonly marks: ReadonlyMap<string, BridgeMark>;
  readonly bridgeNames: ReadonlyMap<string, string>;
  /** Watched buyers at the last tick that read all of them; null if there was none. */
  readonly buyers: number | null;
  /** Every watched buyer last had a due time then; null if that is not known. */
  readonly scheduled: Scheduled | null;
  /** Every buyer is polled at each tick until then, since rows did not announce new signals; null if they do. */
  readonly unannouncedUntil: number | null;
}

export interface Scheduled {
  readonly at: number;
  readonly watch: string;
}

/** Search data and lists may show a change so late. */
const lagMs = 60 * minuteMs + clocksMs;

/**
 * Rows that changed since this time name buyers to poll; null if unknown. It is an hour before the last look, so a
 * buyer is polled at each tick for an hour after its row changed, which finds signals that are listed late. The
 * service's clock is never compared with ours: only the time since we first saw its newest row counts.
 */
export function announcedFrom(mark: BridgeMark, now: number): number | null {
  const { lookedAt } = mark;
  // An instance with a wrong clock wrote a time in the future.
  if (lookedAt === null || lookedAt > now + clocksMs) return null;
  return lagBefore(mark, lookedAt);
}

/** The row changed more than an hour before `notNamedAt`, the time of the previous look. */
export function wasMissed(mark: BridgeMark, rowUpdatedAt: string | null, notNamedAt: number): boolean {
  const changedAt = Date.parse(rowUpdatedAt ?? '');
  const from = mark.lookedAt === null ? null : lagBefore(mark, notNamedAt);
  return from !== null && changedAt < from;
}

function lagBefore({ newestRowAt, newestSeenAt }: BridgeMark, at: number): number | null {
  if (newestRowAt === null || newestSeenAt === null) return null;
  // The service's clock showed at least `newestRowAt` plus the time since we first saw it.
  return newestRowAt + (at - newestSeenAt) - lagMs;
}

/** A row's time further ahead of the answer's is wrong. */
const aheadMs = 60 * minuteMs;

/**
 * A time ahead of the service's clock would hide all changes until then. So it counts as the time of the answer,
 * `servedAt` (our clock if absent), and a time far ahead is ignored. If the rows use another time zone than the
 * answer, the mark is too old, and names more buyers than needed.
 */
export function withNewest(
  mark: BridgeMark,
  times: readonly number[],
  { now, servedAt }: { readonly now: number; readonly servedAt: number | null },
): BridgeMark {
  const latest = servedAt ?? now;
  const possible = times.filter((time) => time <= latest + aheadMs).map((time) => Math.min(time, latest));
  const known = mark.newestRowAt ?? 0;
  // The service's clock was ahead: until it is there again, its rows would name nobody.
  const wasAhead = known > latest + aheadMs && possible.length > 0;
  const newestRowAt = Math.max(wasAhead ? 0 : known, ...possible);
  return newestRowAt === mark.newestRowAt ? mark : { ...mark, newestRowAt, newestSeenAt: now };
}

/** The service may sort rows by tomorrow. A bridge whose looks failed is tried each hour. */
export function isUnsorted({ unsortedAt, failingSince }: BridgeMark, now: number): boolean {
  return unsortedAt !== null && now - unsortedAt < (failingSince === null ? dayMs : 60 * minuteMs);
}

/** A failure is lasting if every look has failed for an hour. */
export function isLastingFailure({ failingSince }: BridgeMark, now: number): boolean {
  return failingSince !== null && now - failingSince >= 60 * minuteMs;
}

/** No list has shown a forgotten bridge for longer than the deep scan covers: it was probably removed. */
export function isHeard(mark: BridgeMark, now: number): boolean {
  if (mark.seenAt === null) return false;
  return now - mark.seenAt < (mark.unsortedAt === null ? 100 * dayMs : 3 * dayMs);
}

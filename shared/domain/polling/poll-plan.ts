import { clocksMs } from '../clock.ts';
import type { Refusal } from './refusal.ts';

/**
 * Finds due buyers in the rows of bridges: a changed row names a buyer whose list may have a new signal. If a later
 * scan shows that rows missed a signal, they are distrusted: see ADR 0040.
 */

/** How far the rows of a bridge were read. Times in milliseconds since the epoch. */
export interface BridgeMark {
  readonly bridgeId: string;
  /** When a list last showed a signal of this bridge; null for a bridge that is only watched. */
  readonly seenAt: number | null;
  /** When the last look began whose buyers were queued; null before the first look. */
  readonly lookedAt: number | null;
  /** The newest `updatedAt` of its rows, by the service's clock and in its time zone. */
  readonly newestRowAt: number | null;
  /** When `newestRowAt` was first seen, by our clock. */
  readonly newestSeenAt: number | null;
  /** When its rows turned out to be unsorted or unreadable. */
  readonly unsortedAt: number | null;
  /** Since when every look has failed; null if the last one succeeded. */
  readonly failingSince: number | null;
  /** Of a watched bridge: buyers of its newest rows, which were in its roster at the last look. */
  readonly recent?: readonly string[];
}

/** The state that the plan of polls keeps between ticks. */
export interface PollPlan {
  /** All turns up to this time are done; null before the first tick. Milliseconds since the epoch. */
  readonly turnsUntil: number | null;
  readonly distrust: Distrust | null;
  readonly marks: ReadonlyMap<string, BridgeMark>;
  /** The number of watched buyers at the last tick that read all of them; null if there was none. */
  readonly buyers: number | null;
  /** Identifies the config's list of buyers whose buyers were all marked as restless once; null for none. */
  readonly listed: string | null;
}

/** Buyers that are not calm. A mark is written before its buyer is watched, so read the marks after the buyers. */
export interface Restless {
  /** Without an accepted scan since they were found or a scan failed: to poll at each tick. Refused buyers included. */
  readonly restless: ReadonlySet<string>;
  /** Buyers whose list the service refuses. */
  readonly refused: ReadonlyMap<string, Refusal>;
}

/** Rows failed to announce a signal, so each tick polls every buyer: until `until`, for `ms` in all. */
export interface Distrust {
  readonly until: number;
  readonly ms: number;
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** The delay with which search data and lists may show a change. */
const lagMs = 60 * minuteMs + clocksMs;

/**
 * Rows that changed since this time name buyers to poll; null if unknown. It is an hour before the last look, so a
 * buyer is polled at each tick for an hour after its row changed, which finds signals that are listed late. The
 * service's clock is never compared with ours: only the time since we first saw its newest row counts.
 */
export function announcedFrom(mark: BridgeMark, now: number): number | null {
  const { lookedAt } = mark;
  // In the future: written by an instance with a wrong clock.
  if (lookedAt === null || lookedAt > now + clocksMs) return null;
  return lagBefore(mark, lookedAt);
}

/**
 * Whether a row should have announced a signal of a buyer that no row named: it changed more than an hour before
 * `notNamedAt`, the time of the previous look.
 */
export function wasMissed(mark: BridgeMark, rowUpdatedAt: string | null, notNamedAt: number): boolean {
  const changedAt = Date.parse(rowUpdatedAt ?? '');
  const from = mark.lookedAt === null ? null : lagBefore(mark, notNamedAt);
  return from !== null && changedAt < from;
}

function lagBefore({ newestRowAt, newestSeenAt }: BridgeMark, at: number): number | null {
  if (newestRowAt === null || newestSeenAt === null) return null;
  // At `at` the service's clock showed at least `newestRowAt` plus the time since we first saw it.
  return newestRowAt + (at - newestSeenAt) - lagMs;
}

/** How far a row's time may be ahead of the answer's. A time further ahead is wrong. */
const aheadMs = 60 * minuteMs;

/**
 * Moves a mark to the newest of some rows' times. A time ahead of the service's clock would hide all changes until
 * then. So it counts as the time of the answer, `servedAt` (our clock if absent), and a time far ahead is ignored. If
 * the rows use another time zone than the answer, the mark is too old, and names more buyers than needed.
 */
export function withNewest(
  mark: BridgeMark,
  times: readonly number[],
  { now, servedAt }: { readonly now: number; readonly servedAt: number | null },
): BridgeMark {
  const latest = servedAt ?? now;
  const possible = times.filter((time) => time <= latest + aheadMs).map((time) => Math.min(time, latest));
  const newestRowAt = Math.max(mark.newestRowAt ?? 0, ...possible);
  return newestRowAt === mark.newestRowAt ? mark : { ...mark, newestRowAt, newestSeenAt: now };
}

/** A bridge is tried again after a day: the service may sort rows by then. */
export function isUnsorted({ unsortedAt }: BridgeMark, now: number): boolean {
  return unsortedAt !== null && now - unsortedAt < dayMs;
}

/** A failure is lasting if every look has failed for an hour. */
export function isLastingFailure({ failingSince }: BridgeMark, now: number): boolean {
  return failingSince !== null && now - failingSince >= 60 * minuteMs;
}

/**
 * Whether signals may still come from a learned bridge. A bridge is forgotten when no list has shown it for longer
 * than the deep scan covers, and much sooner if its rows can't be read either: it was probably removed.
 */
export function isHeard(mark: BridgeMark, now: number): boolean {
  if (mark.seenAt === null) return false;
  return now - mark.seenAt < (mark.unsortedAt === null ? 100 * dayMs : 3 * dayMs);
}

/**
 * Whether a buyer's turn came after `from` and up to `to`. Each buyer's id gives it its own moment in the period, so
 * that they do not all come at one tick; its deep scan is due at the same moment.
 */
export function isTurn(buyerId: string, from: number, to: number, periodMs: number): boolean {
  const offset = turnOffset(buyerId);
  return Math.floor((to + offset) / periodMs) > Math.floor((from + offset) / periodMs);
}

/** A buyer's turn comes this long before each full period: from 0 to a day, in milliseconds. */
export function turnOffset(buyerId: string): number {
  return Number.parseInt(buyerId.slice(0, 8), 16) % dayMs || 0;
}

/** Each range is a query. */
const mostRanges = 24;

/** The offsets of the buyers for which `isTurn` holds, as ranges with both ends; null if all buyers are read faster. */
export function turnRanges(
  from: number,
  to: number,
  periodMs: number,
): readonly (readonly [first: number, last: number])[] | null {
  if (8 * (to - from) >= periodMs || dayMs / periodMs > mostRanges) return null;
  const ranges: [number, number][] = [];
  // The turn at `end` is of the buyers whose offset is the time left until then.
  for (let end = (Math.floor(from / periodMs) + 1) * periodMs; end - to < dayMs; end += periodMs) {
    const first = Math.max(0, Math.ceil(end - to));
    const last = Math.min(dayMs, Math.ceil(end - from)) - 1;
    if (first <= last) ranges.push([first, last]);
  }
  return ranges;
}

/** A day of distrust; if the last distrust ended recently, twice as long as that one, 32 days at most. */
export function extendDistrust(before: Distrust | null, now: number): Distrust {
  const again = before !== null && now < before.until + before.ms;
  const ms = again ? Math.min(2 * before.ms, 32 * dayMs) : dayMs;
  return { until: now + ms, ms };
}

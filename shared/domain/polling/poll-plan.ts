import { clocksMs } from '../clock.ts';
import type { Refusal } from './refusal.ts';

/**
 * Which buyers are due, told from the rows of bridges: a row that changed names a buyer whose list may show something
 * new. Nothing is believed that later readings don't bear out: see ADR 0040.
 */

/** How far the rows of a bridge were looked at. Milliseconds since the epoch. */
export interface BridgeMark {
  readonly bridgeId: string;
  /** When a list last showed a signal of it; null for a bridge that is only watched. */
  readonly seenAt: number | null;
  /** When the last look began whose buyers were handed on to be polled; null before the first one. */
  readonly lookedAt: number | null;
  /** The newest `updatedAt` of its rows: by the service's clock, whatever zone that writes. */
  readonly newestRowAt: number | null;
  /** When that was first seen, by our clock. */
  readonly newestSeenAt: number | null;
  /** When its rows turned out to be in no order that helps, or not to be had. */
  readonly unsortedAt: number | null;
  /** Since when no look has succeeded; null when the last one did. */
  readonly failingSince: number | null;
}

/** What the plan of polls remembers from tick to tick. */
export interface PollPlan {
  /** Buyers whose turn came up to then had it; null before the first tick. Milliseconds since the epoch. */
  readonly turnsUntil: number | null;
  readonly distrust: Distrust | null;
  readonly marks: ReadonlyMap<string, BridgeMark>;
  /** Buyers that are LIVE and whose last scan was accepted: nothing is left to do until a row names them. */
  readonly calm: ReadonlySet<string>;
  /** Buyers whose list is refused; none of them is calm. */
  readonly refused: ReadonlyMap<string, Refusal>;
}

/** Since a row failed to announce a signal, everyone is polled at each tick: until then, and for so long in all. */
export interface Distrust {
  readonly until: number;
  readonly ms: number;
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Search data, and lists, may show a row so much later than it changed. */
const lagMs = 60 * minuteMs + clocksMs;

/**
 * Rows that changed since then name buyers to poll; null when that can't be told. It lies an hour before the last look:
 * what was listed late is found by polling its buyer at each tick of that hour. The service's clock is never compared
 * with ours, only how long ago by ours its newest row was first seen.
 */
export function announcedFrom(mark: BridgeMark, now: number): number | null {
  const { lookedAt } = mark;
  // Looked at in the future: by an instance whose clock was wrong.
  if (lookedAt === null || lookedAt > now + clocksMs) return null;
  return lagBefore(mark, lookedAt);
}

/**
 * Whether a row should long have announced a signal that was found at a buyer whom no row named: it changed more than
 * an hour before `notNamedAt`, the time of the last look before.
 */
export function wasMissed(mark: BridgeMark, rowUpdatedAt: string | null, notNamedAt: number): boolean {
  const changedAt = Date.parse(rowUpdatedAt ?? '');
  const from = mark.lookedAt === null ? null : lagBefore(mark, notNamedAt);
  return from !== null && changedAt < from;
}

function lagBefore({ newestRowAt, newestSeenAt }: BridgeMark, at: number): number | null {
  if (newestRowAt === null || newestSeenAt === null) return null;
  // The service's clock showed at least this at that time of ours.
  return newestRowAt + (at - newestSeenAt) - lagMs;
}

/** A row may say that it changed so much later than the answer says it is. More, and its time is wrong. */
const aheadMs = 60 * minuteMs;

/**
 * A mark with the newest of some rows' times. Taken for the service's clock, a time ahead of it would hide all changes
 * until then: so it counts as the time of the answer, `servedAt` (our own clock where the answer does not say), and far
 * ahead not at all. Where the rows' zone differs from the answer's, the mark is older than need be, and names more.
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

/** A bridge's failure holds for a day: services learn. */
export function isUnsorted({ unsortedAt }: BridgeMark, now: number): boolean {
  return unsortedAt !== null && now - unsortedAt < dayMs;
}

/** A failure that no look has come through for an hour is no passing one. */
export function isLastingFailure({ failingSince }: BridgeMark, now: number): boolean {
  return failingSince !== null && now - failingSince >= 60 * minuteMs;
}

/**
 * Whether signals may still come from a learned bridge. One that no list has shown for longer than the deep scan reaches
 * back is forgotten; one whose rows can't be had either much sooner, since it was probably removed.
 */
export function isHeard(mark: BridgeMark, now: number): boolean {
  if (mark.seenAt === null) return false;
  return now - mark.seenAt < (mark.unsortedAt === null ? 100 * dayMs : 3 * dayMs);
}

/**
 * Whether a buyer's turn came after `from` and up to `to`. Each has its own moment in the period, from its id, so that
 * not all come at one tick; it is the moment that its deep scan is due at, too.
 */
export function isTurn(buyerId: string, from: number, to: number, periodMs: number): boolean {
  const offset = Number.parseInt(buyerId.slice(0, 8), 16) % dayMs || 0;
  return Math.floor((to + offset) / periodMs) > Math.floor((from + offset) / periodMs);
}

/** A day of distrust; twice as long as before when the last one ended lately, 32 days at most. */
export function extendDistrust(before: Distrust | null, now: number): Distrust {
  const again = before !== null && now < before.until + before.ms;
  const ms = again ? Math.min(2 * before.ms, 32 * dayMs) : dayMs;
  return { until: now + ms, ms };
}

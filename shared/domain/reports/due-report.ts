import { isPast } from '../clock.ts';
import { dayMs, parseDuration } from '../duration.ts';
import { loudTime, type NextTime } from '../routes/due.ts';
import type { QuietRoute } from '../routes/quiet.ts';
import type { ReportMark } from '../routes/round.ts';
import type { CronTime, Route } from '../routes/route.ts';
import { zoneOf } from '../routes/route-view.ts';
import { lastSlot } from '../times/last-slot.ts';
import { instantOf, midnightOf, wallTimeAt } from '../times/wall-time.ts';

const longestRecapMs = 31 * dayMs;
/** A report then says of the rest that it could not be looked up: on a Monday morning people wait for it. */
export const longestLookUpMs = 30 * 60_000;
/** Two at once, of four calls of 300 ms, leave room for summaries of the same queue. */
export const askedAMinute = 60;

/** Reminders come in the morning: a deadline's own hour may be at night. */
export function reminderTimes(route: Route): CronTime {
  return { cron: '0 8 * * ? *', timezone: zoneOf(route) };
}

/** Quiet hours put a report's time off; null if there was none. */
function lastReportTime(route: QuietRoute, times: CronTime, at: number, nextTime: NextTime): number | null {
  return lastSlot((after) => loudTime(route, times, after + 1, nextTime), at);
}

/** The mark covers times before quiet hours put them off: no time that was told comes again. Pure. */
export function dueReport(
  route: QuietRoute,
  times: CronTime,
  mark: ReportMark,
  now: number,
  nextTime: NextTime,
): number | null {
  const first = loudTime(route, times, isPast(mark.at, now) ? mark.at + 1 : 1, nextTime);
  return first !== null && first <= now ? lastReportTime(route, times, now, nextTime) : null;
}

/** The period begins with the recap before it, at most 31 days ago. */
export function recapSince(route: QuietRoute, times: CronTime, slot: number, nextTime: NextTime): number {
  return Math.max(lastReportTime(route, times, slot - 1, nextTime) ?? 0, slot - longestRecapMs);
}

/** Null if nobody has asked for the rows since the report's time. */
export function lookedUpSince({ since = 0 }: ReportMark, slot: number, now: number): number | null {
  return since >= slot && isPast(since, now) ? since : null;
}

/** `before`: so long before the deadline's day, such as `7 days`. */
export function hasBegun(deadline: number, before: string, until: number, timezone: string): boolean {
  const midnight = midnightOf(wallTimeAt(deadline - 1, timezone));
  return instantOf(midnight - parseDuration(before), timezone) <= until;
}

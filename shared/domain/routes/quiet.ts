import { dayMs, hourMs, minuteMs } from '../duration.ts';
import { midnightOf, offsetAt, wallTimeAt } from '../times/wall-time.ts';

export const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

/** Their names, in the same order. */
export const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

export type Weekday = (typeof weekdays)[number];

/** The hours of each day and the days of each week in which a route sends nothing. */
export interface QuietHours {
  /** `18:00` on the zone's clocks. Not after `to`: the quiet hours go past midnight. */
  readonly from?: string | undefined;
  /** The first minute that is not quiet. */
  readonly to?: string | undefined;
  /** Quiet days last from midnight to midnight. */
  readonly days?: readonly Weekday[] | undefined;
  /** A zone of the IANA database. */
  readonly timezone: string;
}

export interface QuietRoute {
  readonly quiet?: QuietHours | undefined;
  /** Days that are quiet from midnight to midnight, as `2026-12-25`. */
  readonly holidays?: readonly string[] | undefined;
  readonly timezone?: string | undefined;
  readonly when: 'immediately' | { readonly timezone: string };
}

export function quietZoneOf({ quiet, timezone, when }: QuietRoute): string | undefined {
  return quiet?.timezone ?? timezone ?? (when === 'immediately' ? undefined : when.timezone);
}

/** Null if the route is not quiet. Milliseconds since the epoch. Pure. */
export function quietUntil(route: QuietRoute, instant: number): number | null {
  const calendar = calendarOf(route);
  if (calendar === null) return null;
  let piece = pieceAt(calendar, instant);
  if (!piece.quiet) return null;
  while (piece.quiet) piece = pieceAt(calendar, piece.end);
  return piece.start;
}

/** Milliseconds. Pure. */
export function quietMsBetween(route: QuietRoute, from: number, to: number): number {
  const calendar = calendarOf(route);
  let sum = 0;
  for (let at = from; calendar !== null && at < to; ) {
    const { quiet, end } = pieceAt(calendar, at);
    if (quiet) sum += Math.min(end, to) - at;
    at = end;
  }
  return sum;
}

interface Calendar {
  readonly timezone: string;
  /** Milliseconds since midnight; null if only days are quiet. */
  readonly hours: { readonly from: number; readonly to: number } | null;
  readonly days: readonly Weekday[];
  /** `2026-12-25` */
  readonly holidays: readonly string[];
}

function calendarOf(route: QuietRoute): Calendar | null {
  const timezone = quietZoneOf(route);
  const { quiet, holidays = [] } = route;
  if (timezone === undefined || (quiet === undefined && holidays.length === 0)) return null;
  const { from, to, days = [] } = quiet ?? {};
  const hours =
    from === undefined || to === undefined ? null : { from: sinceMidnight(from), to: sinceMidnight(to) };
  return { timezone, hours, days, holidays };
}

function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * hourMs + minutes * minuteMs;
}

const quarterMs = 15 * minuteMs;

function pieceAt(calendar: Calendar, start: number) {
  const wall = wallTimeAt(start, calendar.timezone);
  const time = wall - midnightOf(wall);
  const { hours, timezone } = calendar;
  const changes = hours === null ? [dayMs] : [hours.from, hours.to, dayMs];
  const end = start + Math.min(...changes.filter((change) => change > time)) - time;
  // The clocks are changed before that: at a quarter of an hour, see `offsetAt`.
  const isChanged = offsetAt(start, timezone) !== offsetAt(end, timezone);
  const quarterEnd = (Math.floor(start / quarterMs) + 1) * quarterMs;
  return { quiet: isQuiet(calendar, wall), start, end: isChanged ? Math.min(end, quarterEnd) : end };
}

function isQuiet({ hours, days, holidays }: Calendar, wall: number): boolean {
  const date = new Date(wall);
  if (days.includes(weekdays[date.getUTCDay()] as Weekday)) return true;
  if (holidays.length > 0 && holidays.includes(date.toISOString().slice(0, 'YYYY-MM-DD'.length))) return true;
  if (hours === null) return false;
  const time = wall - midnightOf(wall);
  const { from, to } = hours;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

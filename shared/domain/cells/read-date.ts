import { instantOf, utcOf, type WallTime } from './wall-time.ts';

/** A date as a row writes it: a day of the calendar, a time on some wall, or an instant. */
export type WrittenDate =
  /** `2026-11-26`: text, the same day in every zone. */
  | { readonly kind: 'day'; readonly wall: WallTime }
  /** `2026-11-26T14:00:00`: names no zone, so that none may shift it. */
  | { readonly kind: 'wall'; readonly wall: WallTime }
  /** Milliseconds since the epoch. */
  | { readonly kind: 'instant'; readonly instant: number };

/** Behind a day: `T17:00:00Z`, ` 17:00 ET`, `, 5 PM`, ` at 5:00 p.m. EST`. */
const time = String.raw`(?:(?:T|,?(?: at)? )(?<hour>\d\d?)(?::(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?)?\s?(?:(?<half>[ap])\.?m\.?)?\s?\(?(?<zone>Z|UTC|GMT|[ECMP][SD]?T|[+-]\d\d(?::?\d\d)?)?\)?)?$`;
const forms = [
  String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`,
  String.raw`^(?:[a-z]{3,9},? )?(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})`,
  String.raw`^(?:[a-z]{3,9},? )?(?<day>\d{1,2})(?:st|nd|rd|th)? (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})`,
].map((day) => new RegExp(day + time, 'i'));
/** People write EST in summer, too, and mean what the clocks show. */
const zones = ['EST5EDT', 'CST6CDT', 'MST7MDT', 'PST8PDT'];
const monthNames =
  'january february march april may june july august september october november december'.split(' ');

/**
 * Reads ISO 8601 and months by their English names, with a time or without; null for all else: `03/04/2026` is a
 * day of March here and one of April there.
 */
export function readDate(value: unknown): WrittenDate | null {
  if (typeof value !== 'string' || value.length > 60 || !/\d{4}/.test(value)) return null;
  for (const form of forms) {
    const parts = form.exec(value.trim())?.groups;
    if (parts) return readParts(parts);
  }
  return null;
}

type Parts = Readonly<Record<string, string | undefined>>;

function readParts({ year, month = '', day, hour, minute, second, half, zone }: Parts): WrittenDate | null {
  const date = readDay(year, Number(month) || monthNumber(month), day);
  if (date === null || hour === undefined) return date;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const wall = { ...date.wall, hour: hours, minute: Number(minute ?? 0) };
  const mostHours = half ? 12 : 23;
  if (!(minute ?? half) || Number(hour) > mostHours || wall.minute > 59 || Number(second ?? 0) > 60)
    return null;
  // Programs write a mere day so. Nothing but a day ends or begins at this very second.
  const isMidnight = hours === 0 && wall.minute === 0 && Number(second ?? 0) === 0;
  if (isMidnight && /^(z|utc|gmt|[+-]00(:?00)?)?$/i.test(zone ?? '')) return date;
  if (zone === undefined) return { kind: 'wall', wall };
  const named = zones.find((name) => name.startsWith(zone.charAt(0).toUpperCase()));
  return { kind: 'instant', instant: named ? instantOf(wall, named) : utcOf(wall) - offsetMs(zone) };
}

function readDay(
  year: string | undefined,
  month: number,
  day: string | undefined,
): (WrittenDate & { kind: 'day' }) | null {
  const wall = { year: Number(year), month, day: Number(day), hour: 0, minute: 0 };
  const date = new Date(utcOf(wall));
  // February 30 would come out as March 2.
  const exists =
    date.getUTCFullYear() === wall.year && date.getUTCMonth() === month - 1 && date.getUTCDate() === wall.day;
  return exists ? { kind: 'day', wall } : null;
}

/** 0, which no month is, for what names none. */
function monthNumber(name = ''): number {
  return monthNames.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** When it is over, in milliseconds since the epoch: a day with its last moment in the zone. */
export function endOf(date: WrittenDate, timezone: string): number {
  if (date.kind === 'instant') return date.instant;
  if (date.kind === 'wall') return instantOf(date.wall, timezone);
  // The midnight after it. `utcOf` takes the day after the last of a month for the first of the next one.
  return instantOf({ ...date.wall, day: date.wall.day + 1 }, timezone);
}

/** When it begins, likewise: a day with the midnight before it. */
export function startOf(date: WrittenDate, timezone: string): number {
  return date.kind === 'instant' ? date.instant : instantOf(date.wall, timezone);
}

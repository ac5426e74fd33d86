import { dayMs, hourMs, minuteMs } from '../duration.ts';
import { instantOf } from '../times/wall-time.ts';

/** A date as a row writes it. `wall`: as `wallTimeAt` gives it. */
export type WrittenDate =
  /** `2026-11-26`: text, the same day in every zone. */
  | { readonly kind: 'day'; readonly wall: number }
  /** `2026-11-26T14:00:00`: names no zone, so that none may shift it. */
  | { readonly kind: 'wall'; readonly wall: number }
  /** Milliseconds since the epoch. */
  | { readonly kind: 'instant'; readonly instant: number };

/** A time may follow a day: `T17:00:00Z`, ` 17:00 ET`, `, 5 PM`, ` at 5:00 p.m. EST`. */
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

/** Null for a form that is read differently elsewhere: `03/04/2026` is a day of March here and one of April there. */
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
  const midnight = readDay(Number(year), Number(month) || monthNumber(month), Number(day));
  if (midnight === null) return null;
  const date = { kind: 'day', wall: midnight } as const;
  if (hour === undefined) return date;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const [minutes, seconds, mostHours] = [Number(minute ?? 0), Number(second ?? 0), half ? 12 : 23];
  if (!(minute ?? half) || Number(hour) > mostHours || minutes > 59 || seconds > 60) return null;
  const wall = midnight + hours * hourMs + minutes * minuteMs;
  // Programs write a mere day so. Nothing but a day ends or begins at this very second.
  const isMidnight = wall === midnight && seconds === 0;
  if (isMidnight && /^(z|utc|gmt|[+-]00(:?00)?)?$/i.test(zone ?? '')) return date;
  if (zone === undefined) return { kind: 'wall', wall };
  const named = zones.find((name) => name.startsWith(zone.charAt(0).toUpperCase()));
  return { kind: 'instant', instant: named ? instantOf(wall, named) : wall - offsetMs(zone) };
}

function readDay(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  // February 30 would come out as March 2.
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : null;
}

/** 0 for a name that is no month's. */
function monthNumber(name = ''): number {
  return monthNames.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** Milliseconds since the epoch. A day ends with its last moment in the zone. */
export function endOf(date: WrittenDate, timezone: string): number {
  if (date.kind === 'instant') return date.instant;
  return instantOf(date.kind === 'day' ? date.wall + dayMs : date.wall, timezone);
}

/** Milliseconds since the epoch. A day begins with the midnight before it. */
export function startOf(date: WrittenDate, timezone: string): number {
  return date.kind === 'instant' ? date.instant : instantOf(date.wall, timezone);
}

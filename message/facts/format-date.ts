import { endOf, type WrittenDate } from '../../shared/domain/cells/read-date.ts';
import type { ReadDate } from '../../shared/domain/cells/row-facts.ts';
import type { DigestView } from '../../shared/domain/digests/digest.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { dateFormat } from '../../shared/domain/formats.ts';
import { midnightOf, nameZone, wallTimeAt } from '../../shared/domain/times/wall-time.ts';
import { keepTogether } from '../text/keep-together.ts';

/** A reader sees the digest at `now`, milliseconds since the epoch, and lives in the zone. */
export interface Reading {
  readonly now: number;
  readonly timezone: string;
}

/**
 * `Thu, Nov 26`, `Jan 10`, `Jul 31, 2027`, `Tue, Nov 24, 9 PM EST`. The weekday within the next seven days, the year when it
 * is another, the time of an instant that is still ahead, with its zone. Nothing relative: a second attempt may go out a day later.
 */
export function formatDate(date: WrittenDate, { now, timezone }: Reading): string {
  const wall = date.kind === 'instant' ? wallTimeAt(date.instant, timezone) : date.wall;
  const today = wallTimeAt(now, timezone);
  const daysAhead = (midnightOf(wall) - midnightOf(today)) / dayMs;
  const timed = date.kind !== 'day' && endOf(date, timezone) > now;
  return [
    ...(daysAhead >= 0 && daysAhead <= 7 ? [formatWeekday(wall)] : []),
    formatDay(wall),
    ...(yearOf(wall) === yearOf(today) ? [] : [String(yearOf(wall))]),
    ...(timed
      ? [formatTime(wall) + (date.kind === 'instant' ? ` ${shortZone(date.instant, timezone)}` : '')]
      : []),
  ].join(', ');
}

export function readingOf({ createdAt, timezone }: Pick<DigestView, 'createdAt' | 'timezone'>): Reading {
  return { now: Date.parse(createdAt), timezone };
}

/** `closes Thu, Dec 3`, `closed Nov 18`: a deadline. */
export function formatClosing({ date, endsAt }: ReadDate, reading: Reading): string {
  return keepTogether(`${endsAt > reading.now ? 'closes' : 'closed'} ${formatDate(date, reading)}`);
}

/** `Fri 8:00 AM`, `Nov 3, 8:00 AM`: by its weekday where that names one day alone. */
export function formatMoment(instant: number, { now, timezone }: Reading): string {
  const wall = wallTimeAt(instant, timezone);
  const days = Math.abs(midnightOf(wall) - midnightOf(wallTimeAt(now, timezone))) / dayMs;
  const day = days <= 6 ? formatWeekday(wall) : `${formatDay(wall)},`;
  return `${day} ${formatClock(wall)}`;
}

/** `8:00 AM EST` on the day itself, else as `formatMoment`. */
export function formatAt(instant: number, reading: Reading): string {
  const [wall, today] = [wallTimeAt(instant, reading.timezone), wallTimeAt(reading.now, reading.timezone)];
  const told = midnightOf(wall) === midnightOf(today) ? formatClock(wall) : formatMoment(instant, reading);
  return `${told} ${shortZone(instant, reading.timezone)}`;
}

/** `8:00 AM` */
export function formatClock(wall: number): string {
  return formatHour(wall).replace('\u202f', ' ');
}

/** `9 PM`, `9:30 PM` */
function formatTime(wall: number): string {
  return formatClock(wall).replace(':00', '');
}

/** `EST`, `GMT+1`: as it is called at that time. */
function shortZone(instant: number, timeZone: string): string {
  const parts = dateFormat({ timeZone, timeZoneName: 'short' }).formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? nameZone(timeZone);
}

const yearOf = (wall: number): number => new Date(wall).getUTCFullYear();

/** UTC keeps the time of the wall. */
const createTeller = (parts: Intl.DateTimeFormatOptions) => (wall: number | Date) =>
  dateFormat({ timeZone: 'UTC', ...parts }).format(wall);

const formatWeekday = createTeller({ weekday: 'short' });
/** `Nov 30` */
export const formatDay = createTeller({ month: 'short', day: 'numeric' });
const formatHour = createTeller({ hour: 'numeric', minute: '2-digit' });

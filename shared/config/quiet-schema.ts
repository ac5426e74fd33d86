import * as v from 'valibot';
import { type QuietHours, weekdays } from '../domain/routes/quiet.ts';
import { timezone } from './check-times.ts';
import { described, describedObject, type EntriesOf, fix, optional, refuse, written } from './fields.ts';

const quietFix =
  'write {"from": "18:00", "to": "08:00", "days": ["SAT", "SUN"], "timezone": "America/New_York"}';
const timeFix = 'write a time from "00:00" to "23:59"';
const daysFix = `write a list of ${weekdays.join(', ')}`;
const mostHolidays = 366;

const time = written(/^([01]\d|2[0-3]):[0-5]\d$/, timeFix);

const hours = describedObject(
  {
    from: optional(time, 'The time at which the quiet hours of each day begin, as "18:00". Only with to.'),
    to: optional(
      time,
      'The time at which they end, as "08:00": on the next day if it is before from. Without from and to, only days are quiet.',
    ),
    days: v.optional(
      v.pipe(
        v.array(v.picklist(weekdays, fix(`write one of ${weekdays.join(', ')}`)), fix(daysFix)),
        v.minLength(1, fix('it names no day; leave the field out, or write ["SAT", "SUN"]')),
        v.description('Days that are quiet from midnight to midnight: SUN to SAT, at most six.'),
        v.transform((days) => [...new Set(days)]),
      ),
    ),
    timezone: described(timezone(), 'The time zone of the hours, the days and the holidays.'),
  } satisfies EntriesOf<QuietHours>,
  quietFix,
  'The times in which the route sends nothing. Signals wait for their end, or for the next time of a route with times.',
);
export const quietSchema = v.pipe(hours, refuse(findHoursProblem));

function findHoursProblem({ from, to, days = [] }: QuietHours): string | null {
  if (from === undefined && to === undefined && days.length === 0) {
    return 'found neither hours nor days; write "from" and "to", or "days"';
  }
  if (from !== undefined && to === undefined) return `found from "${from}" without to; write "to": "08:00"`;
  if (from === undefined && to !== undefined) return `found to "${to}" without from; write "from": "18:00"`;
  if (from !== undefined && from === to) {
    return `found "${from}" for from and to, which is all day or no time; write two times, or "days"`;
  }
  if (days.length < weekdays.length) return null;
  return 'found all seven days, so the route would never send; leave out at least one';
}

const dayFix = 'write a day of the calendar, as "2026-12-25"';
export const holidaysSchema = v.pipe(
  v.array(
    v.pipe(v.string(fix(dayFix)), v.isoDate(fix(dayFix)), v.check(isDay, fix(dayFix))),
    fix('write a list of days, as ["2026-12-25"]'),
  ),
  v.maxLength(mostHolidays, fix(`write at most ${mostHolidays}; leave out the past ones`)),
  v.description(
    'Days that are quiet from midnight to midnight, as "2026-12-25": at most 366. In the time zone of quiet, else of the route, else of "when".',
  ),
  v.transform((days) => [...new Set(days)]),
);

/** February 30 looks like a day. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

import { Cron } from 'croner';

/** The times of an EventBridge Scheduler cron expression, each in milliseconds since the epoch. */
export interface CronTimes {
  /** The first time after `after`; null if there is none. */
  next(after: number): number | null;
}

/**
 * Reads six fields (minutes, hours, day of month, month, day of week with 1 = SUN, year) as EventBridge Scheduler
 * does. A time that the change to summer time leaves out is skipped; a time that the change back repeats comes once.
 * Throws `RangeError` on an invalid expression or time zone. Source: "Schedule types on EventBridge Scheduler", AWS's
 * user guide.
 */
export function cronTimes(expression: string, timezone: string): CronTimes {
  const wallTimes = readExpression(expression);
  const zone = openZone(timezone);
  return {
    next(after) {
      let wall: Date | null = new Date(after + zone.offsetAt(after));
      for (;;) {
        wall = wallTimes.nextRun(wall);
        if (wall === null) return null;
        const instant = zone.instantOf(wall.getTime());
        if (instant !== null && instant > after) return instant;
      }
    },
  };
}

/** Croner's daylight-saving rules differ, so it only sees wall-clock times as if they were UTC. */
function readExpression(expression: string): Cron {
  const fields = expression.trim().split(/\s+/);
  const [minutes = '', hours = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields;
  if (fields.length !== 6 || (dayOfMonth === '?') === (dayOfWeek === '?')) {
    throw new RangeError(
      `not a schedule: ${JSON.stringify(expression)}; write six fields with "?" for one of day-of-month and day-of-week, as "0 8 ? * MON-FRI *"`,
    );
  }
  const pattern = [
    '0',
    openSteps(minutes, '0', '59'),
    openSteps(hours, '0', '23'),
    openSteps(dayOfMonth, '1', '31'),
    openSteps(month, '1', '12'),
    dayOfWeek === 'L' ? 'SAT' : dayOfWeek,
    openSteps(year, '1970', '2199'),
  ].join(' ');
  try {
    return new Cron(pattern, { mode: '7-part', alternativeWeekdays: true, timezone: 'UTC', paused: true });
  } catch (cause) {
    throw new RangeError(`not a schedule: ${JSON.stringify(expression)}`, { cause });
  }
}

/** `5/10` means every 10 from 5 on; croner needs the end, too. Also for `*`, since croner counts its years from 0. */
function openSteps(field: string, first: string, last: string): string {
  return field.replace(
    /(^|,)([^,/-]+)\//g,
    (_, before: string, start: string) => `${before}${start === '*' ? first : start}-${last}/`,
  );
}

interface Zone {
  /** The zone's offset from UTC at an instant, in milliseconds. */
  offsetAt(instant: number): number;
  /** The first instant at which its clocks show this time; null if they never do. */
  instantOf(wall: number): number | null;
}

const dayMs = 86_400_000;

function openZone(timezone: string): Zone {
  const format = openFormat(timezone);
  const offsetAt = (instant: number): number => {
    const part = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = offsetPattern.exec(part) ?? [];
    const size = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
    return sign === '-' ? -size : size;
  };
  return {
    offsetAt,
    instantOf(wall) {
      // No zone changes its clocks twice within two days, so one of these two offsets applies.
      const candidates = [wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)];
      const shown = candidates.filter((instant) => instant + offsetAt(instant) === wall);
      return shown.length === 0 ? null : Math.min(...shown);
    },
  };
}

/** `GMT`, `GMT-04:00`, or with seconds for times before standard time. */
const offsetPattern = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/;

/** By zone: to make one takes longer than to use it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function openFormat(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
    formats.set(timezone, format);
    return format;
  } catch (cause) {
    throw new RangeError(
      `not a time zone: ${JSON.stringify(timezone)}; write a name such as "America/New_York"`,
      { cause },
    );
  }
}

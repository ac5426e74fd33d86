import { weekdays } from '../domain/routes/quiet.ts';

interface CronField {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The names of the numbers from `from` on. */
  readonly names?: readonly string[];
  /** The marks that the field may hold in place of a list of numbers, ranges and steps. */
  readonly alone?: RegExp;
  /** Null if the service allows no step. */
  readonly largestStep: number | null;
  readonly fix: string;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const anyDay = `([1-7]|${weekdays.join('|')})`;

// https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
// Quartz decides where the guide says nothing (the largest step, entries that must stand alone): the marks come from it.
const fields: readonly CronField[] = [
  { name: 'minutes', from: 0, to: 59, largestStep: 59, fix: 'write 0 to 59, as "0", "0,30" or "0/15"' },
  { name: 'hours', from: 0, to: 23, largestStep: 23, fix: 'write 0 to 23, as "8", "8,17", "8-17" or "8/2"' },
  {
    name: 'day of month',
    from: 1,
    to: 31,
    alone: /^([?L]|LW|([1-9]|[12]\d|3[01])W)$/,
    largestStep: 31,
    fix: 'write 1 to 31, as "1", "1,15" or "1-7"; alone also "L" (the last), "LW" or "15W" (a weekday)',
  },
  {
    name: 'month',
    from: 1,
    to: 12,
    names: months,
    largestStep: 12,
    fix: 'write 1 to 12 or JAN to DEC, as "JUN", "JAN,JUL" or "1-6"',
  },
  {
    name: 'day of week',
    from: 1,
    to: 7,
    names: weekdays,
    alone: new RegExp(`^([?L]|${anyDay}L|${anyDay}#[1-5])$`),
    largestStep: null,
    fix: 'write 1 (Sunday) to 7 or SUN to SAT, as "MON", "MON,WED" or "MON-FRI"; alone also "FRIL" (the last) or "MON#2" (the second)',
  },
  { name: 'year', from: 1970, to: 2199, largestStep: 229, fix: 'write "*", or 1970 to 2199, as "2026-2027"' },
];

/** `ScheduleExpression` of CreateSchedule holds 256 characters; `cron(` and `)` take six. */
const mostCharacters = 250;

const example = 'as in "0 8 ? * MON-FRI *" (minutes hours day-of-month month day-of-week year)';

/** The service says only "Invalid Schedule Expression", and only at deploy. Null if the expression is valid. */
export function findCronProblem(text: string): string | null {
  if (/^cron\(/i.test(text)) return `leave out "cron(" and ")": write the six fields alone, ${example}`;
  const parts = text.trim().split(/\s+/);
  if (parts.length <= 2)
    return `in weekdaysAt, dailyAt and mondaysAt, write a time as "08:30"; a cron expression has six fields, ${example}`;
  if (parts.length !== fields.length) return `it has ${parts.length} fields; write six, ${example}`;
  const { length } = parts.join(' ');
  if (length > mostCharacters) {
    return `it has ${length} characters; write at most ${mostCharacters}, with ranges and steps for long lists`;
  }
  const [, , dayOfMonth, , dayOfWeek] = parts;
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
    return `exactly one of day-of-month and day-of-week must be "?", ${example}`;
  }
  const wrong = fields.find((field, index) => !isField(parts[index] ?? '', field));
  return wrong ? `${wrong.name}: ${wrong.fix}` : null;
}

function isField(text: string, field: CronField): boolean {
  return text === '*' || field.alone?.test(text) || text.split(',').every((entry) => isEntry(entry, field));
}

function isEntry(entry: string, field: CronField): boolean {
  const [range = '', step, ...rest] = entry.split('/');
  if (rest.length > 0) return false;
  if (step !== undefined && !(/^[1-9]\d{0,3}$/.test(step) && Number(step) <= (field.largestStep ?? 0))) {
    return false;
  }
  if (range === '*') return step !== undefined;
  const [low = null, high = low, ...others] = range.split('-').map((end) => readCronNumber(end, field));
  return low !== null && high !== null && low <= high && others.length === 0;
}

function readCronNumber(text: string, { names, from, to }: CronField): number | null {
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return named + from;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : null;
}

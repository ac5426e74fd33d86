import { findNearest } from './find-nearest.ts';

interface CronField {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
  /** What one entry may be besides a number, a range and a step. */
  readonly extra?: RegExp;
  readonly steps: boolean;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

// https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
const fields: readonly CronField[] = [
  { name: 'minutes', from: 0, to: 59, steps: true },
  { name: 'hours', from: 0, to: 23, steps: true },
  { name: 'day of month', from: 1, to: 31, extra: /^(L|LW|([1-9]|[12]\d|3[01])W)$/, steps: true },
  { name: 'month', from: 1, to: 12, names: months, steps: true },
  { name: 'day of week', from: 1, to: 7, names: days, extra: /^(L|([1-7]|[A-Z]{3})L)$/, steps: false },
  { name: 'year', from: 1970, to: 2199, steps: true },
];

const example = 'as in "0 8 ? * MON-FRI *" (minutes hours day-of-month month day-of-week year)';

/**
 * What is wrong with an EventBridge Scheduler cron expression of six fields, with the mend; null when it is
 * right. Checked here because the service says only "Invalid Schedule Expression", and says it at deploy.
 */
export function findCronProblem(text: string): string | null {
  if (/^cron\(/i.test(text)) return `leave out "cron(" and ")": write the six fields alone, ${example}`;
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) return `it has ${parts.length} fields; write six, ${example}`;
  const [, , dayOfMonth, , dayOfWeek] = parts;
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
    return `exactly one of day-of-month and day-of-week must be "?", ${example}`;
  }
  for (const [index, field] of fields.entries()) {
    const problem = findFieldProblem(parts[index] ?? '', field);
    if (problem !== null) return `${field.name}: ${problem}`;
  }
  return null;
}

function findFieldProblem(text: string, field: CronField): string | null {
  if (text === '*') return null;
  if (text === '?') return field.extra ? null : '"?" stands only for day-of-month or day-of-week; write "*"';
  const entries = text.split(',');
  if (field.name === 'day of week' && text.includes('#')) return findNthDayProblem(entries, field);
  for (const entry of entries) {
    const problem = findEntryProblem(entry, field);
    if (problem !== null) return problem;
  }
  return null;
}

/** `MON#2`: the second Monday. The service takes one such entry alone. */
function findNthDayProblem(entries: readonly string[], field: CronField): string | null {
  const [day = '', nth = ''] = entries[0]?.split('#') ?? [];
  if (entries.length > 1) return 'an entry with "#" must stand alone';
  if (readNumber(day, field) === null || !/^[1-5]$/.test(nth))
    return 'write a day, "#" and 1 to 5, as "MON#2"';
  return null;
}

function findEntryProblem(entry: string, field: CronField): string | null {
  if (field.extra?.test(entry)) {
    const day = entry.replace(/L$/, '');
    return field.names && day !== '' ? findNumberProblem(day, field) : null;
  }
  const [range = '', step, ...rest] = entry.split('/');
  if (step !== undefined) {
    if (!field.steps) return '"/" has no place here; list the days, as "MON,WED,FRI"';
    if (rest.length > 0 || !/^[1-9]\d{0,3}$/.test(step))
      return 'write a step as "0/15": a start, "/" and a number from 1';
    if (range === '*') return null;
  }
  const ends = range.split('-');
  if (ends.length > 2) return `write a range as "${field.from}-${field.to}"`;
  for (const end of ends) {
    const problem = findNumberProblem(end, field);
    if (problem !== null) return problem;
  }
  const [low, high] = ends.map((end) => readNumber(end, field) ?? 0);
  if (low !== undefined && high !== undefined && low > high) {
    return `the range ${range} runs backwards; write two entries with a comma`;
  }
  return null;
}

function findNumberProblem(text: string, field: CronField): string | null {
  if (readNumber(text, field) !== null) return null;
  const nearest = field.names && findNearest(text, field.names);
  if (nearest) return `write ${nearest}`;
  const names = field.names ? ` or ${field.names[0]} to ${field.names.at(-1)}` : '';
  return `write a number from ${field.from} to ${field.to}${names}`;
}

function readNumber(text: string, field: CronField): number | null {
  const named = field.names?.indexOf(text) ?? -1;
  if (named >= 0) return named + field.from;
  if (!/^\d{1,4}$/.test(text)) return null;
  const number = Number(text);
  return number >= field.from && number <= field.to ? number : null;
}

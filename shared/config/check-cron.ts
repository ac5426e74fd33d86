import { findNearest } from '../domain/find-nearest.ts';

interface CronField {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
  /** Allowed besides a list of numbers, ranges and steps. */
  readonly extra?: RegExp;
  /** Null if the service allows no step. */
  readonly largestStep: number | null;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

// https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
// Where the guide says nothing (the largest step, entries that must stand alone), Quartz decides: the marks come from it.
const fields: readonly CronField[] = [
  { name: 'minutes', from: 0, to: 59, largestStep: 59 },
  { name: 'hours', from: 0, to: 23, largestStep: 23 },
  { name: 'day of month', from: 1, to: 31, extra: /^(L|LW|([1-9]|[12]\d|3[01])W)$/, largestStep: 31 },
  { name: 'month', from: 1, to: 12, names: months, largestStep: 12 },
  { name: 'day of week', from: 1, to: 7, names: days, extra: /^(L|([1-7]|[A-Z]{3})L)$/, largestStep: null },
  { name: 'year', from: 1970, to: 2199, largestStep: 229 },
];

/** `ScheduleExpression` of CreateSchedule holds 256 characters; `cron(` and `)` take six. */
const mostCharacters = 250;

const example = 'as in "0 8 ? * MON-FRI *" (minutes hours day-of-month month day-of-week year)';

/**
 * The problem with an EventBridge Scheduler cron expression of six fields, and the fix; null if it is valid. Checked
 * here because the service says only "Invalid Schedule Expression", and only at deploy.
 */
export function findCronProblem(text: string): string | null {
  if (/^cron\(/i.test(text)) return `leave out "cron(" and ")": write the six fields alone, ${example}`;
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length) return `it has ${parts.length} fields; write six, ${example}`;
  const { length } = parts.join(' ');
  if (length > mostCharacters) {
    return `it has ${length} characters; write at most ${mostCharacters}, with ranges and steps for long lists`;
  }
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
  if (text === '?')
    return field.extra ? null : '"?" is allowed only in day-of-month and day-of-week; write "*"';
  const nth = field.name === 'day of week' && text.includes('#');
  const entries = text.split(',');
  if (entries.length > 1) {
    const mark = nth ? '#' : findMark(entries, field);
    if (mark !== null)
      return `an entry with "${mark}" must be the only one; give the others a route of their own`;
  }
  if (nth) return findNthDayProblem(text, field);
  for (const entry of entries) {
    const problem = findEntryProblem(entry, field);
    if (problem !== null) return problem;
  }
  return null;
}

function findMark(entries: readonly string[], field: CronField): string | null {
  const special = entries.find((entry) => field.extra?.test(entry));
  if (special === undefined) return null;
  return special.includes('L') ? 'L' : 'W';
}

/** `MON#2`: the second Monday. */
function findNthDayProblem(text: string, field: CronField): string | null {
  const [day = '', nth = '', ...rest] = text.split('#');
  const right = readNumber(day, field) !== null && /^[1-5]$/.test(nth) && rest.length === 0;
  return right ? null : 'write a day, "#" and 1 to 5, as "MON#2"';
}

function findEntryProblem(entry: string, field: CronField): string | null {
  if (field.extra?.test(entry)) {
    const day = entry.replace(/L$/, '');
    return field.names && day !== '' ? findNumberProblem(day, field) : null;
  }
  const [range = '', step, ...rest] = entry.split('/');
  if (step !== undefined) {
    if (field.largestStep === null) return '"/" is not allowed here; list the days, as "MON,WED,FRI"';
    if (rest.length > 0 || !/^[1-9]\d{0,3}$/.test(step) || Number(step) > field.largestStep)
      return `write a step as "${field.from}/5": a start, "/" and a number from 1 to ${field.largestStep}`;
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

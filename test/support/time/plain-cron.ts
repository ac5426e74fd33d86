const dayMs = 86_400_000;
const minuteMs = 60_000;
export const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
export const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * The first minute (in UTC, milliseconds since the epoch) later than `after` that an expression names, found by
 * looking at each; null when there is none in as many days. For an expression that is right, and too slow for more
 * than a test: what the product computes is held against it.
 */
export function findByLooking(expression: string, after: number, within: number): number | null {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] =
    expression.split(' ');
  const inMonth = readNumbers(month, 1, 12, months);
  const inYear = readNumbers(year, 1970, 2199);
  const minutes = [...readNumbers(minute, 0, 59)].sort(ascending);
  const hours = [...readNumbers(hour, 0, 23)].sort(ascending);
  const today = Math.floor(after / dayMs) * dayMs;
  for (let day = today; day <= today + within * dayMs; day += dayMs) {
    const date = new Date(day);
    if (!inYear.has(date.getUTCFullYear()) || !inMonth.has(date.getUTCMonth() + 1)) continue;
    if (!isDayOfMonth(dayOfMonth, date) || !isDayOfWeek(dayOfWeek, date)) continue;
    for (const h of hours) {
      const time = minutes.map((m) => day + (h * 60 + m) * minuteMs).find((instant) => instant > after);
      if (time !== undefined) return time;
    }
  }
  return null;
}

const ascending = (one: number, other: number) => one - other;

function readNumbers(field: string, from: number, to: number, names: readonly string[] = []): Set<number> {
  const read = (text: string) => (names.includes(text) ? names.indexOf(text) + from : Number(text));
  const numbers = new Set<number>();
  for (const entry of field.split(',')) {
    const [range = '', step] = entry.split('/');
    const [low = '', high] = range === '*' ? [String(from), String(to)] : range.split('-');
    const last = high === undefined ? (step === undefined ? read(low) : to) : read(high);
    for (let number = read(low); number <= last; number += Number(step ?? 1)) numbers.add(number);
  }
  return numbers;
}

function isDayOfMonth(field: string, date: Date): boolean {
  const day = date.getUTCDate();
  const last = lastDay(date);
  if (field === '?') return true;
  if (field === 'L') return day === last;
  if (field === 'LW') return day === nearestWeekday(date, last);
  if (field.endsWith('W')) {
    const named = Number(field.slice(0, -1));
    return named <= last && day === nearestWeekday(date, named);
  }
  return readNumbers(field, 1, 31).has(day);
}

function isDayOfWeek(field: string, date: Date): boolean {
  const day = date.getUTCDate();
  const weekday = date.getUTCDay() + 1;
  const named = (text: string) => readNumbers(text, 1, 7, days).has(weekday);
  if (field === '?') return true;
  if (field === 'L') return weekday === 7;
  if (field.endsWith('L')) return named(field.slice(0, -1)) && day + 7 > lastDay(date);
  const [text = '', nth] = field.split('#');
  return named(text) && (nth === undefined || Math.ceil(day / 7) === Number(nth));
}

function lastDay(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** The Monday to Friday next to a day, in the same month. */
function nearestWeekday(date: Date, day: number): number {
  const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)).getUTCDay();
  if (weekday === 6) return day === 1 ? 3 : day - 1;
  if (weekday === 0) return day === lastDay(date) ? day - 2 : day + 1;
  return day;
}

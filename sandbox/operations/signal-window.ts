import { badRequest, found } from '../http/api-error.ts';

const dayMs = 24 * 60 * 60 * 1_000;

const days: Readonly<Record<string, number>> = {
  LastOneDay: 1,
  LastSevenDays: 7,
  LastThirtyDays: 30,
  LastSixtyDays: 60,
};
const months: Readonly<Record<string, number>> = {
  LastOneMonths: 1,
  LastTwoMonths: 2,
  LastThreeMonths: 3,
  LastSixMonths: 6,
  LastNineMonths: 9,
  LastYear: 12,
  LastTwoYears: 24,
};

/** The earliest signal date that is listed, in milliseconds since the epoch. Months are calendar months. */
export function windowStart(period: string, now: number): number {
  const dayCount = days[period];
  if (dayCount !== undefined) return now - dayCount * dayMs;
  const monthCount = months[period];
  if (monthCount !== undefined) return monthsBefore(now, monthCount);
  const known = [...Object.keys(days), ...Object.keys(months)].join(', ');
  throw badRequest(`relativeDatePeriodFrom must be one of ${known}, but is ${found(period)}`);
}

/** One month before 31 March is the last day of February. */
function monthsBefore(now: number, count: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - count);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

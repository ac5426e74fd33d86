import { dayMs } from '../duration.ts';

/** The values of the API's `relativeDatePeriodFrom`. */
export type ListingPeriod =
  | 'LastOneDay'
  | 'LastSevenDays'
  | 'LastThirtyDays'
  | 'LastSixtyDays'
  | 'LastOneMonths'
  | 'LastTwoMonths'
  | 'LastThreeMonths'
  | 'LastSixMonths'
  | 'LastNineMonths'
  | 'LastYear'
  | 'LastTwoYears';

const periods = {
  '1 day': 'LastOneDay',
  '7 days': 'LastSevenDays',
  '30 days': 'LastThirtyDays',
  '60 days': 'LastSixtyDays',
  '1 month': 'LastOneMonths',
  '2 months': 'LastTwoMonths',
  '3 months': 'LastThreeMonths',
} as const;

export function listingPeriodOf(text: keyof typeof periods): ListingPeriod {
  return periods[text];
}

/** Calendar months differ: these are the fewest and the most days that a period covers. */
const guaranteedDays: readonly (readonly [period: ListingPeriod, least: number, most: number])[] = [
  ['LastOneDay', 1, 1],
  ['LastSevenDays', 7, 7],
  ['LastThirtyDays', 30, 30],
  ['LastSixtyDays', 60, 60],
  ['LastOneMonths', 28, 31],
  ['LastTwoMonths', 59, 62],
  ['LastThreeMonths', 89, 92],
  ['LastSixMonths', 181, 184],
  ['LastNineMonths', 273, 276],
  ['LastYear', 365, 366],
  ['LastTwoYears', 730, 731],
];

/** The period filters by a date that may be earlier than the signal's arrival, so the gap alone is not enough. */
const marginMs = 14 * dayMs;

/** The smallest such period covers the time since the last complete scan and a margin of 14 days. */
export function listingPeriod(
  lastCompleteAt: number | null,
  now: number,
  atLeast: ListingPeriod = 'LastThreeMonths',
): ListingPeriod {
  if (lastCompleteAt === null) return atLeast;
  const neededMs = now - lastCompleteAt + marginMs;
  const from = guaranteedDays.findIndex(([period]) => period === atLeast);
  const covering = guaranteedDays.slice(from).find(([, days]) => days * dayMs >= neededMs);
  return covering?.[0] ?? 'LastTwoYears';
}

function daysOf(period: ListingPeriod): { readonly least: number; readonly most: number } {
  const [, least = 0, most = 0] = guaranteedDays.find(([one]) => one === period) ?? [];
  return { least, most };
}

/** Milliseconds. */
export function longestOf(period: ListingPeriod): number {
  return daysOf(period).most * dayMs;
}

/** `period` surely covers `other`, whatever the lengths of the months. */
export function reachesAsFar(period: ListingPeriod, other: ListingPeriod): boolean {
  return daysOf(period).least >= daysOf(other).least;
}

/** Such a period may show signals from before the baseline's list, which is one of three months. */
export function reachesBefore(baselineAt: number, period: ListingPeriod, now: number): boolean {
  const { most } = daysOf(period);
  return most > 92 && most * dayMs > now - baselineAt + daysOf('LastThreeMonths').least * dayMs;
}

/** A longer period would show signals from before the baseline's list. */
export function longestSince(baselineAt: number, now: number): ListingPeriod {
  const within = guaranteedDays.findLast(([period]) => !reachesBefore(baselineAt, period, now));
  return within?.[0] ?? 'LastThreeMonths';
}

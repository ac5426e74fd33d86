import { describe, expect, it } from 'vitest';
import {
  type ListingPeriod,
  listingPeriod,
  listingPeriodOf,
  longestSince,
  reachesAsFar,
  reachesBefore,
} from '../../../../../shared/domain/polling/window.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-11-21T08:00:00Z');
const daysAgo = (days: number): number => now - days * dayMs;

/** How servers take months off a date: into the shorter month's last day, or over its end into the next. */
const readings = {
  clamped: (date: Date, months: number): number => {
    const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1));
    const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    return first.getTime() + (Math.min(date.getUTCDate(), last) - 1) * dayMs;
  },
  overflowing: (date: Date, months: number): number =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate()),
};

const monthsOf: Partial<Record<ListingPeriod, number>> = {
  LastOneMonths: 1,
  LastTwoMonths: 2,
  LastThreeMonths: 3,
  LastSixMonths: 6,
  LastNineMonths: 9,
  LastYear: 12,
  LastTwoYears: 24,
};

/** Each day of four years and so of a leap cycle, and how many days a period covers when it is asked for then. */
function coveredDays(period: ListingPeriod, reading: (date: Date, months: number) => number): number[] {
  const covered: number[] = [];
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2030, 0, 1); day += dayMs) {
    covered.push((day - reading(new Date(day), monthsOf[period] ?? 0)) / dayMs);
  }
  return covered;
}

describe('the period of a scan', () => {
  it.each(Object.entries(readings))('covers the gap and its margin on every day, months %s', (_, reading) => {
    const shortest = new Map<ListingPeriod, number>();
    for (let gap = 0; gap <= 716; gap++) {
      for (const period of [
        listingPeriod(daysAgo(gap), now, 'LastOneMonths'),
        listingPeriod(daysAgo(gap), now),
      ]) {
        const least = shortest.get(period) ?? Math.min(...coveredDays(period, reading));
        shortest.set(period, least);
        expect(least, `${period} after ${gap} days`).toBeGreaterThanOrEqual(gap + 14);
      }
    }
    expect([...shortest.keys()].sort()).toEqual(Object.keys(monthsOf).sort());
  });

  const routine = 'LastOneMonths';
  it.each<[string, ListingPeriod, ...Parameters<typeof listingPeriod>]>([
    ['of the first scan', 'LastOneMonths', null, now, routine],
    ['after a clock that went back', 'LastOneMonths', now + dayMs, now, routine],
    ['after more', 'LastTwoMonths', daysAgo(14) - 1, now, routine],
    ['after 45 days', 'LastTwoMonths', daysAgo(45), now, routine],
    ['after 46 days', 'LastThreeMonths', daysAgo(46), now, routine],
    ['after 75 days and more', 'LastSixMonths', daysAgo(75) - 1, now, routine],
    ['after years', 'LastTwoYears', daysAgo(5000), now, routine],
    ['of a poll after a day', 'LastThreeMonths', daysAgo(1), now],
  ])('%s is %s: the shortest that covers the gap and its margin', (_, period, ...scan) => {
    expect(listingPeriod(...scan)).toBe(period);
  });
});

it('a period beside another reaches as far when it covers as many days at the least', () => {
  expect(reachesAsFar('LastSixMonths', 'LastThreeMonths')).toBe(true);
  expect(reachesAsFar('LastThreeMonths', 'LastThreeMonths')).toBe(true);
  expect(reachesAsFar('LastTwoMonths', 'LastThreeMonths')).toBe(false);
  expect(reachesAsFar('LastSevenDays', 'LastThreeMonths')).toBe(false);
});

describe('a period beside a baseline', () => {
  const longer: readonly ListingPeriod[] = ['LastSixMonths', 'LastNineMonths', 'LastYear', 'LastTwoYears'];

  it.each(Object.entries(readings))(
    'reaches before it on no day without being said to, months %s',
    (_, reading) => {
      for (const period of longer) {
        const most = Math.max(...coveredDays(period, reading));
        // A baseline covers three months, which are 89 days at the least.
        expect(reachesBefore(daysAgo(most - 89), period, now)).toBe(false);
        expect(reachesBefore(daysAgo(most - 92), period, now)).toBe(true);
      }
    },
  );

  it.each([
    [1, 'LastThreeMonths'],
    [94, 'LastThreeMonths'],
    [95, 'LastSixMonths'],
    [265, 'LastNineMonths'],
    [277, 'LastYear'],
    [642, 'LastTwoYears'],
  ] as const)('of %i days ago that shows nothing from before it is at most %s', (days, longest) => {
    expect(longestSince(daysAgo(days), now)).toBe(longest);
  });
});

it.each([
  ['1 day', 'LastOneDay'],
  ['7 days', 'LastSevenDays'],
  ['30 days', 'LastThirtyDays'],
  ['60 days', 'LastSixtyDays'],
  ['1 month', 'LastOneMonths'],
  ['2 months', 'LastTwoMonths'],
  ['3 months', 'LastThreeMonths'],
] as const)('the period that `sendLast` names %s is %s', (text, period) => {
  expect(listingPeriodOf(text)).toBe(period);
});

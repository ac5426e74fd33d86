import { describe, expect, it } from 'vitest';
import { formatDate, formatMoment } from '../../../../message/facts/format-date.ts';
import { readDate } from '../../../../shared/domain/cells/read-date.ts';
import { nameZone } from '../../../../shared/domain/times/wall-time.ts';
import { zones } from '../../../support/examples/example-columns.ts';

/** A Monday, 8 AM in New York. */
const now = Date.parse('2026-11-23T13:00:00Z');
const newYork = { now, timezone: 'America/New_York' };

function tell(value: string, timezone = 'America/New_York'): string {
  const date = readDate(value);
  return date === null ? 'no date' : formatDate(date, { now, timezone });
}

describe('formatDate', () => {
  it.each([
    ['2026-11-26', 'Thu, Nov 26'],
    ['2026-11-23', 'Mon, Nov 23'],
    ['2026-11-30', 'Mon, Nov 30'],
    ['2026-12-01', 'Dec 1'],
    ['2026-11-22', 'Nov 22'],
    ['2027-07-31', 'Jul 31, 2027'],
    ['2025-12-31', 'Dec 31, 2025'],
  ])('tells %s as %s', (value, told) => {
    expect(tell(value)).toBe(told);
  });

  it('shows an instant in the zone, with its time', () => {
    expect(tell('2026-11-25T02:00:00Z')).toBe('Tue, Nov 24, 9 PM EST');
    expect(tell('2026-11-25T02:30:00Z', 'UTC')).toBe('Wed, Nov 25, 2:30 AM UTC');
    expect(tell('2026-11-25T02:00:00+05:30', 'Asia/Kolkata')).toBe('Wed, Nov 25, 2 AM GMT+5:30');
  });

  it('names one zone, the reader’s, whichever the row writes', () => {
    expect(tell('2026-11-26 17:00 ET', 'America/Chicago')).toBe('Thu, Nov 26, 4 PM CST');
    expect(tell('Thursday, November 26, 2026 at 05:00:00 PM (EST)')).toBe('Thu, Nov 26, 5 PM EST');
  });

  it('shows the day alone of an instant that is over', () => {
    expect(tell('2026-11-19T02:00:00Z')).toBe('Nov 18');
  });

  it('shows a time without a zone, and a day, as it is written, wherever it is read', () => {
    for (const zone of zones) {
      expect(tell('2026-12-03T14:00:00', zone)).toBe('Dec 3, 2 PM');
      // A day is often written as its midnight in UTC.
      for (const day of ['2027-01-01', '2028-02-29', '2027-03-14'])
        expect(tell(`${day}T00:00:00Z`, zone)).toBe(tell(day, 'UTC'));
      expect(tell('2028-02-29', zone)).toBe('Feb 29, 2028');
    }
  });
});

describe('formatMoment', () => {
  it('tells a day by its weekday, one that is long ago by its date', () => {
    expect(formatMoment(Date.parse('2026-11-20T13:00:00Z'), newYork)).toBe('Fri 8:00 AM');
    expect(formatMoment(Date.parse('2026-11-24T13:05:00Z'), newYork)).toBe('Tue 8:05 AM');
    expect(formatMoment(Date.parse('2026-11-03T13:00:00Z'), newYork)).toBe('Nov 3, 8:00 AM');
  });
});

it('names a zone by its place', () => {
  expect(['America/New_York', 'America/Argentina/Buenos_Aires', 'UTC'].map(nameZone)).toEqual([
    'New York',
    'Buenos Aires',
    'UTC',
  ]);
});

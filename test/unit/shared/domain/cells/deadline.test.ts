import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlineOf, hasClosed } from '../../../../../shared/domain/cells/deadline.ts';
import { propertyMs, zones } from '../../../../support/examples/example-columns.ts';

const newYork = 'America/New_York';
const endOfNov26 = Date.parse('2026-11-27T05:00:00Z');
const row = (columns: Readonly<Record<string, unknown>>) => ({
  columns,
  bridgeId: 'B1',
  bridgeName: 'Tenders',
});
const view = (timezone = newYork) => ({ timezone, meanings: { deadline: ['Bid Opening', 'Due'] } });
const deadlineIn = (Due: unknown, timezone?: string) => deadlineOf(row({ Due }), view(timezone));

describe('deadlineOf', () => {
  it('takes the first of the declared columns that holds a date, and no other', () => {
    const columns = { Due: '2026-11-26', 'Questions Due': '2026-11-20', 'Bid Opening': '2026-12-03' };
    expect(deadlineOf(row(columns), view())?.column).toBe('Bid Opening');
    expect(deadlineOf(row({ ...columns, 'Bid Opening': 'soon' }), view())).toMatchObject({
      column: 'Due',
      endsAt: endOfNov26,
    });
    const open = row({ 'Questions Due': '2026-11-20', 'Current Contract Expires': '2026-11-01' });
    expect(deadlineOf(open, view())).toBeNull();
    expect(deadlineOf(row(columns), { timezone: newYork })).toBeNull();
  });

  it.each([
    ...['soon', '', '2026-02-30', '03/04/2026', 20_261_126, null, ['2026-11-26'], { at: '2026-11-26' }],
    ...['Nov 26, 2026 5', '2026-11-26 25:00', 'Nov 26, 2026 25:00 PM', 'Nov 26, 2026 13:00 AM'],
    ...['Nov 26, 2026 5:61 PM', '2026-11-26 17:00 XT', '2026-11-26T5'],
  ])('takes no deadline from %j', (value) => {
    expect(deadlineIn(value)).toBeNull();
  });

  it('reads months by their names', () => {
    for (const text of ['Nov 26, 2026', 'November 26 2026', 'Thu, Nov. 26th, 2026', '26 November 2026']) {
      expect(deadlineIn(text)).toMatchObject({ endsAt: endOfNov26 });
    }
  });

  it('ends an instant at that instant, whatever the zone', () => {
    const due = '2026-11-25T02:00:00Z';
    for (const zone of zones) {
      expect(deadlineIn(due, zone)?.endsAt).toBe(Date.parse(due));
    }
    expect(deadlineIn('2026-11-24T21:00:00-0500', 'UTC')?.endsAt).toBe(Date.parse(due));
  });

  it.each([
    ['Nov 26, 2026 5:00 PM', '2026-11-26T22:00:00Z'],
    ['Thursday, November 26, 2026 at 5 p.m.', '2026-11-26T22:00:00Z'],
    ['Wednesday, September 30, 2026 at 02:00:00 PM (EDT)', '2026-09-30T18:00:00Z'],
    ['26 November 2026, 17:00', '2026-11-26T22:00:00Z'],
    ['2026-11-26 17:00 ET', '2026-11-26T22:00:00Z'],
    ['2026-11-26 12:05 AM (PST)', '2026-11-26T08:05:00Z'],
    ['Jul 1, 2026 12:30 PM CST', '2026-07-01T17:30:00Z'],
    ['Nov 26, 2026 5:00 PM UTC', '2026-11-26T17:00:00Z'],
    // On the wall of the route.
    ['2026-11-26T14:00:00', '2026-11-26T19:00:00Z'],
  ])('reads the time in %s', (text, ends) => {
    expect(deadlineIn(text)?.endsAt).toBe(Date.parse(ends));
  });

  it(
    'ends a day of the calendar when the wall of the zone shows the next one',
    () => {
      const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
      fc.assert(
        fc.property(day, fc.constantFrom(...zones), (date, zone) => {
          const text = date.toISOString().slice(0, 10);
          const endsAt = deadlineIn(text, zone)?.endsAt ?? 0;
          const dayAt = (instant: number) =>
            new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(instant);
          expect(dayAt(endsAt - 1)).toBe(text);
          expect(dayAt(endsAt) > text).toBe(true);
        }),
      );
    },
    propertyMs,
  );
});

it('has closed from the moment at which the deadline ends in the zone, and never without one', () => {
  const due = row({ Due: '2026-11-26' });
  expect(hasClosed(due, view(), endOfNov26 - 1)).toBe(false);
  expect(hasClosed(due, view(), endOfNov26)).toBe(true);
  expect(hasClosed(due, view('Asia/Tokyo'), endOfNov26 - 1)).toBe(true);
  expect(hasClosed(row({ Held: '2020-11-26' }), view(), endOfNov26)).toBe(false);
});

it.each([
  ...['Nov 20, 2026 12:00 AM', 'November 20, 2026 at 12 a.m.', '2026-11-20 00:00', '2026-11-20T00:00:00'],
  ...['2026-11-20T00:00:00Z', '2026-11-20 00:00:00 UTC', '2026-11-20T00:00:00.000+00:00'],
  'Fri, 20 Nov 2026 00:00:00 GMT',
])('midnight behind a day is a mere day as programs write it, which ends with the day: %s', (due) => {
  const found = deadlineIn(due);
  expect(found && new Date(found.endsAt).toISOString()).toBe('2026-11-21T05:00:00.000Z');
});

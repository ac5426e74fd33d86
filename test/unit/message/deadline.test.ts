import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlineOf, hasClosed } from '../../../shared/domain/cells/deadline.ts';
import type { ColumnInfo } from '../../../shared/domain/signals/columns.ts';
import { exampleColumn, propertyMs, zones } from './example-columns.ts';

const newYork = 'America/New_York';
const endOfNov26 = Date.parse('2026-11-27T05:00:00Z');

describe('deadlineOf', () => {
  it.each([
    ...['Due Date', 'dueDate', 'due_date', 'Deadline', 'Closes', 'Closing Date', 'Close Date'],
    ...['Closes At', 'Respond By', 'Questions Due', 'Submission Deadline', 'Expires On'],
    ...['Expiration Date', 'Contract End', 'Contract End Date', 'Registration ends'],
    ...['Closed', 'Closed On', 'Date Closed', 'Close', 'Bid Close', 'Close Time', 'Close Date (ET)'],
    ...['Last Date for Submission', 'Last Day to Apply', 'Apply By', 'RSVP By'],
  ])('takes a date in the column %s', (column) => {
    expect(deadlineOf({ [column]: '2026-11-26' }, undefined, newYork)).toMatchObject({
      column,
      endsAt: endOfNov26,
    });
  });

  it.each([
    'Held On',
    'Published',
    'Start Date',
    'Fiscal Year Ends',
    'Previous contract expired',
    'Weekend',
    'Year End',
    'Dues',
    'Residue',
    'Closed Won Date',
    'Deal Close',
    'Expected Close',
    'Last Date Contacted',
    'Closed Session Date',
    'Last Closed On',
  ])('takes none in the column %s', (column) => {
    expect(deadlineOf({ [column]: '2026-11-26' }, undefined, newYork)).toBeNull();
  });

  it.each([
    'End',
    'End Time',
    'Ends At',
    'End On',
    'Ends',
    'Ending',
    'Event End',
    'Event End Time',
    'endDateTime',
  ])('takes %s for a deadline but of a meeting, which it closes as little as its date does', (column) => {
    const found = (filterType?: string) =>
      deadlineOf({ [column]: '2026-11-26' }, undefined, newYork, filterType);
    expect(found('Conference')).toMatchObject({ endsAt: endOfNov26 });
    expect(found()).toMatchObject({ endsAt: endOfNov26 });
    expect(found('Meeting')).toBeNull();
  });

  it.each(['soon', '', '2026-02-30', '03/04/2026', 20_261_126, null, ['2026-11-26'], { at: '2026-11-26' }])(
    'takes no deadline from %j',
    (value) => {
      expect(deadlineOf({ Due: value }, undefined, newYork)).toBeNull();
    },
  );

  it('reads months by their names', () => {
    for (const text of ['Nov 26, 2026', 'November 26 2026', 'Thu, Nov. 26th, 2026', '26 November 2026']) {
      expect(deadlineOf({ Due: text }, undefined, newYork)).toMatchObject({ endsAt: endOfNov26 });
    }
  });

  it('ends an instant at that instant, whatever the zone', () => {
    const due = '2026-11-25T02:00:00Z';
    for (const zone of zones) {
      expect(deadlineOf({ Due: due }, undefined, zone)?.endsAt).toBe(Date.parse(due));
    }
    expect(deadlineOf({ Due: '2026-11-24T21:00:00-0500' }, undefined, 'UTC')?.endsAt).toBe(Date.parse(due));
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
    expect(deadlineOf({ Due: text }, undefined, newYork)?.endsAt).toBe(Date.parse(ends));
  });

  it.each([
    'Nov 26, 2026 5',
    '2026-11-26 25:00',
    'Nov 26, 2026 25:00 PM',
    'Nov 26, 2026 13:00 AM',
    'Nov 26, 2026 5:61 PM',
    '2026-11-26 17:00 XT',
    '2026-11-26T5',
  ])('takes %s for no date', (text) => {
    expect(deadlineOf({ Due: text }, undefined, newYork)).toBeNull();
  });

  it('takes the last of several, and an answer’s before that of a contract', () => {
    const columns = {
      'Contract Ends': '2031-06-30',
      'Questions Due': '2026-11-20',
      'Due Date': '2026-11-26',
    };
    expect(deadlineOf(columns, undefined, newYork)?.column).toBe('Due Date');
  });

  it('believes the metadata, which may say that a column is of another kind', () => {
    const found = (info: Partial<ColumnInfo>) =>
      deadlineOf({ Due: '2026-11-26' }, [exampleColumn({ name: 'Due', ...info })], newYork);
    expect(found({ format: 'date' })).not.toBeNull();
    expect(found({ format: null })).not.toBeNull();
    expect(found({ format: 'number' })).toBeNull();
    expect(found({ format: 'date', internal: true })).toBeNull();
  });

  it(
    'ends a day of the calendar when the wall of the zone shows the next one',
    () => {
      const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
      fc.assert(
        fc.property(day, fc.constantFrom(...zones), (date, zone) => {
          const text = date.toISOString().slice(0, 10);
          const endsAt = deadlineOf({ Due: text }, undefined, zone)?.endsAt ?? 0;
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

describe('hasClosed', () => {
  const row = { columns: { Due: '2026-11-26' }, bridgeId: 'B1' };
  const view = { columns: new Map(), timezone: newYork };

  it('is true from the moment at which the deadline ends in the zone', () => {
    expect(hasClosed(row, view, endOfNov26 - 1)).toBe(false);
    expect(hasClosed(row, view, endOfNov26)).toBe(true);
    expect(hasClosed(row, { ...view, timezone: 'Asia/Tokyo' }, endOfNov26 - 1)).toBe(true);
  });

  it('is false without a deadline, or where the metadata says that the column holds none', () => {
    expect(hasClosed({ ...row, columns: { Held: '2020-11-26' } }, view, endOfNov26)).toBe(false);
    const internal = new Map([['b1', [exampleColumn({ name: 'Due', internal: true })]]]);
    expect(hasClosed(row, { ...view, columns: internal }, endOfNov26)).toBe(false);
  });
});

describe('midnight behind a day', () => {
  it.each([
    ...['Nov 20, 2026 12:00 AM', 'November 20, 2026 at 12 a.m.', '2026-11-20 00:00', '2026-11-20T00:00:00'],
    ...['2026-11-20T00:00:00Z', '2026-11-20 00:00:00 UTC', '2026-11-20T00:00:00.000+00:00'],
    'Fri, 20 Nov 2026 00:00:00 GMT',
  ])('is a mere day as programs write it, which ends with the day: %s', (due) => {
    const found = deadlineOf({ 'Due Date': due }, undefined, 'America/New_York');
    expect(found && new Date(found.endsAt).toISOString()).toBe('2026-11-21T05:00:00.000Z');
  });
});

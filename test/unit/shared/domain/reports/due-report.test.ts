import { describe, expect, it } from 'vitest';
import {
  dueReport,
  hasBegun,
  lookedUpSince,
  recapSince,
} from '../../../../../shared/domain/reports/due-report.ts';
import type { CronTime } from '../../../../../shared/domain/routes/route.ts';
import { nextSlot } from '../../../../../shared/runtime/cron-times.ts';

const at = (text: string): number => Date.parse(text);
const mondays = { cron: '0 8 ? * MON *', timezone: 'America/New_York' };
const monday = at('2026-11-23T13:00:00Z');
const sinceOf = (times: CronTime, slot: number) => recapSince({ when: times }, times, slot, nextSlot);

describe('a report', () => {
  it.each([
    ['before its time', monday - 1, at('2026-11-20T00:00:00Z'), null],
    ['at its time', monday, at('2026-11-20T00:00:00Z'), monday],
    ['days later', monday + 5 * 86_400_000, at('2026-11-20T00:00:00Z'), monday],
    ['where it has come', monday + 1, monday, null],
    ['where a wrong clock marked it', monday + 1, monday + 86_400_000, monday],
  ])('is due %s: %#', (_, now, marked, slot) => {
    expect(dueReport({ when: mondays }, mondays, { at: marked, times: '' }, now, nextSlot)).toBe(slot);
  });

  it('is about the time since the one before, also over a change of clocks, and 31 days at most', () => {
    expect(sinceOf(mondays, monday)).toBe(at('2026-11-16T13:00:00Z'));
    expect(sinceOf(mondays, at('2026-11-02T13:00:00Z'))).toBe(at('2026-10-26T12:00:00Z'));
    const yearly = { cron: '0 8 1 1 ? *', timezone: 'UTC' };
    expect(sinceOf(yearly, at('2027-01-01T08:00:00Z'))).toBe(at('2026-12-01T08:00:00Z'));
  });

  it('of a holiday comes with the next one, which is about both times', () => {
    const daily = { cron: '0 8 * * ? *', timezone: 'UTC' };
    const route = { when: daily, holidays: ['2026-11-23'] };
    const tuesday = at('2026-11-24T08:00:00Z');
    const mark = { at: 0, times: '' };
    expect(dueReport(route, daily, mark, tuesday - 1, nextSlot)).toBe(at('2026-11-22T08:00:00Z'));
    expect(recapSince(route, daily, tuesday, nextSlot)).toBe(at('2026-11-22T08:00:00Z'));
  });

  it('that came does not come again where its time is quiet since', () => {
    const route = { when: mondays, quiet: { from: '18:00', to: '09:00', timezone: 'America/New_York' } };
    expect(dueReport(route, mondays, { at: monday, times: '' }, monday + 7_200_000, nextSlot)).toBeNull();
  });

  it('is looked up since somebody asked for this time, unless a wrong clock says when', () => {
    const mark = { at: 0, times: '', since: monday + 1 };
    expect(lookedUpSince(mark, monday, monday + 2)).toBe(monday + 1);
    expect(lookedUpSince(mark, monday + 7, monday + 2)).toBeNull();
    expect(lookedUpSince(mark, monday, monday - 86_400_000)).toBeNull();
  });
});

describe('the day that is so long before a deadline', () => {
  const zone = 'America/New_York';
  it.each([
    // A day ends with its last moment: this is that of December 10.
    ['2026-12-11T05:00:00Z', '7 days', '2026-12-03T05:00:00Z'],
    ['2026-12-10T22:00:00Z', '7 days', '2026-12-03T05:00:00Z'],
    ['2026-12-10T06:00:00Z', '2 days', '2026-12-08T05:00:00Z'],
    // Clocks change on November 1, and a month has another number of days.
    ['2026-11-04T05:00:00Z', '4 days', '2026-10-30T04:00:00Z'],
    ['2026-03-02T05:00:00Z', '1 day', '2026-02-28T05:00:00Z'],
  ])('of %s and %s begins at %s', (deadline, before, begins) => {
    expect(hasBegun(at(deadline), before, at(begins), zone)).toBe(true);
    expect(hasBegun(at(deadline), before, at(begins) - 1, zone)).toBe(false);
  });
});

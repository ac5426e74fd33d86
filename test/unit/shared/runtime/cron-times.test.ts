import { describe, expect, it } from 'vitest';
import { cronTimes } from '../../../../shared/runtime/cron-times.ts';

const listTimes = (expression: string, timezone: string, from: string, count: number): string[] => {
  const { next } = cronTimes(expression, timezone);
  const times: string[] = [];
  let after: number | null = Date.parse(from);
  while (times.length < count) {
    after = next(after);
    if (after === null) break;
    times.push(new Date(after).toISOString().replace(':00.000Z', 'Z'));
  }
  return times;
};

// What the fields mean, cron-is-read.test.ts compares with a plain reading of them.
describe('the times of a cron expression', () => {
  it('never answer with the time they are asked after', () => {
    const { next } = cronTimes('0 10 * * ? *', 'UTC');
    const ten = Date.parse('2026-11-21T10:00:00Z');
    expect(next(ten)).toBe(ten + 86_400_000);
    expect(next(ten - 1)).toBe(ten);
  });

  /*
   * What EventBridge Scheduler documents (User Guide, "Schedule types", "Daylight savings time"): a time that does not
   * exist because the clocks are set forward is skipped; a time that exists twice because they are set back fires once.
   * Of the two, Signalpost takes the first.
   */
  it.each([
    ['Europe/Berlin', '30 2 * * ? *', '2026-03-28T00:00Z', ['2026-03-28T01:30Z', '2026-03-30T00:30Z']],
    ['Europe/Berlin', '0 3 * * ? *', '2026-03-28T03:00Z', ['2026-03-29T01:00Z', '2026-03-30T01:00Z']],
    ['Europe/Berlin', '30 2 * * ? *', '2026-10-25T00:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ['America/New_York', '30 1 ? * 1#1 *', '2026-11-01T00:00Z', ['2026-11-01T05:30Z', '2026-12-06T06:30Z']],
    // Asked within the repeated hour.
    ['America/New_York', '15 1,3 * * ? *', '2027-11-07T06:10Z', ['2027-11-07T08:15Z', '2027-11-08T06:15Z']],
    // By half an hour.
    ['Australia/Lord_Howe', '15 2 * * ? *', '2026-10-02T16:00Z', ['2026-10-04T15:15Z', '2026-10-05T15:15Z']],
    ['Australia/Lord_Howe', '45 1 * * ? *', '2026-04-04T00:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
    // The year that left out a day, 30 December.
    ['Pacific/Apia', '0 12 * * ? *', '2011-12-29T00:00Z', ['2011-12-29T22:00Z', '2011-12-30T22:00Z']],
  ])('in %s, of %s from %s, skip and repeat no hour', (timezone, expression, from, times) => {
    expect(listTimes(expression, timezone, from, times.length)).toEqual(times);
  });
});

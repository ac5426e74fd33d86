import { describe, expect, it } from 'vitest';
import { cronTimes } from '../../../shared/runtime/cron-times.ts';

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

// 21 November 2026 is a Saturday.
const utc = (expression: string, count = 3) => listTimes(expression, 'UTC', '2026-11-21T00:00:00Z', count);

describe('the times of a cron expression', () => {
  it.each([
    ['0 10 * * ? *', ['2026-11-21T10:00Z', '2026-11-22T10:00Z', '2026-11-23T10:00Z']],
    ['0 18 ? * MON-FRI *', ['2026-11-23T18:00Z', '2026-11-24T18:00Z', '2026-11-25T18:00Z']],
    ['0/5 8-17 ? * MON-FRI *', ['2026-11-23T08:00Z', '2026-11-23T08:05Z', '2026-11-23T08:10Z']],
    ['0 9 ? * 2#1 *', ['2026-12-07T09:00Z', '2027-01-04T09:00Z', '2027-02-01T09:00Z']],
    ['15 10 ? * 6L 2022-2027', ['2026-11-27T10:15Z', '2026-12-25T10:15Z', '2027-01-29T10:15Z']],
    ['30 6 L * ? *', ['2026-11-30T06:30Z', '2026-12-31T06:30Z', '2027-01-31T06:30Z']],
    ['0 10 3W * ? *', ['2026-12-03T10:00Z', '2027-01-04T10:00Z', '2027-02-03T10:00Z']],
  ])('are those of the service for %s', (expression, times) => {
    expect(utc(expression)).toEqual(times);
  });

  it('count the days of the week from Sunday, 1, to Saturday, 7', () => {
    expect(utc('0 8 ? * 1 *', 1)).toEqual(['2026-11-22T08:00Z']);
    expect(utc('0 8 ? * 7 *', 1)).toEqual(['2026-11-21T08:00Z']);
    expect(utc('0 8 ? * 2-6 *')).toEqual(utc('0 8 ? * MON-FRI *'));
    expect(utc('0 8 ? * L *')).toEqual(utc('0 8 ? * SAT *'));
  });

  it('never answer with the time they are asked after', () => {
    const { next } = cronTimes('0 10 * * ? *', 'UTC');
    const ten = Date.parse('2026-11-21T10:00:00Z');
    expect(next(ten)).toBe(ten + 86_400_000);
    expect(next(ten - 1)).toBe(ten);
  });

  // On 7 November 2027, New York turns its clocks back at 02:00. cron-year.test.ts has whole years.
  it('go on rightly when asked within the repeated hour', () => {
    expect(listTimes('15 1,3 * * ? *', 'America/New_York', '2027-11-07T06:10:00Z', 2)).toEqual([
      '2027-11-07T08:15Z',
      '2027-11-08T06:15Z',
    ]);
  });
});

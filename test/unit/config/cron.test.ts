import { describe, expect, test } from 'vitest';
import { findCronProblem } from '../../../shared/config/check-cron.ts';

describe('a cron expression of EventBridge Scheduler', () => {
  test.each([
    '0 8 ? * MON-FRI *',
    '*/15 * * * ? *',
    '0/5 8-17 ? * MON,WED,FRI *',
    '0 18 L * ? *',
    '0 18 LW * ? *',
    '0 18 3W * ? *',
    '15 10 ? * 6L 2026-2030',
    '15 10 ? * FRIL *',
    '15 10 ? * L *',
    '0 9 ? * MON#1 *',
    '0 9 ? * 3#2 *',
    '59 23 31 DEC ? 2199',
    '0 0 1 JAN-MAR,7/2 ? *',
    '  0   8  ?  *  2-6  *  ',
  ])('may be %s', (text) => {
    expect(findCronProblem(text)).toBeNull();
  });

  test.each([
    ['0 8 * * 1-5', 'it has 5 fields; write six'],
    ['0 0 8 ? * MON-FRI *', 'it has 7 fields; write six'],
    ['cron(0 8 ? * MON-FRI *)', 'leave out "cron("'],
    ['0 8 * * MON *', 'exactly one of day-of-month and day-of-week must be "?"'],
    ['0 8 * * * *', 'exactly one of day-of-month and day-of-week must be "?"'],
    ['0 8 ? * ? *', 'exactly one of day-of-month and day-of-week must be "?"'],
    ['60 8 ? * MON *', 'minutes: write a number from 0 to 59'],
    ['0 24 ? * MON *', 'hours: write a number from 0 to 23'],
    ['0 8 0 * ? *', 'day of month: write a number from 1 to 31'],
    ['0 8 32W * ? *', 'day of month: write a number from 1 to 31'],
    ['0 8 1 13 ? *', 'month: write a number from 1 to 12 or JAN to DEC'],
    ['0 8 1 JUNI ? *', 'month: write JUN'],
    ['0 8 ? * 0 *', 'day of week: write a number from 1 to 7 or SUN to SAT'],
    ['0 8 ? * mon *', 'day of week: write MON'],
    ['0 8 ? * XYZL *', 'day of week: write a number from 1 to 7'],
    ['0 8 ? * MON 1969', 'year: write a number from 1970 to 2199'],
    ['0 17-8 ? * MON *', 'hours: the range 17-8 runs backwards'],
    ['0 8 ? * FRI-MON *', 'day of week: the range FRI-MON runs backwards'],
    ['0 8 ? * MON-FRI/2 *', 'day of week: "/" has no place here'],
    ['0/0 8 ? * MON *', 'minutes: write a step as "0/15"'],
    ['0/5/5 8 ? * MON *', 'minutes: write a step as "0/15"'],
    ['? 8 ? * MON *', 'minutes: "?" stands only for day-of-month or day-of-week'],
    ['0 8 ? * MON#6 *', 'day of week: write a day, "#" and 1 to 5'],
    ['0 8 ? * MON#1,FRI#2 *', 'day of week: an entry with "#" must stand alone'],
    ['0 8 1-2-3 * ? *', 'day of month: write a range as "1-31"'],
    ['0 8 1, * ? *', 'day of month: write a number from 1 to 31'],
    ['-5 8 ? * MON *', 'minutes: write a number from 0 to 59'],
    ['1e1 8 ? * MON *', 'minutes: write a number from 0 to 59'],
    ['', 'it has 1 fields; write six'],
  ])('may not be "%s"', (text, problem) => {
    expect(findCronProblem(text)).toContain(problem);
  });
});

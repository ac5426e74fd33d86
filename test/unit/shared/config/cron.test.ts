import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import { findCronProblem } from '../../../../shared/config/check-cron.ts';
import { exampleConfig, withField } from '../../../support/examples/example-config.ts';

describe('a cron expression of EventBridge Scheduler', () => {
  // "Schedule types" in the user guide of EventBridge Scheduler, "Cron expressions" in that of EventBridge.
  test.each([
    '15 10 ? * 6L 2022-2023',
    '0 18 ? * MON-FRI *',
    '0/5 8-17 ? * MON-FRI *',
    '0 9 ? * 2#1 *',
    '1/10 * * * ? *',
    '0 8 1-15 JAN,FEB,MAR ? *',
    '0 8 3W * ? *',
    '0 8 L * ? *',
    '0 8 ? * L *',
    '0 8 ? * 1-7 1970-2199',
    // And what follows from its words.
    '*/15 * * * ? *',
    '0 18 LW * ? *',
    '15 10 ? * FRIL *',
    '0 9 ? * MON#1 *',
    '59 23 31 DEC ? 2199',
    '0 0 1 JAN-MAR,7/2 ? *',
    '  0   8  ?  *  2-6  *  ',
    '*/59 */23 */31 */12 ? */229',
    '0-59/59 0-23/23 1-31/30 JAN-DEC/12 ? 2026/4',
    '0 8 31W * ? *',
    `${'0,'.repeat(119)}0 8 ? * L *`,
  ])('may be %s', (text) => {
    expect(findCronProblem(text)).toBeNull();
  });

  test.each([
    ['0 8 * * 1-5', 'it has 5 fields; write six'],
    ['cron(0 8 ? * MON-FRI *)', 'leave out "cron("'],
    ['0 8 * * MON *', 'exactly one of day-of-month and day-of-week must be "?"'],
    ['60 8 ? * MON *', 'minutes: write 0 to 59'],
    ['0/0 8 ? * MON *', 'minutes: write 0 to 59'],
    ['? 8 ? * MON *', 'minutes: write 0 to 59'],
    ['0 24 ? * MON *', 'hours: write 0 to 23'],
    ['0 17-8 ? * MON *', 'hours: write 0 to 23'],
    ['0 */24 * * ? *', 'hours: write 0 to 23'],
    ['0 8 0 * ? *', 'day of month: write 1 to 31'],
    ['0 8 1W,15W * ? *', 'day of month: write 1 to 31'],
    ['0 8 1,L * ? *', 'day of month: write 1 to 31'],
    ['0 8 1-2-3 * ? *', 'day of month: write 1 to 31'],
    ['0 8 1-2/3/4 * ? *', 'day of month: write 1 to 31'],
    ['0 8 1, * ? *', 'day of month: write 1 to 31'],
    ['0 8 1 13 ? *', 'month: write 1 to 12 or JAN to DEC'],
    ['0 8 1 JUNI ? *', 'month: write 1 to 12 or JAN to DEC'],
    ['0 8 1 JAN/13 ? *', 'month: write 1 to 12 or JAN to DEC'],
    ['0 8 ? * 0 *', 'day of week: write 1 (Sunday) to 7 or SUN to SAT'],
    ['0 8 ? * MON-FRI/2 *', 'day of week: write 1 (Sunday) to 7'],
    ['0 8 ? * MON#6 *', 'day of week: write 1 (Sunday) to 7'],
    ['0 8 ? * MON#1,FRI#2 *', 'day of week: write 1 (Sunday) to 7'],
    ['0 8 ? * L,MON *', 'day of week: write 1 (Sunday) to 7'],
    ['0 8 ? * XYZL *', 'day of week: write 1 (Sunday) to 7'],
    ['0 8 ? * MON 1969', 'year: write "*", or 1970 to 2199'],
    ['0 0 8 ? * MON-FRI *', 'it has 7 fields; write six'],
    [`${'0,'.repeat(120)}0 8 ? * L *`, 'it has 251 characters; write at most 250, with ranges and steps'],
  ])('may not be "%s"', (text, problem) => {
    expect(findCronProblem(text)).toContain(problem);
  });

  test('is reported with its field when it is wrong', () => {
    const config = withField(exampleConfig(), 'routes.1.when.cron', '0 8 ? * L,MON *');
    expect(() => checkConfig(config)).toThrow(
      'routes[1].when.cron: found "0 8 ? * L,MON *"; day of week: write 1 (Sunday) to 7',
    );
  });

  test.each(['0 8 30 2 ? *', '0 8 31 4,6 ? *', '0 8 1 1 ? 2020', '0 8 29 2 ? 2027'])(
    'may not be "%s", which is never due again',
    (cron) => {
      const config = withField(exampleConfig(), 'routes.1.when.cron', cron);
      expect(() => checkConfig(config)).toThrow(
        `routes[1].when.cron: found "${cron}"; no future day matches, so it would never fire; check the day, the month and the year`,
      );
    },
  );
});

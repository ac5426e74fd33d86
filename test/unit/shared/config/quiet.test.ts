import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import { exampleConfig, problemsOf, withField } from '../../../support/examples/example-config.ts';

const whole = { from: '18:00', to: '08:00', days: ['SAT', 'SUN'], timezone: 'America/New_York' };

/** Route 0 sends immediately and names no zone; route 1 has one. */
const problemsAt = (path: string, value: unknown) => problemsOf(withField(exampleConfig(), path, value));

describe('the quiet hours of a route', () => {
  it('come back as they were written, each day and holiday once', () => {
    const quiet = { ...whole, days: ['SAT', 'SUN', 'SAT'] };
    const input = withField(exampleConfig(), 'routes.0.quiet', quiet);
    const holidays = ['2026-12-25', '2020-02-29', '2026-12-25'];
    const { routes } = checkConfig(withField(input, 'routes.0.holidays', holidays));

    expect(routes[0]?.quiet).toEqual(whole);
    expect(routes[0]?.holidays).toEqual(['2026-12-25', '2020-02-29']);
  });

  it.each([
    ['hours alone', { from: '00:00', to: '23:59', timezone: 'UTC' }],
    ['days alone', { days: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI'], timezone: 'UTC' }],
  ])('may be %s', (_, quiet) => {
    expect(problemsAt('routes.0.quiet', quiet)).toEqual([]);
  });

  const everyDay = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

  it.each([
    [{ ...whole, timezone: undefined }, '.timezone: is missing; write an IANA name, as "America/New_York"'],
    [{ ...whole, timezone: 'America/NewYork' }, '.timezone: found "America/NewYork"; did you mean "Amer'],
    [{ ...whole, from: '24:00' }, '.from: found "24:00"; write a time from "00:00" to "23:59"'],
    [{ ...whole, to: '8:00' }, '.to: found "8:00"; write a time from "00:00" to "23:59"'],
    [{ ...whole, from: '08:00' }, ': found "08:00" for from and to, which is all day or no time; write two'],
    [{ ...whole, to: undefined }, ': found from "18:00" without to; write "to": "08:00"'],
    [{ ...whole, from: undefined }, ': found to "08:00" without from; write "from": "18:00"'],
    [{ timezone: 'UTC' }, ': found neither hours nor days; write "from" and "to", or "days"'],
    [{ ...whole, days: [] }, '.days: found an empty list; it names no day; leave the field out, or write'],
    [{ ...whole, days: ['Sat'] }, '.days[0]: found "Sat"; write one of SUN, MON, TUE, WED, THU, FRI, SAT'],
    [{ days: everyDay, timezone: 'UTC' }, ': found all seven days, so the route would never send; leave out'],
  ])('are refused with the fix: %j', (quiet, problem) => {
    expect(problemsAt('routes.0.quiet', quiet)).toEqual([
      expect.stringContaining(`routes[0].quiet${problem}`),
    ]);
  });
});

describe('the times of a route', () => {
  const night = { from: '22:00', to: '07:00', timezone: 'UTC' };
  const at = (cron: string) => ({ cron, timezone: 'UTC' });

  it.each([
    ['when', at('30 22 * * ? *'), night],
    ['heartbeat', at('0 6 ? * MON *'), night],
    ['recap', at('0 12 ? * SAT,SUN *'), { days: ['SAT', 'SUN'], timezone: 'UTC' }],
  ])('%s may not all be quiet', (field, times, quiet) => {
    const route = { ...exampleConfig().routes[0], quiet, [field]: times };
    expect(problemsAt('routes.0', route)).toEqual([
      `routes[0].${field}: found "${times.cron}", whose times in the next 400 days are all quiet; write another time, or other quiet hours`,
    ]);
  });

  it.each([['0 7,23 * * ? *'], ['30 23 1 1 ? 2031']])('%s may be quiet in part, or far ahead', (cron) => {
    const route = { ...exampleConfig().routes[0], quiet: night, when: at(cron) };
    expect(problemsAt('routes.0', route)).toEqual([]);
  });
});

describe('the holidays of a route', () => {
  it.each([
    ['of quiet', { quiet: { days: ['SUN'], timezone: 'UTC' } }],
    ['of the route', { timezone: 'Europe/Berlin' }],
    ['of "when"', { when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' } }],
  ])('may take the zone %s', (_, zoned) => {
    const [route] = exampleConfig().routes;
    expect(problemsAt('routes.0', { ...route, ...zoned, holidays: ['2026-12-25'] })).toEqual([]);
  });

  it('need a zone', () => {
    expect(problemsAt('routes.0.holidays', ['2026-12-25'])).toEqual([
      'routes[0].holidays: found no time zone for them; write "timezone": "America/New_York" beside them',
    ]);
  });

  it.each([['2026-02-30'], ['2026-13-01'], ['12/25/2026'], ['2026-12-25T00:00:00Z'], [20261225]])(
    'are days of the calendar, not %j',
    (day) => {
      expect(problemsAt('routes.1.holidays', [day])).toEqual([
        `routes[1].holidays[0]: found ${JSON.stringify(day)}; write a day of the calendar, as "2026-12-25"`,
      ]);
    },
  );

  it('are at most a year', () => {
    const days = Array.from({ length: 367 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    );
    expect(problemsAt('routes.1.holidays', days)[0]).toContain('write at most 366; leave out the past ones');
  });
});

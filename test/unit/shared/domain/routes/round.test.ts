import { describe, expect, it } from 'vitest';
import { clocksMs } from '../../../../../shared/domain/clock.ts';
import { roundTime } from '../../../../../shared/domain/routes/due.ts';
import { type Round, roundAt } from '../../../../../shared/domain/routes/round.ts';
import { cronTimes } from '../../../../../shared/runtime/cron-times.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const hour = 3_600_000;
const open: Round = {
  at: now,
  createdAt: now,
  parts: 2,
  messages: 1,
  signals: 40,
  hot: 3,
  inQuietHours: 0,
  more: true,
};
const fresh = { parts: 0, messages: 0, signals: 0, hot: 0, inQuietHours: 0, more: false };

it('a round that said that more follow goes on for an hour', () => {
  expect(roundAt(open, now + hour - 1, now)).toBe(open);
  expect(roundAt(open, now + hour, now + hour)).toEqual({ at: now + hour, createdAt: now + hour, ...fresh });
});

it.each([
  ['there was none', null],
  ['the last one is over', { ...open, at: now - hour, more: false }],
  ['a wrong clock began the last one', { ...open, at: now + clocksMs + 1 }],
])('a new round begins where %s', (_, last) => {
  expect(roundAt(last, now, now)).toEqual({ at: now, createdAt: now, ...fresh });
});

it('a round has a later time than the one before it, whatever the clock says', () => {
  const over = { ...open, more: false };
  expect(roundAt(over, now, now).at).toBe(now + 1);
  expect(roundAt(over, now - clocksMs, now - clocksMs).at).toBe(now + 1);
  expect(roundAt(over, now + hour, now + hour).at).toBe(now + hour);
});

it('the first round has the time that it is due by', () => {
  expect(roundAt(null, now + 30_000, now)).toEqual({ at: now, createdAt: now + 30_000, ...fresh });
  expect(roundAt({ ...open, at: now + clocksMs + 30_001 }, now + 30_000, now).at).toBe(now + 30_000);
});

describe('the time of a round', () => {
  const when = { cron: '0 8 * * ? *', timezone: 'UTC' };
  const quiet = { from: '18:00', to: '08:30', timezone: 'UTC' };
  const minute = 60_000;
  const timeOf = (route: Parameters<typeof roundTime>[0], at: number) =>
    roundTime(route, at, ({ cron, timezone }, after) => cronTimes(cron, timezone).next(after)) - now;

  it.each<[string, Parameters<typeof roundTime>[0], number, number]>([
    ['is that of the schedule', { when }, 30_000, 0],
    ['is that of the schedule, minutes later too', { when }, 5 * minute - 1, 0],
    ['is now where the schedule was missed', { when }, 5 * minute, 5 * minute],
    ['is now on a route without times', { when: 'immediately' }, 30_000, 30_000],
    ['is the end of quiet hours', { when: 'immediately', quiet }, 31 * minute, 30 * minute],
    ['is the end of the quiet hours that its schedule falls into', { when, quiet }, 31 * minute, 30 * minute],
    ['is now, long after quiet hours', { when, quiet }, 36 * minute, 36 * minute],
    [
      'is the newest of several',
      { when: { cron: '0/2 * * * ? *', timezone: 'UTC' } },
      4 * minute + 1,
      4 * minute,
    ],
  ])('%s', (_, route, after, expected) => {
    expect(timeOf(route, now + after)).toBe(expected);
  });
});

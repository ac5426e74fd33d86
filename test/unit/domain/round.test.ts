import { expect, it } from 'vitest';
import { clocksMs } from '../../../shared/domain/clock.ts';
import { type Round, roundAt } from '../../../shared/domain/routes/round.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const hour = 3_600_000;
const open: Round = {
  ...{ at: now, parts: 2, messages: 1, signals: 40, hot: 3, inQuietHours: 0, more: true },
};
const fresh = { parts: 0, messages: 0, signals: 0, hot: 0, inQuietHours: 0, more: false };

it('a round that said that more follow goes on for an hour', () => {
  expect(roundAt(open, now + hour - 1)).toBe(open);
  expect(roundAt(open, now + hour)).toEqual({ at: now + hour, ...fresh });
});

it.each([
  ['there was none', null],
  ['the last one is over', { ...open, at: now - hour, more: false }],
  ['a wrong clock began the last one', { ...open, at: now + clocksMs + 1 }],
])('a new round begins where %s', (_, last) => {
  expect(roundAt(last, now)).toEqual({ at: now, ...fresh });
});

it('a round has a later time than the one before it, whatever the clock says', () => {
  const over = { ...open, more: false };
  expect(roundAt(over, now).at).toBe(now + 1);
  expect(roundAt(over, now - clocksMs).at).toBe(now + 1);
  expect(roundAt(over, now + hour).at).toBe(now + hour);
});

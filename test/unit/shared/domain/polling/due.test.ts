import { describe, expect, it } from 'vitest';
import { dayMs as day, hourMs as hour, minuteMs as minute } from '../../../../../shared/domain/duration.ts';
import {
  afterFailure,
  isPollDue,
  isRefusalTold,
  isResting,
  type PollTimes,
  regularAt,
  timesAfterRefusal,
} from '../../../../../shared/domain/polling/due.ts';
import { seededRandom } from '../../../../support/seeded-random.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const fine: PollTimes = { dueAt: noon, failingSince: null, refusals: 0 };

it.each<[string, number | null, boolean]>([
  ['is due from its time on', noon, true],
  ['is not due before it', noon + 1, false],
  ['is not due while it is not watched', null, false],
  [
    'is not due a day before its time, also by a clock that is ten minutes behind',
    noon + day + 10 * minute,
    false,
  ],
  ['is due if a wrong clock wrote its time', noon + day + 10 * minute + 1, true],
])('a buyer: %s', (_, dueAt, expected) => {
  expect(isPollDue({ dueAt }, noon)).toBe(expected);
});

describe('the regular poll of a buyer', () => {
  const random = seededRandom(5);
  const digits = (count: number) => String(Math.floor(random() * 10 ** count)).padStart(count, '0');

  it.each<[string, () => string]>([
    ['of any digits', () => digits(8)],
    ['of UUIDs of one moment (version 7)', () => `019ac1b2-c3d4-7${digits(3)}-8${digits(3)}-${digits(12)}`],
    ['of no hexadecimal numbers', () => `z${digits(8)}`],
  ])('comes once a period, and for all buyers evenly: ids %s', (_, nextId) => {
    const perTick = Array.from({ length: 24 }, () => 0);
    const strays: string[] = [];
    for (let count = 0; count < 20_000; count += 1) {
      const id = nextId();
      const at = regularAt(id, noon, 6 * hour);
      const isInPeriod = at > noon && at <= noon + 6 * hour;
      const next = [regularAt(id, at - 1, 6 * hour), regularAt(id, at, 6 * hour) - 6 * hour];
      if (!isInPeriod || next.some((time) => time !== at)) strays.push(id);
      const tick = Math.ceil((at - noon) / (15 * minute)) - 1;
      perTick[tick] = (perTick[tick] ?? 0) + 1;
    }
    expect(strays).toEqual([]);
    expect(Math.max(...perTick)).toBeLessThan(1_000);
  });
});

describe('a buyer whose poll failed', () => {
  it('is due at the next tick, and each hour once it has failed for an hour', () => {
    const first = afterFailure(fine, noon);
    expect(first).toEqual({ failingSince: noon, dueAt: noon, refusals: 0 });
    expect(afterFailure(first, noon + hour - 1)).toMatchObject({
      failingSince: noon,
      dueAt: noon + hour - 1,
    });
    expect(afterFailure(first, noon + hour)).toMatchObject({ failingSince: noon, dueAt: noon + 2 * hour });
  });

  it('is due once in the period if its list still lacks the same items after a day', () => {
    const first = afterFailure(fine, noon);
    const dueAt = (failingMs: number, stillMs: number) =>
      afterFailure(first, noon + failingMs, stillMs).dueAt - noon - failingMs;
    expect([dueAt(day - 1, day), dueAt(day, day), dueAt(day, 0)]).toEqual([hour, day, hour]);
    expect(dueAt(day, hour / 4)).toBe(hour);
  });
});

describe('a refused buyer', () => {
  it('rests for an hour, for six, and then for a day each time, and is told first and once a day', () => {
    let times = fine;
    let now = noon;
    const told: boolean[] = [];
    for (const rest of [hour, 6 * hour, day, day, day]) {
      times = timesAfterRefusal(times, now);
      told.push(isRefusalTold(times));
      expect(times).toMatchObject({ dueAt: now + rest, failingSince: noon });
      expect(isResting(times, now + rest - 1)).toBe(true);
      now += rest;
      expect(isResting(times, now)).toBe(false);
    }
    expect(told).toEqual([true, false, false, true, true]);
  });

  it('counts as refused since its first refusal, not since an earlier failure', () => {
    expect(timesAfterRefusal({ ...fine, failingSince: noon - day }, noon).failingSince).toBe(noon);
  });

  it('does not rest by the time of a wrong clock, and one that was never refused does not rest', () => {
    expect(isResting({ dueAt: noon + 400 * day, refusals: 1 }, noon)).toBe(false);
    expect(isResting({ dueAt: noon + hour, refusals: 0 }, noon)).toBe(false);
  });
});

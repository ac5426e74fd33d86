import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatTime, formatWhen } from '../../../../../shared/domain/times/format-time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('when something was, or will be', () => {
  it.each([
    [0, 'now'],
    [-999, 'now'],
    [-1_000, '1 second ago'],
    [-119_000, '1 minute ago'],
    [-7_300_000, '2 hours ago'],
    [-26 * 3_600_000, '1 day ago'],
    [-40 * 86_400_000, '40 days ago'],
    [90_000, 'in 1 minute'],
    [5 * 3_600_000, 'in 5 hours'],
  ])('%i ms from now is %s', (apart, words) => {
    expect(formatWhen(now + apart, now)).toBe(words);
  });

  it.each([
    [now, 'UTC', '2026-11-21 12:00 UTC'],
    ['2026-11-21T12:00:00.000Z', 'America/New_York', '2026-11-21 07:00 New York'],
    ['2026-07-21T20:00:00.000Z', 'Asia/Kolkata', '2026-07-22 01:30 Kolkata'],
  ])('of %s in %s is %s', (time, timezone, told) => {
    expect(formatTime(time, timezone)).toBe(told);
  });

  it.each([
    ['Asia/Tokyo', '2026-11-21 21:00 Tokyo'],
    [':UTC', '2026-11-21 12:00 UTC'],
    ['', '2026-11-21 12:00 UTC'],
    ['no/zone', '2026-11-21 12:00 UTC'],
  ])("is told in this machine's zone without another one: TZ=%j", (zone, told) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(formatTime(now)).toBe(told);
  });
});

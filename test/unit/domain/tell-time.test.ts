import { describe, expect, it } from 'vitest';
import { tellTime, tellWhen } from '../../../shared/domain/tell-time.ts';

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
    expect(tellWhen(now + apart, now)).toBe(words);
  });

  it('is a time of day in UTC, and says so', () => {
    expect(tellTime(now)).toBe('2026-11-21 12:00 UTC');
    expect(tellTime('2026-11-21T12:00:00.000Z')).toBe('2026-11-21 12:00 UTC');
  });
});

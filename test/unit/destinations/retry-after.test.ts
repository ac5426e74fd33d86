import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../shared/destinations/retry-after.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

describe('reading Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['9'.repeat(400), 86_400_000],
    ['Sat, 21 Nov 2026 08:01:00 GMT', 60_000],
    ['Saturday, 21-Nov-26 08:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
    ['Sat, 21 Nov 2099 08:00:00 GMT', 86_400_000],
    ['2026', 2_026_000],
    ['-5', null],
    ['1.5', null],
    ['5/6', null],
    ['2026-11-21', null],
    ['Sat, someday GMT', null],
    ['', null],
    [undefined, null],
  ])('%s', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../../../shared/domain/upstream/retry-after.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

describe('a Retry-After header', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 3 ', 3_000],
    ['Sat, 21 Nov 2026 08:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 07:59:00 GMT', 0],
  ])('%j is read as %i ms', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms);
  });

  it.each([
    null,
    undefined,
    '',
    '2026-11-21',
    '5/6',
    'soon',
    '-1',
    '1.5',
    '1e3',
    'Nov 2026',
    '99999999999',
    'Sat, 99 Nov 2026 08:00:30 GMT',
  ])('%j is as good as none', (header) => {
    expect(readRetryAfter(header, now)).toBeNull();
  });
});

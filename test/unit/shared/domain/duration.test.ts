import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../../../shared/domain/duration.ts';

describe('a duration', () => {
  it.each([
    ['1 second', 1_000],
    ['90 seconds', 90_000],
    ['15 minutes', 900_000],
    ['1 hour', 3_600_000],
    ['7 days', 604_800_000],
    ['0 minutes', 0],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ...['', '15', 'minutes', '15minutes', '15  minutes', '1.5 hours', '-1 day', '015 minutes'],
    ...['2 weeks', '1 day '],
  ])('is not %j, and the error says what to write', (text) => {
    expect(() => parseDuration(text)).toThrow(RangeError);
    expect(() => parseDuration(text)).toThrow('as "15 minutes"');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptDelaysMs, nextAttemptAt } from '../../../shared/domain/attempt.ts';

const hourMs = 3_600_000;
const now = 1_000_000;
const unlucky = () => 0;
const lucky = () => 1 - Number.EPSILON;

describe('the schedule of attempts', () => {
  it('is that of Standard Webhooks, from each attempt to the next', () => {
    const delays = attemptDelaysMs.map((_, made) => (nextAttemptAt(made, now, unlucky) ?? 0) - now);
    expect(delays.map((ms) => ms / 1000)).toEqual([
      0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
  });

  it('is used up after ten attempts', () => {
    expect(nextAttemptAt(9, now, unlucky)).not.toBeNull();
    expect(nextAttemptAt(10, now, unlucky)).toBeNull();
    expect(nextAttemptAt(10, now, unlucky, 60_000)).toBeNull();
  });

  it('adds a tenth at the most, and never takes away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (made, drawn) => {
          const delay = attemptDelaysMs[made] as number;
          const waited = (nextAttemptAt(made, now, () => drawn) ?? 0) - now;
          expect(waited).toBeGreaterThanOrEqual(delay);
          expect(waited).toBeLessThanOrEqual(Math.ceil(delay * 1.1));
        },
      ),
    );
    expect((nextAttemptAt(2, now, lucky) ?? 0) - now).toBe(330_000);
  });

  it('waits for as long as the destination asks when that is longer', () => {
    expect(nextAttemptAt(1, now, lucky, hourMs)).toBe(now + hourMs);
    expect(nextAttemptAt(4, now, unlucky, hourMs)).toBe(now + 2 * hourMs);
  });

  it('waits for a day at the most, whatever the destination asks', () => {
    expect(nextAttemptAt(1, now, unlucky, 400 * hourMs)).toBe(now + 24 * hourMs);
    expect(nextAttemptAt(1, now, unlucky, -hourMs)).toBe(now + 5_000);
  });

  it('gives whole milliseconds, as the ledger keeps them', () => {
    expect(Number.isInteger(nextAttemptAt(1, now, () => 0.123456789))).toBe(true);
  });
});

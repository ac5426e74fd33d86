import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attemptDelaysMs,
  nextAttemptAt,
  putOffUntil,
} from '../../../../../shared/domain/digests/next-attempt.ts';

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

  it('waits for as long as the destination asks when that is longer, and up to a quarter more', () => {
    expect(nextAttemptAt(1, now, unlucky, 20_000)).toBe(now + 20_000);
    expect(nextAttemptAt(1, now, lucky, 20_000)).toBe(now + 25_000);
    expect(nextAttemptAt(4, now, unlucky, hourMs)).toBe(now + 2 * hourMs);
  });

  it('waits for a day at the most, whatever the destination asks', () => {
    expect(nextAttemptAt(1, now, unlucky, 400 * hourMs)).toBe(now + 24 * hourMs);
    expect(nextAttemptAt(1, now, lucky, 400 * hourMs)).toBe(now + 24 * hourMs + 15 * 60_000);
    expect(nextAttemptAt(1, now, unlucky, -hourMs)).toBe(now + 5_000);
  });

  it('gives whole milliseconds, as the ledger keeps them', () => {
    expect(Number.isInteger(nextAttemptAt(1, now, () => 0.123456789))).toBe(true);
  });
});

describe('a 429 that says when to come again', () => {
  const busy = (retryAfterMs: number | null) => ({ throttled: true, retryAfterMs });
  const dayMs = 24 * hourMs;

  it('is put off for as long as it asks, and up to a quarter more at random', () => {
    expect(putOffUntil(busy(20_000), now, now, unlucky)).toBe(now + 20_000);
    expect(putOffUntil(busy(20_000), now, now, () => 0.5)).toBe(now + 22_500);
    expect(putOffUntil(busy(20_000), now, now, lucky)).toBe(now + 25_000);
    expect(putOffUntil(busy(0), now, now, lucky)).toBe(now);
  });

  it.each([
    ['over a quarter of what it asks in the first ten minutes', 20_000, 10 * 60_000, 5_000],
    ['the wider the longer it goes on after that', 1_000, 30 * 60_000, 5 * 60_000],
    ['over a quarter of an hour at the most', 1_000, 10 * hourMs, 15 * 60_000],
  ])('is spread %s', (_, retryAfterMs, goesOnFor, spread) => {
    const until = putOffUntil(busy(retryAfterMs), now - goesOnFor, now, lucky);
    expect((until ?? 0) - now).toBe(retryAfterMs + spread);
  });

  it.each([
    ['it asks for more than an hour', busy(hourMs + 1), now],
    ['it has gone on for more than a day', busy(1_000), now - dayMs - 1],
    ['it does not say when', busy(null), now],
    ['it is another status', { throttled: false, retryAfterMs: 60_000 }, now],
    ['nothing says that it is a 429', { retryAfterMs: 60_000 }, now],
  ])('is a failed attempt like any other when %s', (_, outcome, since) => {
    expect(putOffUntil(outcome, since, now, unlucky)).toBeNull();
  });

  it('is put off up to the hour and the day, and by a clock that is behind', () => {
    expect(putOffUntil(busy(hourMs), now, now, unlucky)).toBe(now + hourMs);
    expect(putOffUntil(busy(1_000), now - dayMs, now, unlucky)).toBe(now + 1_000);
    expect(putOffUntil(busy(1_000), now + 300_000, now, lucky)).toBe(now + 1_250);
  });
});

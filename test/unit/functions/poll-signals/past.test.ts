import { describe, expect, it } from 'vitest';
import { findPast, isCreatedSince, isOld } from '../../../../functions/poll-signals/past.ts';
import { dayMs, hourMs } from '../../../../shared/domain/duration.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const daysAgo = (days: number): number => now - days * dayMs;
const buyer = { baselineAt: daysAgo(400), emptySince: null };

describe('what a scan of a live buyer shows', () => {
  it('may be old where the period reaches further back', () => {
    const longPause = { before: daysAgo(400) - 15 * hourMs, newsPeriod: 'LastYear' };
    expect(findPast(buyer, null, 'LastTwoYears', now)).toEqual(longPause);
    const young = { ...buyer, baselineAt: daysAgo(80) };
    const shortPause = { before: daysAgo(80) - 15 * hourMs, newsPeriod: 'LastThreeMonths' };
    expect(findPast(young, null, 'LastSixMonths', now)).toEqual(shortPause);
  });

  it('is news where nobody knows when the baseline was made', () => {
    expect(findPast({ ...buyer, baselineAt: null }, null, 'LastTwoYears', now)).toBeNull();
  });

  it('may be old in any period for three days after its emptiness was proven, but for what a first run sends', () => {
    const lagging = { baselineAt: daysAgo(2), emptySince: daysAgo(5) };
    const oldFrom = (days: number) => ({ before: daysAgo(days) - 15 * hourMs, newsPeriod: null });
    expect(findPast(lagging, null, 'LastSixMonths', now)).toEqual(oldFrom(5));
    expect(findPast(lagging, 'LastSevenDays', 'LastOneMonths', now)).toEqual(oldFrom(12));
    expect(findPast({ ...lagging, baselineAt: daysAgo(3) }, null, 'LastOneMonths', now)).toBeNull();
  });
});

describe('a row', () => {
  const [old, late] = [now - 1, now];

  it.each([
    ['created before', { createdAt: old }, true],
    ['created and changed before', { createdAt: old, changedAt: old }, true],
    ['created before and changed since, as if from elsewhere', { createdAt: old, changedAt: late }, false],
    ['that changed before and says no more', { changedAt: old }, true],
    ['created since', { createdAt: late, changedAt: old }, false],
    ['that changed since and says no more', { changedAt: late }, false],
    ['without any time', {}, false],
  ])('%s is %o: old: %s', (_, times, expected) => {
    expect(isOld(times, now)).toBe(expected);
  });

  it.each([
    ['created a little before', { createdAt: now - 14 * hourMs, changedAt: old }, false, true],
    ['created long before and changed since', { createdAt: now - 15 * hourMs, changedAt: late }, true, false],
    ['that changed a little before and says no more', { changedAt: old }, false, true],
    ['that changed long before and says no more', { changedAt: now - 15 * hourMs }, true, false],
    ['without any time counts as it is told', {}, false, false],
    ['without any time counts as it is told', {}, true, true],
  ])('%s in a first reading is %o: since then: %s', (_, times, undated, expected) => {
    expect(isCreatedSince(times, now, undated)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { mayBeOld, pastRuleOf } from '../../../shared/domain/polling/past.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.parse('2026-11-21T08:00:00Z');
const daysAgo = (days: number): number => now - days * dayMs;
const buyer = { baselineAt: daysAgo(400), emptySince: null };

describe('what a scan of a live buyer shows', () => {
  it.each(['LastOneMonths', 'LastThreeMonths', 'LastSixMonths', 'LastYear'] as const)(
    'is news in %s, which reaches no further back than the baseline did',
    (period) => {
      expect(pastRuleOf(buyer, null, period, now)).toBeNull();
    },
  );

  it('may be old where the period reaches further back, unless the longest that does not shows it', () => {
    expect(pastRuleOf(buyer, null, 'LastTwoYears', now)).toEqual({
      before: daysAgo(400) - 15 * hourMs,
      changedIsNew: false,
      recentPeriod: 'LastYear',
    });
    const young = { ...buyer, baselineAt: daysAgo(80) };
    expect(pastRuleOf(young, null, 'LastSixMonths', now)?.recentPeriod).toBe('LastThreeMonths');
  });

  it('is news where nobody knows when the baseline was made', () => {
    expect(pastRuleOf({ ...buyer, baselineAt: null }, null, 'LastTwoYears', now)).toBeNull();
  });

  it('may be old in any period for three days after its first list was empty', () => {
    const lagging = { baselineAt: daysAgo(2), emptySince: daysAgo(2) };
    const rule = { before: daysAgo(2) - 15 * hourMs, changedIsNew: true };
    expect(pastRuleOf(lagging, null, 'LastOneMonths', now)).toEqual({ ...rule, recentPeriod: null });
    expect(pastRuleOf(lagging, 'LastSevenDays', 'LastOneMonths', now)).toEqual({
      ...rule,
      recentPeriod: 'LastSevenDays',
    });
    expect(pastRuleOf({ ...lagging, emptySince: daysAgo(3) }, null, 'LastOneMonths', now)).toBeNull();
  });
});

describe('a row', () => {
  const before = now;
  const [old, late] = [now - 1, now];

  it.each([
    ['created before', { createdAt: old }, true],
    ['created before and changed since', { createdAt: old, changedAt: late }, true],
    ['that changed before and says no more', { changedAt: old }, true],
    ['created since', { createdAt: late, changedAt: old }, false],
    ['that changed since and says no more', { changedAt: late }, false],
    ['without any time', {}, false],
  ])('%s is %o: old after a long absence: %s', (_, times, isOld) => {
    expect(mayBeOld(times, { before, changedIsNew: false, recentPeriod: 'LastYear' })).toBe(isOld);
  });

  it.each([
    ['created before', { createdAt: old }, true],
    ['created and changed before', { createdAt: old, changedAt: old }, true],
    [
      'created before and changed since, as one that came from elsewhere',
      { createdAt: old, changedAt: late },
      false,
    ],
    ['that changed before and says no more', { changedAt: old }, true],
    ['without any time', {}, false],
  ])('%s is %o: old in a list that lagged: %s', (_, times, isOld) => {
    expect(mayBeOld(times, { before, changedIsNew: true, recentPeriod: null })).toBe(isOld);
  });

  it('that does not say when it was created is news of a newcomer', () => {
    const rule = { before, changedIsNew: true, undatedIsNew: true, recentPeriod: null };
    expect(mayBeOld({ changedAt: old }, rule)).toBe(false);
    expect(mayBeOld({ createdAt: old, changedAt: old }, rule)).toBe(true);
  });
});

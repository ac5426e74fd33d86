import { describe, expect, it } from 'vitest';
import { type HotRule, judgeHotness, type Rank } from '../../../shared/domain/signals/hotness.ts';

const isHot = (columns: Readonly<Record<string, unknown>>, rank: Rank, rule: HotRule) =>
  judgeHotness(columns, [], rank, rule);
const byScore = { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] };

describe('a signal is hot', () => {
  it.each([80, 87.5, '87', ' 87 ', '87 %', '87%', '1,250', '$1,250.50', '12,345,678', '$ 90'])(
    'when its column says %j and 80 are enough',
    (value) => {
      expect(isHot({ 'Match Score': value }, 'behind', byScore)).toBe(true);
    },
  );

  it('when it is among the first of the Hotness order', () => {
    const rule = { topByHotness: 3, columns: [] };
    expect(([1, 3, 4, 'behind'] as const).map((rank) => isHot({}, rank, rule))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('when any of several columns is high enough', () => {
    const rule = { topByHotness: 0, columns: [...byScore.columns, { name: 'Budget', atLeast: 1_000 }] };
    expect(isHot({ 'Match Score': 3, Budget: '$2,000' }, 'behind', rule)).toBe(true);
  });

  it('below zero too, when so little is asked', () => {
    expect(
      isHot({ Change: '-3' }, 'behind', { topByHotness: 0, columns: [{ name: 'Change', atLeast: -5 }] }),
    ).toBe(true);
  });
});

describe('a signal is not hot', () => {
  it.each([
    79.9,
    '79',
    '',
    'high',
    '90 of 100',
    '9$0',
    '9%0',
    '90 % of all',
    null,
    true,
    ['90'],
    { value: 90 },
    Number.NaN,
    '1e3',
    '90.',
    'Infinity',
  ])('when its column says %j', (value) => {
    expect(isHot({ 'Match Score': value }, 'behind', byScore)).toBe(false);
  });

  it.each(['0,875', '1,2345', '12,34', '1,,250', ',250', '1234,567'])(
    'by %j, whose comma parts no thousands',
    (value) => {
      expect(isHot({ 'Match Score': value }, 'behind', byScore)).toBe(false);
    },
  );

  it('by a column that it does not have, one that every object has included', () => {
    expect(isHot({}, 'behind', byScore)).toBe(false);
    expect(isHot({}, 'behind', { topByHotness: 0, columns: [{ name: 'length', atLeast: 0 }] })).toBe(false);
  });

  it('when nothing is asked for', () => {
    expect(isHot({ 'Match Score': 100 }, 1, { topByHotness: 0, columns: [] })).toBe(false);
  });
});

describe('whether a signal is hot', () => {
  const unknown = { 'Match Score': null };

  it('is not known while a column of the rule is being worked out', () => {
    const rule = { topByHotness: 3, columns: [{ name: 'Budget', atLeast: 1_000 }, ...byScore.columns] };

    expect(judgeHotness(unknown, ['Match Score'], 'behind', byScore)).toBeNull();
    expect(judgeHotness({ Budget: 10, 'Match Score': 60 }, ['Match Score', 'Title'], 4, rule)).toBeNull();
  });

  it('is known when something else makes it hot, or the value that is there already does', () => {
    const ranked = { ...byScore, topByHotness: 1 };
    const either = { topByHotness: 0, columns: [...byScore.columns, { name: 'Budget', atLeast: 1_000 }] };

    expect(judgeHotness(unknown, ['Match Score'], 1, ranked)).toBe(true);
    expect(judgeHotness({ ...unknown, Budget: 1_000 }, ['Match Score'], 'behind', either)).toBe(true);
    expect(judgeHotness({ 'Match Score': 95 }, ['Match Score'], 'behind', byScore)).toBe(true);
  });

  it('is not known while its rank is not, where the rule asks for ranks and no column makes it hot', () => {
    const ranked = { ...byScore, topByHotness: 1 };

    expect(judgeHotness({ 'Match Score': 10 }, [], 'unknown', ranked)).toBeNull();
    expect(judgeHotness({ 'Match Score': 95 }, [], 'unknown', ranked)).toBe(true);
    expect(judgeHotness({ 'Match Score': 10 }, [], 'unknown', byScore)).toBe(false);
  });

  it('does not depend on columns that no rule asks for', () => {
    expect(judgeHotness({ 'Match Score': 10 }, ['Title', 'match score'], 'behind', byScore)).toBe(false);
    expect(judgeHotness(unknown, ['Match Score'], 'behind', { topByHotness: 0, columns: [] })).toBe(false);
  });
});

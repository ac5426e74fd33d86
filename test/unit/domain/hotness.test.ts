import { describe, expect, it } from 'vitest';
import {
  type HotCandidate,
  type HotRule,
  judgeHotness,
  type Rank,
} from '../../../shared/domain/signals/hotness.ts';

const at = (rank: number, of = 14) => ({ rank, of });
const candidate = (over: Partial<HotCandidate> = {}): HotCandidate => ({
  columns: {},
  unsettled: [],
  rank: 'behind',
  isOver: false,
  ...over,
});
const isHot = (columns: Readonly<Record<string, unknown>>, rank: Rank, rule: HotRule) =>
  judgeHotness(candidate({ columns, rank }), rule).hot;
const isHotUnsettled = (
  columns: Readonly<Record<string, unknown>>,
  unsettled: readonly string[],
  rank: Rank,
  rule: HotRule,
) => judgeHotness(candidate({ columns, unsettled, rank }), rule).hot;
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
    expect([at(1), at(3), at(4), 'behind' as const].map((rank) => isHot({}, rank, rule))).toEqual([
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
    `90${' '.repeat(400_000)}x`,
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
    expect(isHot({ 'Match Score': 100 }, at(1), { topByHotness: 0, columns: [] })).toBe(false);
  });
});

describe('whether a signal is hot', () => {
  const unknown = { 'Match Score': null };

  it('is not known while a column of the rule is being worked out', () => {
    const rule = { topByHotness: 3, columns: [{ name: 'Budget', atLeast: 1_000 }, ...byScore.columns] };

    expect(isHotUnsettled(unknown, ['Match Score'], 'behind', byScore)).toBeNull();
    expect(
      isHotUnsettled({ Budget: 10, 'Match Score': 60 }, ['Match Score', 'Title'], at(4), rule),
    ).toBeNull();
  });

  it('is known when something else makes it hot, or the value that is there already does', () => {
    const ranked = { ...byScore, topByHotness: 1 };
    const either = { topByHotness: 0, columns: [...byScore.columns, { name: 'Budget', atLeast: 1_000 }] };

    expect(isHotUnsettled(unknown, ['Match Score'], at(1), ranked)).toBe(true);
    expect(isHotUnsettled({ ...unknown, Budget: 1_000 }, ['Match Score'], 'behind', either)).toBe(true);
    expect(isHotUnsettled({ 'Match Score': 95 }, ['Match Score'], 'behind', byScore)).toBe(true);
  });

  it('is not known while its rank is not, where the rule asks for ranks and no column makes it hot', () => {
    const ranked = { ...byScore, topByHotness: 1 };

    expect(isHotUnsettled({ 'Match Score': 10 }, [], 'unknown', ranked)).toBeNull();
    expect(isHotUnsettled({ 'Match Score': 95 }, [], 'unknown', ranked)).toBe(true);
    expect(isHotUnsettled({ 'Match Score': 10 }, [], 'unknown', byScore)).toBe(false);
  });

  it('does not depend on columns that no rule asks for', () => {
    expect(isHotUnsettled({ 'Match Score': 10 }, ['Title', 'match score'], 'behind', byScore)).toBe(false);
    expect(isHotUnsettled(unknown, ['Match Score'], 'behind', { topByHotness: 0, columns: [] })).toBe(false);
  });
});

describe('why a signal is hot', () => {
  const rule = {
    topByHotness: 2,
    columns: [
      { name: 'Match Score', atLeast: 90 },
      { name: 'Budget', atLeast: 1_000_000 },
      { name: 'Fit', atLeast: 1 },
    ],
  };

  it('is each column that is high enough with the number found, then its place and how many there were', () => {
    const columns = { 'Match Score': '96 %', Budget: '$1,250,000', Fit: 0 };

    expect(judgeHotness(candidate({ columns, rank: at(2, 38) }), rule)).toEqual({
      hot: true,
      because: [
        { rule: 'column', name: 'Match Score', value: 96, atLeast: 90 },
        { rule: 'column', name: 'Budget', value: 1_250_000, atLeast: 1_000_000 },
        { rule: 'rank', rank: 2, of: 38 },
      ],
    });
  });

  it('is nothing where it is not hot, or nobody knows', () => {
    expect(judgeHotness(candidate({ rank: at(3) }), rule)).toEqual({ hot: false, because: [] });
    expect(judgeHotness(candidate({ rank: 'unknown' }), rule)).toEqual({ hot: null, because: [] });
  });

  it('is no rank once its deadline has passed, whether or not the rank is known', () => {
    expect(judgeHotness(candidate({ rank: at(1), isOver: true }), rule)).toEqual({ hot: false, because: [] });
    expect(judgeHotness(candidate({ rank: 'unknown', isOver: true }), rule)).toEqual({
      hot: false,
      because: [],
    });
  });

  it('is a column that is high enough although its deadline has passed', () => {
    const columns = { 'Match Score': 96 };

    expect(judgeHotness(candidate({ columns, rank: at(1), isOver: true }), rule).because).toEqual([
      { rule: 'column', name: 'Match Score', value: 96, atLeast: 90 },
    ]);
  });
});

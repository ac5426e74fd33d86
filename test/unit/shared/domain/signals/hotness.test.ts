import { describe, expect, it } from 'vitest';
import {
  type HotCandidate,
  type HotRule,
  judgeHotness,
} from '../../../../../shared/domain/signals/hotness.ts';

const at = (rank: number, of = 14) => ({ rank, of });
const judge = (over: Partial<HotCandidate>, rule: HotRule) =>
  judgeHotness({ columns: {}, unsettled: [], rank: 'behind', isOver: false, ...over }, rule);
const isHot = (over: Partial<HotCandidate>, rule: HotRule) => judge(over, rule).hot;
const score = { name: 'Match Score', atLeast: 80 };
const byScore: HotRule = { topByHotness: 0, columns: [score] };
const byScoreOrRank: HotRule = { topByHotness: 1, columns: [score] };
const byScoreOrBudget: HotRule = { topByHotness: 0, columns: [score, { name: 'Budget', atLeast: 1_000 }] };
const scored = (value: unknown) => ({ columns: { 'Match Score': value } });

describe('a signal is hot', () => {
  it.each([80, 87.5, '87', ' 87 ', '87 %', '87%', '1,250', '$1,250.50', '12,345,678', '$ 90'])(
    'when its column says %j and 80 are enough',
    (value) => {
      expect(isHot(scored(value), byScore)).toBe(true);
    },
  );

  it('below zero too, when so little is asked', () => {
    const rule = { topByHotness: 0, columns: [{ name: 'Change', atLeast: -5 }] };
    expect(isHot({ columns: { Change: '-3' } }, rule)).toBe(true);
  });
});

describe('a signal is not hot', () => {
  const wrong = [
    79.9,
    '79',
    '',
    'high',
    '90 of 100',
    `90${' '.repeat(400_000)}x`,
    '9$0',
    '9%0',
    '90 % of all',
  ];
  const commasThatPartNoThousands = ['0,875', '1,2345', '12,34', '1,,250', ',250', '1234,567'];

  it.each([
    ...[...wrong, ...commasThatPartNoThousands, '1e3', '90.', 'Infinity', Number.NaN],
    ...[null, true, ['90'], { value: 90 }],
  ])('when its column says %j', (value) => {
    expect(isHot(scored(value), byScore)).toBe(false);
  });

  it('by a column that it does not have, one that every object has included', () => {
    expect(isHot({}, byScore)).toBe(false);
    expect(isHot({}, { topByHotness: 0, columns: [{ name: 'length', atLeast: 0 }] })).toBe(false);
  });
});

describe('whether a signal is hot', () => {
  const waiting = { ...scored(null), unsettled: ['Match Score'] };

  it.each<[string, Partial<HotCandidate>, HotRule, boolean | null]>([
    ['a column of the rule is being worked out', waiting, byScore, null],
    ['one is, and others are too low', { ...waiting, columns: { Budget: 10 } }, byScoreOrBudget, null],
    ['one is, and the rank is not enough', { ...waiting, rank: at(2) }, byScoreOrRank, null],
    ['one is, and the rank makes it hot', { ...waiting, rank: at(1) }, byScoreOrRank, true],
    ['one is, and another makes it hot', { ...waiting, columns: { Budget: 1_000 } }, byScoreOrBudget, true],
    ['one is, and its value so far makes it hot', { ...waiting, ...scored(95) }, byScore, true],
    ['one is that no rule asks for', { ...scored(10), unsettled: ['Title', 'match score'] }, byScore, false],
    ['its rank is unknown', { ...scored(10), rank: 'unknown' }, byScoreOrRank, null],
    ['nothing is asked for', { ...scored(100), rank: at(1) }, { topByHotness: 0, columns: [] }, false],
    [
      'its rank is unknown, and a column makes it hot',
      { ...scored(95), rank: 'unknown' },
      byScoreOrRank,
      true,
    ],
    ['its rank is unknown, and no rule asks for ranks', { ...scored(10), rank: 'unknown' }, byScore, false],
  ])('where %s', (_, over, rule, expected) => {
    expect(isHot(over, rule)).toBe(expected);
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

    expect(judge({ columns, rank: at(2, 38) }, rule)).toEqual({
      hot: true,
      because: [
        { rule: 'column', name: 'Match Score', value: 96, atLeast: 90 },
        { rule: 'column', name: 'Budget', value: 1_250_000, atLeast: 1_000_000 },
        { rule: 'rank', rank: 2, of: 38 },
      ],
    });
  });

  it.each<Partial<HotCandidate>>([
    { columns: { 'Match Score': 96 }, rank: at(1) },
    { unsettled: ['Match Score'], rank: 'unknown' },
  ])('is nothing once its deadline has passed, whatever is known of it: %j', (over) => {
    expect(judge({ ...over, isOver: true }, rule)).toEqual({ hot: false, because: [] });
  });

  it('is no rank among as many signals as the rule takes, which would have the least hot among them', () => {
    expect(judge({ rank: at(2, 2) }, rule)).toEqual({ hot: false, because: [] });
    expect(judge({ rank: at(1, 1) }, rule).hot).toBe(false);
    expect(judge({ rank: at(2, 3) }, rule).because).toEqual([{ rule: 'rank', rank: 2, of: 3 }]);
  });
});

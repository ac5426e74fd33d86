import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HotReason } from '../../../../../shared/domain/signals/hotness.ts';
import { compareSignals, type SignalStanding } from '../../../../../shared/domain/signals/order.ts';
import { propertyMs } from '../../../../support/examples/example-columns.ts';

function standing(over: Partial<SignalStanding> = {}): SignalStanding {
  return {
    hot: false,
    hotBecause: [],
    hotnessRank: null,
    deadlineAhead: null,
    closesSoon: false,
    buyerScore: null,
    buyerName: 'Keller ISD',
    buyerId: 'keller',
    name: 'Roof repair',
    key: 'k',
    ...over,
  };
}

const hot = (reason: HotReason, over: Partial<SignalStanding> = {}) =>
  standing({ hot: true, hotBecause: [reason], ...over });
const byScore = (value: number, over: Partial<SignalStanding> = {}) =>
  hot({ rule: 'column', name: 'Match Score', value, atLeast: 90 }, over);
const byRank = (rank: number, over: Partial<SignalStanding> = {}) =>
  hot({ rule: 'rank', rank, of: 14 }, { hotnessRank: rank, ...over });

describe('compareSignals', () => {
  it.each<[string, SignalStanding, SignalStanding]>([
    ['hot before the rest', byRank(3), standing({ deadlineAhead: 1, closesSoon: true, buyerScore: 99 })],
    ['hot by a column before hot by rank', byScore(90), byRank(1, { deadlineAhead: 1, buyerScore: 99 })],
    ['further above its rule before the sooner deadline', byScore(96), byScore(95, { deadlineAhead: 1 })],
    [
      'what closes within a week before the higher score',
      byRank(3, { deadlineAhead: 6, closesSoon: true }),
      byScore(99, { deadlineAhead: 7 }),
    ],
    [
      'the sooner of what closes within a week before the higher score',
      byScore(90, { deadlineAhead: 5, closesSoon: true }),
      byScore(99, { deadlineAhead: 6, closesSoon: true }),
    ],
    [
      'further above its rule by its share, whatever the unit',
      byScore(99),
      hot({ rule: 'column', name: 'Budget', value: 1_050_000, atLeast: 1_000_000 }),
    ],
    [
      'the sooner deadline before the higher score',
      byScore(95, { deadlineAhead: 5 }),
      byScore(95, { deadlineAhead: 6, buyerScore: 99 }),
    ],
    ['a deadline before none', standing({ deadlineAhead: 5 }), standing({ buyerScore: 99 })],
    [
      'the buyer’s higher score before its name',
      standing({ buyerScore: 94, buyerName: 'Z' }),
      standing({ buyerScore: 36, buyerName: 'A' }),
    ],
    [
      'a buyer’s score before a rank: the first of one buyer is not above the third of another',
      byRank(3, { buyerScore: 94, buyerId: 'a' }),
      byRank(1, { buyerScore: 36, buyerId: 'b' }),
    ],
    ['names as the alphabet has them', standing({ buyerName: 'A' }), standing({ buyerName: 'B' })],
    ['a name before none', standing({ buyerName: 'Z' }), standing({ buyerName: null })],
    ['the rank within one buyer', byRank(1, { name: 'Z' }), byRank(2, { name: 'A' })],
    ['the signals’ names', standing({ name: 'A' }), standing({ name: 'B' })],
    [
      'hot without a known reason as hot by rank',
      byScore(90),
      standing({ hot: true, hotBecause: undefined, hotnessRank: 1 }),
    ],
    ['the key, when all else is equal', standing({ key: 'a' }), standing({ key: 'b' })],
  ])('puts %s', (_, first, second) => {
    expect(compareSignals(first, second)).toBeLessThan(0);
    expect(compareSignals(second, first)).toBeGreaterThan(0);
  });

  it(
    'orders the same signals alike, in whatever order they come',
    () => {
      const few = fc.integer({ min: 1, max: 3 });
      const reason: fc.Arbitrary<HotReason> = fc.oneof(
        fc.record({
          rule: fc.constant('column' as const),
          name: fc.constant('Match Score'),
          value: fc.constantFrom(0, 90, 96),
          atLeast: fc.constantFrom(-5, 0, 90),
        }),
        fc.record({ rule: fc.constant('rank' as const), rank: few, of: fc.constant(14) }),
      );
      const any = fc.record({
        hot: fc.boolean(),
        hotBecause: fc.array(reason, { maxLength: 2 }),
        hotnessRank: fc.option(few),
        deadlineAhead: fc.option(few),
        closesSoon: fc.boolean(),
        buyerScore: fc.option(few),
        buyerName: fc.constantFrom(null, 'A', 'B'),
        buyerId: fc.constantFrom('a', 'b'),
        name: fc.constantFrom(null, 'x', 'y'),
      });
      fc.assert(
        fc.property(fc.array(any, { maxLength: 12 }), (drawn) => {
          const signals = drawn.map((one, index) => standing({ ...one, key: String(index) }));
          const forwards = signals.toSorted(compareSignals);
          expect(signals.toReversed().sort(compareSignals)).toEqual(forwards);
          // Every two of them, not neighbours alone: a rule that is not transitive would be found here.
          for (const [place, one] of forwards.entries()) {
            for (const later of forwards.slice(place + 1)) expect(compareSignals(one, later)).toBeLessThan(0);
          }
        }),
      );
    },
    propertyMs,
  );
});

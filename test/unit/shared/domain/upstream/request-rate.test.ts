import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterSlots,
  firstRate,
  highestRate,
  lowestRate,
  type RateState,
  rateAfterRefusal,
  unknownRate,
} from '../../../../../shared/domain/upstream/request-rate.ts';

/** Some state after a 429. */
const limited = (perSecond: number): RateState => ({ perSecond, answered: perSecond, cuts: 3 });
const anyState: fc.Arbitrary<RateState> = fc.record({
  perSecond: fc.double({ min: lowestRate, max: highestRate, noNaN: true }),
  answered: fc.double({ min: 0, max: highestRate, noNaN: true }),
  cuts: fc.nat(1_000),
});

describe('the rate of calls', () => {
  it('doubles each eighth of a second before the first 429', () => {
    const answered = { ...unknownRate, answered: 1_000 };

    const rates = [0, 125, 250].map((slotsMs) => afterSlots(answered, slotsMs).perSecond);

    expect(rates).toEqual([firstRate, firstRate * 2, firstRate * 4]);
  });

  it('stays below twice the fastest rate that was answered', () => {
    expect(afterSlots(unknownRate, 125).perSecond).toBe(firstRate);
    expect(afterSlots({ ...unknownRate, answered: firstRate }, 10_000).perSecond).toBe(2 * firstRate);
  });

  it('grows by a tenth in ten seconds of slots after a 429', () => {
    expect(afterSlots(limited(10), 10_000).perSecond).toBeCloseTo(11);
  });

  it('only grows while nothing is refused, within its bounds', () => {
    fc.assert(
      fc.property(anyState, fc.nat(1_000_000), (state, slotsMs) => {
        const { perSecond } = afterSlots(state, slotsMs);
        expect(perSecond).toBeGreaterThanOrEqual(state.perSecond);
        expect(perSecond).toBeLessThanOrEqual(highestRate);
      }),
    );
  });
});

describe('a 429', () => {
  it('cuts the rate to three quarters', () => {
    expect(rateAfterRefusal(limited(40), limited(40))).toMatchObject({ perSecond: 30, cuts: 4 });
  });

  it('that is the first takes the lower of the rate at which its call began and the fastest that was answered', () => {
    const doubled = { perSecond: 640, answered: 320, cuts: 0 };

    expect(rateAfterRefusal(doubled, { perSecond: 160, cuts: 0 }).perSecond).toBe(120);
    expect(rateAfterRefusal(doubled, { perSecond: 640, cuts: 0 }).perSecond).toBe(240);
    expect(rateAfterRefusal(unknownRate, unknownRate).perSecond).toBe(0.75 * firstRate);
  });

  it('says nothing new of a call that began before the rate was cut', () => {
    const state = limited(10);

    expect(rateAfterRefusal(state, { perSecond: 40, cuts: 2 })).toBe(state);
  });

  it('never makes the rate grow, nor fall below the lowest', () => {
    fc.assert(
      fc.property(anyState, anyState, (state, began) => {
        const { perSecond } = rateAfterRefusal(state, began);
        expect(perSecond).toBeLessThanOrEqual(state.perSecond);
        expect(perSecond).toBeGreaterThanOrEqual(lowestRate);
      }),
    );
  });
});

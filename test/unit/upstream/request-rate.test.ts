import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterComplaint,
  afterRest,
  afterSlots,
  firstRate,
  halvingGapMs,
  highestRate,
  lowestRate,
  type RateState,
  rateOf,
  underWayMs,
} from '../../../shared/domain/upstream/request-rate.ts';

const begun: RateState = { ceiling: null, grownMs: 0, halvedMsAgo: null };
/** The state after slots of `slotsMs` since a 429 at the rate `ceiling`. */
const slowed = (ceiling: number, slotsMs = 0): RateState => ({
  ceiling,
  grownMs: slotsMs,
  halvedMsAgo: slotsMs,
});
const anySlots = fc.integer({ min: 0, max: 10_000_000 });
const anyState = fc.record({
  ceiling: fc.option(fc.double({ min: 0.001, max: 1_000, noNaN: true })),
  grownMs: anySlots,
  halvedMsAgo: fc.option(anySlots),
});

describe('the rate of calls', () => {
  it('begins at its first rate and doubles each eighth of a second while nobody complains', () => {
    const rates = [0, 125, 250].map((slotsMs) => rateOf(afterSlots(begun, slotsMs)));

    expect(rates).toEqual([firstRate, firstRate * 2, firstRate * 4]);
  });

  it('grows no further than to twice the rate whose calls were answered, until the first complaint', () => {
    expect(rateOf(afterSlots(begun, 125, 0))).toBe(firstRate);
    expect(rateOf(afterSlots(begun, 125, firstRate))).toBe(2 * firstRate);
    expect(rateOf(afterSlots(afterSlots(begun, 125), 125, firstRate))).toBe(2 * firstRate);
    expect(afterSlots(slowed(10), 250, 0)).toEqual(slowed(10, 250));
  });

  it('never leaves its bounds, whatever is in the table', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(rateOf(state)).toBeGreaterThanOrEqual(lowestRate);
        expect(rateOf(state)).toBeLessThanOrEqual(highestRate);
      }),
    );
  });

  it('only grows while nobody complains', () => {
    fc.assert(
      fc.property(anyState, fc.nat(100_000), (state, slotsMs) => {
        expect(rateOf(afterSlots(state, slotsMs))).toBeGreaterThanOrEqual(rateOf(state));
      }),
    );
  });

  it('stays near the half for a moment, is back at nine tenths in six seconds, and passes the ceiling in less than two minutes', () => {
    const partAt = (seconds: number) => rateOf(slowed(10, seconds * 1_000)) / 10;

    expect(partAt(0)).toBe(0.5);
    expect(partAt(2.5)).toBeLessThan(0.55);
    expect(partAt(6)).toBeCloseTo(0.9);
    expect(partAt(60)).toBeLessThan(1);
    expect(partAt(105)).toBeGreaterThan(1);
  });

  it('makes no leap', () => {
    for (let slotsMs = 0; slotsMs < 300_000; slotsMs += 100) {
      expect(rateOf(slowed(10, slotsMs + 100)) / rateOf(slowed(10, slotsMs))).toBeLessThan(1.05);
    }
  });

  it('finds a limit that was raised tenfold within six minutes', () => {
    expect(rateOf(slowed(5, 6 * 60_000))).toBeGreaterThan(50);
  });
});

describe('a complaint', () => {
  it('halves the rate', () => {
    const before = slowed(10, 60_000);
    const after = afterComplaint(before);

    expect(rateOf(after)).toBe(rateOf(before) / 2);
    expect(after.halvedMsAgo).toBe(0);
  });

  it('in slow start goes below a quarter of the rate at which the refused call began', () => {
    const state = afterSlots(begun, 500);

    expect(rateOf(afterComplaint(state, 80))).toBeCloseTo(80 * 0.21);
    expect(rateOf(afterComplaint(state))).toBeCloseTo(16 * firstRate * 0.21);
    expect(rateOf(afterComplaint(begun))).toBeCloseTo((0.85 * firstRate) / 2);
  });

  it('tells nothing new about calls that were under way when the rate was cut', () => {
    const state = slowed(10, underWayMs - 1);

    expect(afterComplaint(state)).toBe(state);
  });

  it('within ten seconds takes the rate back to the half, and no further', () => {
    const state = slowed(10, 6_000);
    const complained = afterComplaint(state);

    expect(rateOf(state)).toBeCloseTo(9);
    expect(rateOf(complained)).toBe(5);
    expect(complained.halvedMsAgo).toBe(6_000);
  });

  it('after ten seconds halves what the rate is by then', () => {
    const state = slowed(10, halvingGapMs);

    expect(rateOf(afterComplaint(state))).toBeCloseTo(rateOf(state) / 2);
  });

  it('that comes without end halves the rate once in ten seconds, and down to the lowest', () => {
    let state: RateState = slowed(64);
    const halvings: number[] = [];
    for (let now = 100; now < 120_000; now += 100) {
      const before = afterSlots(state, 100);
      state = afterComplaint(before);
      if (state.halvedMsAgo === 0) halvings.push(now);
    }

    const gaps = halvings.slice(1).map((at, index) => at - (halvings[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(halvingGapMs);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(halvingGapMs + underWayMs);
    expect(rateOf(state)).toBeLessThan(0.3);
  });

  it('never makes the rate grow, nor less than half of what it was, or a fifth in slow start', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const [before, after] = [rateOf(state), rateOf(afterComplaint(state))];
        // A ceiling out of bounds comes from another version's item; the clamp alone moves the rate then.
        fc.pre(state.ceiling === null || (state.ceiling > lowestRate * 2 && state.ceiling < highestRate));
        expect(after).toBeLessThanOrEqual(before);
        if (state.halvedMsAgo === null || state.halvedMsAgo >= halvingGapMs) {
          const least = state.ceiling === null ? 0.21 : 0.5;
          expect(after).toBeGreaterThanOrEqual(before * least - 1e-9);
        }
      }),
    );
  });
});

describe('a rest', () => {
  const dayMs = 86_400_000;

  it('of a day halves the rate that was found, with or without a 429', () => {
    for (const state of [slowed(10, 30_000), afterSlots(begun, 500), afterSlots(begun, 60_000)]) {
      expect(rateOf(afterRest(state, dayMs))).toBeCloseTo(rateOf(state) / 2);
    }
  });

  it('of less leaves it as it was', () => {
    expect(afterRest(slowed(10, 30_000), dayMs - 1)).toEqual(slowed(10, 30_000));
  });

  it('does not go below the first rate where nobody has complained', () => {
    expect(rateOf(afterRest(begun, dayMs))).toBe(firstRate);
  });
});

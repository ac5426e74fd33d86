import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterComplaint,
  afterIdling,
  firstRate,
  halvingGapMs,
  highestRate,
  lowestRate,
  type RateState,
  rateAt,
  underWayMs,
} from '../../../shared/domain/upstream/request-rate.ts';

const begun: RateState = { ceiling: null, since: 0, halvedAt: null };
const slowed = (ceiling: number, at = 0): RateState => ({ ceiling, since: at, halvedAt: at });
const anyTime = fc.integer({ min: 0, max: 10_000_000 });
const anyState = fc.record({
  ceiling: fc.option(fc.double({ min: 0.001, max: 1_000, noNaN: true })),
  since: anyTime,
  halvedAt: fc.option(anyTime),
});

describe('the rate of calls', () => {
  it('begins at its first rate and doubles each five seconds while nobody complains', () => {
    expect([0, 5_000, 10_000].map((now) => rateAt(begun, now))).toEqual([
      firstRate,
      firstRate * 2,
      firstRate * 4,
    ]);
  });

  it('never leaves its bounds, whatever is in the table and whatever the clocks say', () => {
    fc.assert(
      fc.property(anyState, anyTime, (state, now) => {
        expect(rateAt(state, now)).toBeGreaterThanOrEqual(lowestRate);
        expect(rateAt(state, now)).toBeLessThanOrEqual(highestRate);
      }),
    );
  });

  it('only grows while nobody complains', () => {
    fc.assert(
      fc.property(anyState, anyTime, fc.nat(100_000), (state, now, later) => {
        expect(rateAt(state, now + later)).toBeGreaterThanOrEqual(rateAt(state, now));
      }),
    );
  });

  it('stays near the half for a moment, is back at nine tenths in six seconds, and passes the ceiling in a minute', () => {
    const partAt = (seconds: number) => rateAt(slowed(10), seconds * 1_000) / 10;

    expect(partAt(0)).toBe(0.5);
    expect(partAt(2.5)).toBeLessThan(0.55);
    expect(partAt(6)).toBeCloseTo(0.9);
    expect(partAt(50)).toBeLessThan(1);
    expect(partAt(70)).toBeGreaterThan(1);
  });

  it('makes no leap', () => {
    for (let now = 0; now < 300_000; now += 100) {
      const [before, after] = [rateAt(slowed(10), now), rateAt(slowed(10), now + 100)];
      expect(after / before).toBeLessThan(1.05);
    }
  });

  it('finds a limit that was raised tenfold within six minutes', () => {
    expect(rateAt(slowed(5), 6 * 60_000)).toBeGreaterThan(50);
  });
});

describe('a complaint', () => {
  it('halves the rate', () => {
    const after = afterComplaint(begun, 1_000);

    expect(rateAt(after, 1_000)).toBe(rateAt(begun, 1_000) / 2);
    expect(after.halvedAt).toBe(1_000);
  });

  it('tells nothing new about calls that were under way when the rate was cut', () => {
    const state = slowed(10, 60_000);

    expect(afterComplaint(state, 60_000 + underWayMs - 1)).toBe(state);
  });

  it('within ten seconds takes the rate back to the half, and no further', () => {
    const state = slowed(10, 60_000);
    const complained = afterComplaint(state, 66_000);

    expect(rateAt(state, 66_000)).toBeCloseTo(9);
    expect(rateAt(complained, 66_000)).toBe(5);
    expect(complained.halvedAt).toBe(60_000);
  });

  it('after ten seconds halves what the rate is by then', () => {
    const state = slowed(10, 60_000);
    const again = afterComplaint(state, 60_000 + halvingGapMs);

    expect(rateAt(again, 70_000)).toBeCloseTo(rateAt(state, 70_000) / 2);
  });

  it('that comes without end halves the rate once in ten seconds, and down to the lowest', () => {
    let state: RateState = slowed(64);
    const halvings: number[] = [];
    for (let now = 100; now < 120_000; now += 100) {
      const after = afterComplaint(state, now);
      if (after.halvedAt !== state.halvedAt) halvings.push(now);
      state = after;
    }

    const gaps = halvings.slice(1).map((at, index) => at - (halvings[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(halvingGapMs);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(halvingGapMs + underWayMs);
    expect(rateAt(state, 120_000)).toBeLessThan(0.3);
  });

  it('never makes the rate grow, nor less than half of what it was', () => {
    fc.assert(
      fc.property(anyState, anyTime, (state, now) => {
        const [before, after] = [rateAt(state, now), rateAt(afterComplaint(state, now), now)];
        // A ceiling out of bounds comes from another version's item; the clamp alone moves the rate then.
        fc.pre(state.ceiling === null || (state.ceiling > lowestRate * 2 && state.ceiling < highestRate));
        expect(after).toBeLessThanOrEqual(before);
        if (state.halvedAt === null || now - state.halvedAt >= halvingGapMs) {
          expect(after).toBeGreaterThanOrEqual(before / 2 - 1e-9);
        }
      }),
    );
  });
});

describe('time in which nobody calls', () => {
  it('leaves the rate as it was', () => {
    const before = rateAt(slowed(10), 8_000);
    const after = afterIdling(slowed(10), 900_000, 908_000);

    expect(rateAt(after, 908_000)).toBe(before);
  });

  it('leaves the state as it is when there was none, or when clocks disagree', () => {
    fc.assert(
      fc.property(anyState, anyTime, fc.integer({ min: -1_000_000, max: 0 }), (state, now, idleMs) => {
        expect(afterIdling(state, idleMs, now)).toEqual(state);
      }),
    );
  });

  it('never makes the rate grow from what it is at the time', () => {
    fc.assert(
      fc.property(anyState, anyTime, anyTime, (state, now, idleMs) => {
        expect(rateAt(afterIdling(state, idleMs, now), now)).toBeLessThanOrEqual(rateAt(state, now));
      }),
    );
  });
});

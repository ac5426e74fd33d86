import { describe, expect, it } from 'vitest';
import { HttpStatusError, TransportError } from '../../../shared/domain/errors.ts';
import {
  afterRefusal,
  isResting,
  nextTryAt,
  type Refusal,
  refusedStatus,
} from '../../../shared/domain/polling/refusal.ts';

const hour = 3_600_000;
const day = 24 * hour;
const noon = Date.parse('2026-11-21T12:00:00Z');
const first: Refusal = { status: 403, since: noon, lastAt: noon, count: 1, toldAt: noon };

describe('a refused buyer', () => {
  it.each([
    [1, hour],
    [2, 6 * hour],
    [3, day],
    [4, day],
    [400, day],
  ])('rests after %i refusals in a row for %i ms', (count, rest) => {
    const refusal = { ...first, count };

    expect(nextTryAt(refusal)).toBe(noon + rest);
    expect(isResting(refusal, noon + rest - 1)).toBe(true);
    expect(isResting(refusal, noon + rest)).toBe(false);
  });

  it('does not rest until a clock that was wrong says so', () => {
    expect(isResting({ ...first, lastAt: noon + 400 * day }, noon)).toBe(false);
    expect(isResting({ ...first, lastAt: noon + 5 * 60_000 }, noon)).toBe(true);
  });

  it('that was never refused does not rest', () => {
    expect(isResting(null, noon)).toBe(false);
  });

  it('is told the first time, and then once a day', () => {
    const at = [0, 1, 7, 31, 55, 79].map((hours) => noon + hours * hour);
    let refusal: Refusal | null = null;
    const told = at.map((now) => {
      const after = afterRefusal(refusal, { status: 404, sooner: false }, now);
      refusal = after.refusal;
      return after.isTold;
    });

    expect(told).toEqual([true, false, false, true, true, true]);
    expect(refusal).toEqual({ status: 404, since: noon, lastAt: at.at(-1), count: 6, toldAt: at.at(-1) });
  });

  it('is told although it was last told by a clock that was a year ahead', () => {
    const before = { ...first, toldAt: noon + 365 * day };

    expect(afterRefusal(before, { status: 403, sooner: false }, noon + hour).isTold).toBe(true);
  });

  it('that is tried sooner is told, and rests no longer for it', () => {
    const later = noon + 60_000;

    expect(afterRefusal(first, { status: 404, sooner: true }, later)).toEqual({
      refusal: { ...first, status: 404, toldAt: later },
      isTold: true,
    });
  });
});

describe('a refused buyer whose rest is over', () => {
  it('begins the next rest, whoever wanted the try', () => {
    for (const sooner of [true, false]) {
      expect(afterRefusal(first, { status: 403, sooner }, noon + hour).refusal).toMatchObject({
        lastAt: noon + hour,
        count: 2,
      });
    }
  });
});

describe('a refusal of a whole list', () => {
  it.each([
    [new HttpStatusError(403, 'no'), 403],
    [new HttpStatusError(404, 'gone'), 404],
    [new HttpStatusError(401, 'who'), null],
    [new HttpStatusError(410, 'gone'), null],
    [new HttpStatusError(500, 'oops'), null],
    [new TransportError('TIMEOUT', 'late'), null],
  ])('is told from other errors: %s', (error, status) => {
    expect(refusedStatus(error)).toBe(status);
  });
});

import { describe, expect, it } from 'vitest';
import { doubtAfterRefusal, noDoubt, type TokenDoubt } from '../../../shared/domain/upstream/token-doubt.ts';

const minute = 60_000;
const noon = Date.parse('2026-11-21T12:00:00Z');

interface Refused {
  readonly buyer: number;
  readonly isKnown?: boolean;
  readonly at?: number;
}

/** What is left of refusals in turn, and whether the token was taken for rejected by the last. */
function refuse(refusals: readonly Refused[], before: TokenDoubt = noDoubt) {
  let doubt = before;
  let isRejected = false;
  for (const { buyer, isKnown = false, at = noon } of refusals) {
    ({ doubt, isRejected } = doubtAfterRefusal(doubt, { buyerId: `buyer ${buyer}`, isKnown }, at));
  }
  return { doubt, isRejected };
}

const five = (over: Omit<Refused, 'buyer'> = {}): Refused[] =>
  [0, 1, 2, 3, 4].map((buyer) => ({ buyer, ...over }));
const doubted: TokenDoubt = { ...noDoubt, doubtedAt: noon };

describe('a token', () => {
  it('is in doubt after five different buyers were refused one after another, and not rejected yet', () => {
    expect(refuse(five().slice(1)).doubt).toEqual({
      refused: ['buyer 1', 'buyer 2', 'buyer 3', 'buyer 4'],
      refusedAt: noon,
      doubtedAt: null,
    });
    expect(refuse(five())).toEqual({ doubt: doubted, isRejected: false });
  });

  it('is not in doubt by one buyer, however often it is refused', () => {
    expect(refuse(Array.from({ length: 20 }, () => ({ buyer: 1 }))).doubt.doubtedAt).toBeNull();
  });

  it('is not in doubt by buyers that were refused before: others were allowed since', () => {
    expect(refuse(five({ isKnown: true })).doubt).toBe(noDoubt);
  });

  const later = noon + 15 * minute;

  it('in doubt is rejected by five more once everyone was asked, those refused before included', () => {
    const again = five({ at: later, isKnown: true });
    const last = { buyer: 0, at: later + 20_000 };

    expect(refuse([...again.slice(1), { ...last, buyer: 1 }], doubted).isRejected).toBe(false);
    expect(refuse([...again, last], doubted)).toEqual({
      doubt: { refused: [], refusedAt: later, doubtedAt: later + 20_000 },
      isRejected: true,
    });
  });

  it('once rejected is rejected by each five further ones, as long as no list is allowed', () => {
    const rejected = { refused: [], refusedAt: later, doubtedAt: later + 20_000 };
    expect(refuse(five({ at: later + 15 * minute }), rejected).isRejected).toBe(true);
  });

  it('in doubt is not rejected by five that came faster than a list that was asked for with them', () => {
    const fast = refuse([...five({ at: later }), { buyer: 5, at: later + 19_999 }], doubted);
    expect(fast.isRejected).toBe(false);
    expect(fast.doubt.refused).toHaveLength(6);
  });

  it.each([1, 59_999])('in doubt is not rejected by what was under way, %i ms later', (later) => {
    expect(refuse(five({ at: noon + later }), doubted)).toEqual({ doubt: doubted, isRejected: false });
  });

  it('can be rejected although the doubt was raised by a clock that was a year ahead', () => {
    const ahead = { ...noDoubt, doubtedAt: noon + 365 * 1_440 * minute };

    expect(refuse([...five(), { buyer: 0, at: noon + minute }], ahead).isRejected).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { doubtAfterRefusal, noDoubt, type TokenDoubt } from '../../../shared/domain/token-doubt.ts';

const minute = 60_000;
const noon = Date.parse('2026-11-21T12:00:00Z');

interface Refused {
  readonly buyer: number;
  readonly status?: number;
  readonly isKnown?: boolean;
  readonly at?: number;
}

/** What is left of refusals in turn, and whether the token was taken for rejected by the last. */
function refuse(refusals: readonly Refused[], before: TokenDoubt = noDoubt) {
  let doubt = before;
  let isRejected = false;
  for (const { buyer, status = 403, isKnown = false, at = noon } of refusals) {
    ({ doubt, isRejected } = doubtAfterRefusal(doubt, { buyerId: `buyer ${buyer}`, status, isKnown }, at));
  }
  return { doubt, isRejected };
}

const five = (over: Omit<Refused, 'buyer'> = {}): Refused[] =>
  [0, 1, 2, 3, 4].map((buyer) => ({ buyer, ...over }));
const doubted: TokenDoubt = { refused: [], doubtedAt: noon };

describe('a token', () => {
  it('is in doubt after five different buyers were refused one after another, and not rejected yet', () => {
    expect(refuse(five().slice(1)).doubt).toEqual({
      refused: ['buyer 1', 'buyer 2', 'buyer 3', 'buyer 4'],
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

  it('is in doubt by buyers that are not found, too: then everyone is asked', () => {
    expect(refuse(five({ status: 404 })).doubt).toEqual(doubted);
  });

  it('in doubt is rejected by five more once everyone was asked, those refused before included', () => {
    const again = five({ at: noon + 15 * minute, isKnown: true });

    expect(refuse(again.slice(1), doubted).isRejected).toBe(false);
    expect(refuse(again, doubted)).toEqual({
      doubt: { refused: [], doubtedAt: noon + 15 * minute },
      isRejected: true,
    });
  });

  it.each([1, 59_999])('in doubt is not rejected by what was under way, %i ms later', (later) => {
    expect(refuse(five({ at: noon + later }), doubted)).toEqual({ doubt: doubted, isRejected: false });
  });

  it('in doubt is not rejected by buyers that are not found: that is no answer about the token', () => {
    expect(refuse(five({ status: 404, at: noon + 15 * minute }), doubted).isRejected).toBe(false);
  });

  it('can be rejected although the doubt was raised by a clock that was a year ahead', () => {
    const ahead = { refused: [], doubtedAt: noon + 365 * 1_440 * minute };

    expect(refuse(five(), ahead).isRejected).toBe(true);
  });
});

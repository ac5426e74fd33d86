import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '../../../shared/domain/text/cut-text.ts';
import { anyCodePoint } from '../../support/examples/any-code-point.ts';

/** Many runs, on a machine that may be doing other things. */
const propertyMs = 30_000;

const segments = (text: string) => [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);

describe('cutting a text', () => {
  it.each([
    ['a text that fits', 'short', 5, 'short'],
    ['a longer one', 'longer', 5, 'long…'],
    ['a family of seven code points', 'ab👩‍👩‍👧‍👦cd', 8, 'ab…'],
    ['a flag', 'ab🇩🇪cd', 6, 'ab…'],
    ['a skin tone', 'ab👍🏽cd', 5, 'ab…'],
    ['an accent of its own', 'abe\u0301cd', 4, 'ab…'],
    ['a grapheme longer than all', `e${'\u0301'.repeat(50)}`, 10, '…'],
  ])('%s', (_, text, longest, expected) => {
    expect(cutText(text, longest)).toBe(expected);
  });

  it(
    'keeps whole graphemes from the beginning, within the length, for any text',
    () => {
      const text = fc.oneof(
        fc.string({ unit: anyCodePoint, maxLength: 80 }),
        fc
          .array(fc.constantFrom('👩‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301', 'a', '漢', '\r\n'))
          .map((all) => all.join('')),
      );
      fc.assert(
        fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, longest) => {
          const cut = cutText(whole, longest);

          expect(cut.length).toBeLessThanOrEqual(longest);
          if (cut === whole) return;
          const kept = segments(whole.slice(0, cut.length - 1)).length;
          expect(cut).toBe(`${segments(whole).slice(0, kept).join('')}…`);
        }),
        { numRuns: 200 },
      );
    },
    propertyMs,
  );
});

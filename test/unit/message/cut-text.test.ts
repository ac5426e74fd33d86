import { describe, expect, it } from 'vitest';
import { cutText } from '../../../shared/domain/text/cut-text.ts';

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
});

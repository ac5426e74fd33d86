import { describe, expect, it } from 'vitest';
import { keepTogether, withBlanks } from '../../../../message/text/keep-together.ts';
import { labelColumn } from '../../../../shared/domain/text/column-words.ts';
import { cutText } from '../../../../shared/domain/text/cut-text.ts';
import { oneLine } from '../../../../shared/domain/text/one-line.ts';

describe('cutting a text', () => {
  it.each([
    ['a text that fits', 'short', 5, 'short'],
    ['a longer one', 'longer', 5, 'long…'],
    ['a family of seven code points', 'ab👩‍👩‍👧‍👦cd', 8, 'ab…'],
    ['a skin tone', 'ab👍🏽cd', 5, 'ab…'],
    ['an accent of its own', 'abe\u0301cd', 4, 'ab…'],
    ['a grapheme longer than all', `e${'\u0301'.repeat(50)}`, 10, '…'],
  ])('%s', (_, text, longest, expected) => {
    expect(cutText(text, longest)).toBe(expected);
  });
});

describe('a short text of ours', () => {
  it('has no blank that a line could break at, and a long one has', () => {
    expect(keepTogether('due Thu, Nov 26')).toBe('due\u00a0Thu,\u00a0Nov\u00a026');
    expect(keepTogether('Thu, Nov 26, 8 PM EST')).toBe('Thu, Nov 26, 8 PM EST');
    expect(keepTogether('a'.repeat(12) + ' '.repeat(13))).toBe('a'.repeat(12) + ' '.repeat(13));
    expect(withBlanks('due\u00a0Thu')).toBe('due Thu');
  });
});

it('labels a column as it is called, without how it is stored', () => {
  const labels = ['Posting URL', 'Article Url', 'URL', 'Curl', 'estValue', 'A\nB'].map(labelColumn);
  expect(labels).toEqual(['Posting', 'Article', 'URL', 'Curl', 'estValue', 'A B']);
});

it.each<[text: string, line: string | null]>([
  ['a\r\n\tb', 'a b'],
  ['\u0000be\u001b[31mfore\u0000after\u0085', 'be [31mfore after'],
  ['line\u2028separator\u2029', 'line separator'],
  ['\u202etxt.\u2067exe\u2069', 'txt. exe'],
  ['half \ud83d', 'half \ufffd'],
  ['\ufdd0non\uffffcharacter', 'non character'],
  ['\ufff9inter\ufffalinear\ufffb', 'inter linear'],
  ['\u0301accent', 'accent'],
  ['\u{1f3fd}skin', 'skin'],
  ['\u200djoined', 'joined'],
  ['Łódź · 東京都 · e\u0301', 'Łódź · 東京都 · e\u0301'],
  ['', null],
  [' \n', null],
  ['\u200b\u200c', null],
  ['\u3164', null],
  ['\u2800', null],
  ['\u0301', null],
])('%j stands on a line as %j', (text, line) => {
  expect(oneLine(text, 100)).toBe(line);
});

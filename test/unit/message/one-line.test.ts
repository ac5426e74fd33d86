import { expect, it } from 'vitest';
import { oneLine } from '../../../shared/domain/text/one-line.ts';

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

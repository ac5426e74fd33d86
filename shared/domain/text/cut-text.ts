import { atFirstUse } from './at-first-use.ts';

const graphemes = atFirstUse(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** No emoji or accent is broken; one that is longer than `longest` UTF-16 units by itself is left out. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Two units more than can be kept show the character behind the border whole.
  const border = graphemes()
    .segment(text.slice(0, longest + 1))
    .containing(longest - 1);
  return `${text.slice(0, border?.index ?? 0)}…`;
}

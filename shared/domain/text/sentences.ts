import { atFirstUse } from './at-first-use.ts';
import { cutText } from './cut-text.ts';
import { plainLines } from './markdown.ts';
import { oneLine } from './one-line.ts';
import { isPrivate } from './private-text.ts';

const segmenter = atFirstUse(() => new Intl.Segmenter('en', { granularity: 'sentence' }));
/** A full stop that ends a word, and no sentence: `St. Louis`, `No. 5`, `J. Smith`. */
const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|St|Mt|Ft|Dr|Mr|Mrs|Ms|No|Nos|Inc|Co|Corp|Ltd|vs|approx|est|Sr|Jr|Dept|Gov|Supt|Rev|e\.g|i\.e|U\.S)\.\s*$/u;
/** Nobody reads on to find a second sentence further down. */
const longestRead = 3_000;

/** Sentences with somebody's address or number are left out. Most readers take the first or second. */
export function* sentencesOf(text: string | null): Generator<string, void> {
  for (const line of plainLines((text ?? '').slice(0, longestRead).toWellFormed())) {
    for (const written of splitSentences(line)) {
      const sentence = oneLine(written, longestRead);
      if (sentence !== null && !isPrivate(sentence)) yield sentence;
    }
  }
}

function* splitSentences(line: string): Generator<string, void> {
  let open = '';
  for (const { segment } of segmenter().segment(line)) {
    open += segment;
    if (abbreviation.test(open.slice(-12))) continue;
    yield open;
    open = '';
  }
  if (open !== '') yield open;
}

/** The text has at most `longest` UTF-16 units, cut behind a word where one ends near enough. */
export function cutWords(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = cutText(text, longest);
  const words = cut.slice(0, -1).replace(/[\s,;:–-]*\s\S*$/, '');
  return words.length >= longest * 0.6 ? `${words}…` : cut;
}

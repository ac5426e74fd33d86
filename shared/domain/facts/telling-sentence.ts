import type { ColumnInfo } from '../signals/columns.ts';
import { splitWords, wordsIn } from '../text/column-words.ts';
import { longest } from '../text/lengths.ts';
import { cutWords, sentencesOf } from '../text/sentences.ts';

/** What an analysis is called: a judgement comes before a description. */
const judging =
  /\b(why|matters?|fit|analysis|outlook|insights?|gist|angle|opportunity|relevance|reason(ing)?|recommend\w*|implications?|takeaways?|background|summary)\b/i;
const describing = /\b(description|overview|scope|abstract|details|requirements|notes|topics)\b/i;
/** Made to be sent to somebody, or about the row itself. */
const notForReaders =
  /\b(e-?mail|message|outreach|template|subject|prompt|snippet|signature|address|phone|url|link)\b/i;
/** An analysis that found nothing says so in a sentence of its own. */
const emptyAnswer =
  /^(n\/?a\b|none\b|unknown\b|null\b|nothing\b|no (data|information|relevant|evidence|results?|further|details?|mention)\b|not (found|available|applicable|specified)\b|(i|we) (could|was|were|cannot|can't|am|are) |as an ai|unable to|insufficient)/i;

/** The sentence that says most of a signal; null where no column says more than its name. */
export function findTellingSentence(
  columns: Readonly<Record<string, unknown>>,
  infos: readonly ColumnInfo[] | undefined,
  known: readonly (string | null)[],
): string | null {
  const candidates = Object.entries(columns)
    .flatMap(([column, value]) => {
      const rank = typeof value === 'string' && value.length > 12 ? rankOf(column, infos) : null;
      return rank === null ? [] : [{ rank, text: value as string }];
    })
    .sort((a, b) => a.rank - b.rank);
  for (const { text } of candidates) {
    const sentence = sentencesOf(text).find((one) => isTelling(one, known));
    if (sentence !== undefined) return cutWords(sentence, longest.sentence);
  }
  return null;
}

/** 0 tells most; null for a column without sentences for readers. */
function rankOf(column: string, infos: readonly ColumnInfo[] | undefined): number | null {
  const words = splitWords(column);
  const info = infos?.find(({ name }) => name === column);
  if (info?.internal || (info?.format && info.format !== 'text')) return null;
  if (notForReaders.test(words)) return null;
  const kind = judging.test(words) ? 0 : describing.test(words) ? 2 : 1;
  return (info?.analysed ? 0 : 3) + kind;
}

/** Four words and more, two of which the message has not said already: times and numbers are no words. */
function isTelling(sentence: string, known: readonly (string | null)[]): boolean {
  const words = wordsIn(sentence).filter((word) => /\p{L}{2}/u.test(word));
  if (words.length < 4 || emptyAnswer.test(sentence) || /:\/\//.test(sentence)) return false;
  const said = new Set(known.flatMap((text) => wordsIn(text ?? '')));
  return words.filter((word) => word.length > 2 && !said.has(word)).length >= 2;
}

import { wordsIn } from '../../shared/domain/text/column-words.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { cutWords, sentencesOf } from '../../shared/domain/text/sentences.ts';

/** An analysis that found nothing says so in a sentence of its own. */
const emptyAnswer =
  /^(n\/?a\b|none\b|unknown\b|null\b|nothing\b|no (data|information|relevant|evidence|results?|further|details?|mention|significant|recent|notable|new)\b|not (found|available|applicable|specified)\b|(i|we) (could|was|were|cannot|can't|am|are) |as an ai|unable to|insufficient)/i;

export const saysNothing = (sentence: string): boolean => emptyAnswer.test(sentence);

/** Finds the first sentence that says more than is known. */
export function findTellingSentence(
  texts: readonly { readonly column: string; readonly value: string }[],
  known: readonly (string | null)[],
): { readonly column: string; readonly sentence: string } | null {
  for (const { column, value } of texts) {
    const sentence = value.length > 12 ? sentencesOf(value).find((one) => isTelling(one, known)) : undefined;
    if (sentence !== undefined) return { column, sentence: cutWords(sentence, longest.sentence) };
  }
  return null;
}

/**
 * A sentence tells something if it has four words, two of which the message has not said. Times and numbers are no
 * words.
 */
function isTelling(sentence: string, known: readonly (string | null)[]): boolean {
  const words = wordsIn(sentence).filter((word) => /\p{L}{2}/u.test(word));
  if (words.length < 4 || saysNothing(sentence) || /:\/\//.test(sentence)) return false;
  const said = new Set(known.flatMap((text) => wordsIn(text ?? '')));
  return words.filter((word) => word.length > 2 && !said.has(word)).length >= 2;
}

import { bridgeWord } from '../store/row-store.ts';

/**
 * The FTS5 expression for rows of the bridge that hold every word of the text, in any order. Each word goes in as a
 * quoted string, so nothing a user types is read as syntax. Null when the text is blank: nothing is searched for.
 */
export function searchExpression(bridgeNo: number, text: string): string | null {
  // A NUL would end the expression inside its quotes.
  const parts = [...new Set(text.replaceAll('\0', ' ').split(/\s+/u))].filter((part) => part !== '');
  if (parts.length === 0) return null;
  // A part without a letter or digit is not a word, and no row matches it: it is searched for only if there are no words.
  const words = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  const quoted = (words.length > 0 ? words : parts).map((word) => `"${word.replaceAll('"', '""')}"`);
  return `bridge : "${bridgeWord(bridgeNo)}" AND text : (${quoted.join(' AND ')})`;
}

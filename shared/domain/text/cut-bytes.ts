import { cutWords } from './sentences.ts';

/** The text cut so that it takes at most so many UTF-8 bytes as JSON: a message's room is counted in these. */
export function cutBytes(text: string, most: number): string {
  let longest = Math.min(text.length, most);
  let cut = cutWords(text, longest);
  while (bytesOf(cut) > most && longest > 1) {
    // An emoji takes two units and four bytes, a control character one and six.
    longest = Math.min(longest - 1, Math.max(1, Math.floor((longest * most) / bytesOf(cut))));
    cut = cutWords(text, longest);
  }
  return cut;
}

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

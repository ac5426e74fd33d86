import { cutText } from './cut-text.ts';

// Control characters, line and paragraph separators, noncharacters, annotation marks, and the marks that turn the
// direction of all that follows.
const breaking =
  /[\s\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]+/gu;
// Letters and symbols by their category that nobody sees: fillers of Hangul, and the blank of braille.
const blank = /[\u115f\u1160\u2800\u3164\uffa0]/g;
// These would change the character of ours that stands before them.
const joining = /^[\s\p{M}\p{Emoji_Modifier}\u200d]+/u;
// Most names are such lines already, which need no search.
const plainLine = /^[!-~]+(?: [!-~]+)*$/;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Null when nothing of the text can be seen. `longest` in UTF-16 units. */
export function oneLine(text: string | null | undefined, longest: number): string | null {
  if (!text) return null;
  if (plainLine.test(text)) return cutText(text, longest);
  const line = text.toWellFormed().replace(breaking, ' ').replace(joining, '').trim();
  return visible.test(line.replace(blank, '')) ? cutText(line, longest) : null;
}

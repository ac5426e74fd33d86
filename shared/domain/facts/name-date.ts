import { isEndOfMeeting } from '../message/deadline.ts';
import { splitWords } from '../text/column-words.ts';
import { cutText } from '../text/cut-text.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';

/** What the last word of a date's name becomes ahead, and behind; first those that are a whole name. */
const verbs: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:respond by|response|submission|submit by|cut ?off)$/i, 'due', 'closed'],
  [/^valid until$/i, 'expires', 'expired'],
  [/^(?:held|meeting)$/i, 'meets', 'held'],
  [/^hearing$/i, 'hearing', 'held'],
  [/^(?:publish\w*|publication)$/i, 'published', 'published'],
  [/^post(?:ed|ing)$/i, 'posted', 'posted'],
  [/\b(?:due|deadline)$/i, 'due', 'closed'],
  [/\bclos(?:e[sd]?|ing)$/i, 'closes', 'closed'],
  [/\bexpir\w+$/i, 'expires', 'expired'],
  [/\bend(?:s|ing)?$/i, 'ends', 'ended'],
  [/\b(?:start(?:s|ed|ing)?|begins?|began)$/i, 'starts', 'started'],
  [/\bopen(?:s|ed)?$/i, 'opens', 'opened'],
  [/\bissued?$/i, 'issued', 'issued'],
  [/\baward(?:s|ed)?$/i, 'awarded', 'awarded'],
  [/\bannounce(?:d|ment)$/i, 'announced', 'announced'],
  [/\bsign(?:ed|ature)$/i, 'signed', 'signed'],
];
/** Where the column is merely called `Date`: what such rows are about. */
const byFilterType: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['RFP', ['due', 'closed']],
  ['Meeting', ['meets', 'held']],
  ['Purchase', ['expires', 'expired']],
  ['JobChange', ['starts', 'started']],
  ['Conference', ['starts', 'started']],
  ['Signal', ['published', 'published']],
]);

/**
 * The verb of a date, from its column's name, in small letters: `due` for `Due Date`, `held` for `Held On`, `contract
 * ends` for `Contract End Date`. Empty where neither the name nor the row's kind tells one.
 */
export function nameDate(column: string, filterType: string | null, ahead: boolean): string {
  const name = nameWithoutDate(column);
  // That it ended at noon says less of a meeting than its day.
  const isHeld = filterType === 'Meeting' && !ahead && isEndOfMeeting(name);
  if (name === '' || isHeld) return pick(byFilterType.get(filterType ?? '') ?? ['', ''], ahead);
  const [word, before, after] = verbs.find(([pattern]) => pattern.test(name)) ?? [/$/, '', ''];
  return cutText(name.replace(word, pick([before, after], ahead)), 24);
}

const pick = ([before, after]: readonly [string, string], ahead: boolean): string => (ahead ? before : after);

function nameWithoutDate(column: string) {
  return smallLetters(
    (oneLine(splitWords(column), longest.columnName) ?? '')
      .replace(/^date of /i, '')
      .replace(/ ?\b(?:date|on|at|day|time|date ?time)$/i, '')
      .trim(),
  );
}

/** Abbreviations keep theirs. */
function smallLetters(words: string): string {
  return words.replace(/\p{L}+/gu, (word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
}

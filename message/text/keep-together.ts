/** A longer text with its dot could be wider than a line of a list on a phone, which then breaks in a word. */
const longestTogether = 20;

/**
 * Keeps a short text of ours on one line, such as `closes Thu, Nov 26`: a day alone on the next line is read as
 * something else. Text from outside keeps its blanks.
 */
export function keepTogether(text: string): string {
  return text.length <= longestTogether ? text.replaceAll(' ', '\u00a0') : text;
}

/** Undoes it for a text that is read aloud or has no lines. */
export function withBlanks(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

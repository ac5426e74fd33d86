/** With its dot, a longer one could be wider than a line of a list on a phone, which then breaks in a word. */
const longestTogether = 20;

/**
 * A short text of ours that no line breaks in, such as `closes Thu, Nov 26`: a day alone on the next line is read as
 * something else. Text from outside keeps its blanks.
 */
export function keepTogether(text: string): string {
  return text.length <= longestTogether ? text.replaceAll(' ', '\u00a0') : text;
}

/** The same with its blanks as they were, for a text that is read aloud or has no lines. */
export function withBlanks(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

/** `dueDate`, `due_date` and `Due-Date` as the words of a sentence: `due Date`, `due date`, `Due Date`. */
export function splitWords(column: string): string {
  return column
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_.\-/]+/g, ' ')
    .trim();
}

/** Letters and digits alone, in small letters: what two texts are compared by. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

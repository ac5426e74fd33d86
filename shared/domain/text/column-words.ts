// Most names are such words already, which need no search.
const plainWords = /^[A-Za-z][a-z]*(?: [A-Za-z][a-z]*)*$/;

/** `dueDate`, `due_date` and `Due-Date` as the words of a sentence: `due Date`, `due date`, `Due Date`. */
export function splitWords(column: string): string {
  if (plainWords.test(column)) return column;
  return column
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_.\-/]+/g, ' ')
    .trim();
}

/** Letters and digits alone, in small letters: what two texts are compared by. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

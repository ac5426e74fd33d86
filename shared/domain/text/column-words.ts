import { longest } from './lengths.ts';
import { oneLine } from './one-line.ts';

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

/** `Bath` is not in `Bathroom`. Some scripts set no blanks. */
export function hasName(text: string, name: string): boolean {
  const alone = () => `(?<![\\p{Lu}\\p{Ll}\\p{N}])${RegExp.escape(name)}(?![\\p{Lu}\\p{Ll}\\p{N}\\p{M}])`;
  return text.includes(name) && new RegExp(alone(), 'u').test(text);
}

/** A word that says how the column is stored is left out. */
export function labelColumn(column: string): string {
  const label = oneLine(column, longest.columnName) ?? 'Column';
  return label.replace(/(?<=\S) ur[li]$/i, '');
}

/** Two texts are compared by their letters and digits alone, in small letters. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

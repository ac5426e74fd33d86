import { rememberSome } from '../message/remember.ts';

/** `dueDate`, `due_date` and `Due-Date` as the words of a sentence: `due Date`, `due date`, `Due Date`. */
export const splitWords = rememberSome(2_000, (column: string): string =>
  column
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_.\-/]+/g, ' ')
    .trim(),
);

/** Letters and digits alone, in small letters: what two texts are compared by. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

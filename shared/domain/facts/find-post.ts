import type { DigestSignal } from '../digests/digest.ts';
import type { ColumnInfo } from '../signals/columns.ts';
import { splitWords } from '../text/column-words.ts';
import { longest } from '../text/lengths.ts';
import { stripInlineMarkdown } from '../text/markdown.ts';
import { oneLine } from '../text/one-line.ts';
import { isPrivate } from '../text/private-text.ts';

/** Of a row about a person; a tender has a title, too, and a meeting a position. */
const aboutPeople: ReadonlySet<string> = new Set([
  'Contact',
  'JobChange',
  'SequenceContact',
  'SequenceJobChange',
]);
const postNames = /^(job )?(title|post|position|role)$/i;

/** `Purchasing Manager`: what a person does, where the row is about one and its name does not say it. */
export function findPost(
  { columns, filterType, name }: Pick<DigestSignal, 'columns' | 'filterType' | 'name'>,
  infos: readonly ColumnInfo[] | undefined,
): string | null {
  if (!aboutPeople.has(filterType ?? '')) return null;
  const column = Object.keys(columns).find((one) => postNames.test(splitWords(one)));
  const value = column === undefined ? null : columns[column];
  if (typeof value !== 'string' || infos?.find((info) => info.name === column)?.internal) return null;
  const post = oneLine(stripInlineMarkdown(value.slice(0, 300)), longest.shortValue);
  return post === null || isPrivate(post) || name?.includes(post) ? null : post;
}

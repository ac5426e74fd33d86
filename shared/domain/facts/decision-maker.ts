import type { ColumnInfo } from '../signals/columns.ts';
import { nameLike, wordsIn } from '../text/column-words.ts';
import { cutText } from '../text/cut-text.ts';
import { longest } from '../text/lengths.ts';
import { stripInlineMarkdown } from '../text/markdown.ts';
import { oneLine } from '../text/one-line.ts';
import { isPrivate } from '../text/private-text.ts';

const isPerson = nameLike(
  /\b(decision maker|buyer contact|key contact|primary contact|champion)s?( name)?$/i,
);
const nameKeys = ['fullname', 'name', 'displayname'];
const longestRead = 300;
const titleKeys = ['title', 'jobtitle', 'role', 'position', 'post'];

/** `Naveen Rosales, Director of Transportation`: the first person whom a column names; null without one. */
export function findDecisionMaker(
  columns: Readonly<Record<string, unknown>>,
  infos: readonly ColumnInfo[] | undefined,
): string | null {
  for (const [column, value] of Object.entries(columns)) {
    if (!isPerson(column)) continue;
    if (infos?.find(({ name }) => name === column)?.internal) continue;
    const person = tellPerson(readJson(value), columns[`${column} Title`]);
    if (person !== null) return person;
  }
  return null;
}

/** A name and a title, of an object that has them, or of a text; never an address or a number. */
export function tellPerson(value: unknown, titleBeside?: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return tell([first, titleBeside]);
  if (typeof first !== 'object' || first === null) return null;
  const fields = new Map(Object.entries(first).map(([key, field]) => [wordsIn(key).join(''), field]));
  const find = (keys: readonly string[]): unknown => keys.map((key) => fields.get(key)).find(isText);
  const parts = [fields.get('firstname'), fields.get('lastname')].filter(isText).join(' ');
  const name = find(nameKeys) ?? (parts === '' ? null : parts);
  return name === null ? null : tell([name, find(titleKeys)]);
}

function tell(parts: readonly unknown[]): string | null {
  const [name, title] = parts.map((part) => {
    const line = isText(part) ? oneLine(stripInlineMarkdown(part.slice(0, longestRead)), longestRead) : null;
    // Cut first, an address would not be known by what is left of it.
    return line === null || isPrivate(line) ? null : cutText(line, longest.person);
  });
  if (!name) return null;
  return title && !name.includes(title) ? `${name}, ${title}` : name;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** A cell that is kept as JSON text; texts that merely look so stay texts. */
export function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

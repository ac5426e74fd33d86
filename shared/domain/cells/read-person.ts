import { wordsIn } from '../text/column-words.ts';
import { cutText } from '../text/cut-text.ts';
import { longest } from '../text/lengths.ts';
import { stripInlineMarkdown } from '../text/markdown.ts';
import { oneLine } from '../text/one-line.ts';
import { isPrivate } from '../text/private-text.ts';

const nameKeys = ['fullname', 'name', 'displayname'];
const longestRead = 300;
const postKeys = ['title', 'jobtitle', 'role', 'position', 'post'];

/**
 * Reads `Naveen Rosales, Director of Transportation`: the first person in a cell, which is a text, an object with a
 * name, or a list of them, as JSON. Never an address or a number; null without a name. `postBeside`: the title in
 * another cell.
 */
export function readPerson(value: unknown, postBeside?: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return join([first, postBeside]);
  if (typeof first !== 'object' || first === null) return null;
  const fields = new Map(Object.entries(first).map(([key, field]) => [wordsIn(key).join(''), field]));
  const find = (keys: readonly string[]): unknown => keys.map((key) => fields.get(key)).find(isText);
  const parts = [fields.get('firstname'), fields.get('lastname')].filter(isText).join(' ');
  const name = find(nameKeys) ?? (parts === '' ? null : parts);
  return name === null ? null : join([name, find(postKeys) ?? postBeside]);
}

function join(parts: readonly unknown[]): string | null {
  const [name, post] = parts.map(readPlainly);
  if (!name) return null;
  return post && !name.includes(post) ? `${name}, ${post}` : name;
}

/** Null for what looks like an address or a number. Markdown is stripped. */
export function readPlainly(part: unknown): string | null {
  const line = isText(part) ? oneLine(stripInlineMarkdown(part.slice(0, longestRead)), longestRead) : null;
  // An address that is cut first would not be known by its rest.
  return line === null || isPrivate(line) ? null : cutText(line, longest.person);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

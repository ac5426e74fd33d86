import { ArgumentError } from '../domain/errors.ts';
import { findNearest } from '../domain/find-nearest.ts';
import { isRecord } from './is-record.ts';
import { isUuid } from './uuid.ts';

/** Each function throws `ArgumentError`, which names the field, the value found and the fix. */

/** Argument names as a record, so that the compiler reports a missing or an unknown name. */
export type NamesOf<Arguments> = Readonly<Record<keyof Arguments, true>>;

/** Refuses a value that is not an object, and a name that `taker` does not take. `path` is the prefix of a name. */
export function checkNames(
  field: string,
  value: unknown,
  names: Readonly<Record<string, true>>,
  taker: string,
  path = '',
): void {
  if (!isRecord(value)) refuse(field, value, 'must be an object');
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const known = Object.keys(names);
  const place = `${path}${unknown.slice(0, 60)}`;
  const takes = `${taker} takes ${known.join(', ')}${suggest(unknown, known)}`;
  throw new ArgumentError(place, `${place}: found an argument of this name; ${takes}`);
}

export function checkUuid(field: string, value: unknown): void {
  if (isUuid(value)) return;
  refuse(field, value, 'must be a UUID such as 0b9f5c1e-51d2-4c39-8f0e-0d2c3a4b5c6d');
}

/** An id in a path can be any text, since it is encoded. Refuses the few texts that can't be one path segment. */
export function checkPathId(field: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') refuse(field, value, 'must be text that is not empty');
  if (value === '.' || value === '..') refuse(field, value, 'must be an id: in a URL this means a folder');
  if (!value.isWellFormed()) refuse(field, value, 'must not contain half of a surrogate pair');
}

export function checkOneOf(field: string, value: unknown, known: readonly string[]): void {
  if (known.some((one) => one === value)) return;
  const nearest = typeof value === 'string' ? suggest(value, known) : '';
  refuse(field, value, `must be one of ${known.join(', ')}${nearest}`);
}

export function checkList(
  field: string,
  values: unknown,
  check: (field: string, value: unknown) => void,
): void {
  if (!Array.isArray(values)) refuse(field, values, 'must be an array');
  for (const [index, value] of values.entries()) check(`${field}[${index}]`, value);
}

export function checkWhole(field: string, value: unknown, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return;
  const bounds = most === Number.MAX_SAFE_INTEGER ? 'of 1 or more' : `from 1 to ${most}`;
  refuse(field, value, `must be a whole number ${bounds}`);
}

export function refuse(field: string, found: unknown, fix: string): never {
  throw new ArgumentError(field, `${field}: found ${describeFound(found)}; it ${fix}`);
}

/** Allows more wrong letters than usual: "LastMonth" lacks four of "LastOneMonths". */
function suggest(word: string, known: readonly string[]): string {
  const nearest = findNearest(word, known, Math.min(5, Math.floor(word.length / 2)));
  return nearest === null ? '' : ` (did you mean "${nearest}"?)`;
}

function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

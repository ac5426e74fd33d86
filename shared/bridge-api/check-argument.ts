import * as v from 'valibot';
import { ArgumentError } from '../domain/errors.ts';
import { findNearest } from '../domain/find-nearest.ts';

/** The schemas' messages begin with "must" or "is", and say how to fix the value. */

/**
 * Throws `ArgumentError` if the value does not fit: it names the place in the value (`field` for the whole), what was
 * found there, and the fix.
 */
export function checkArgument(schema: v.GenericSchema, value: unknown, field: string): void {
  const { issues } = v.safeParse(schema, value, { abortEarly: true });
  if (issues === undefined) return;
  const [issue] = issues;
  const path = v.getDotPath(issue)?.replace(/\.(\d+)/g, '[$1]');
  const place = path?.slice(0, 80) ?? field;
  const found = isUnknownName(issue) ? 'an argument of this name' : describeFound(issue.input);
  throw new ArgumentError(place, `${place}: found ${found}; it ${issue.message}`);
}

/** An object with these arguments and no others. `taker` is the operation or the argument that takes them. */
export function closed<const Entries extends v.ObjectEntries>(taker: string, entries: Entries) {
  const known = Object.keys(entries);
  const message = (issue: v.StrictObjectIssue): string => {
    if (issue.path === undefined) return 'must be an object';
    if (!isUnknownName(issue)) return `is required by ${taker}`;
    return `is unknown to ${taker}, which takes ${known.join(', ')}${suggest(issue.input, known)}`;
  };
  return v.pipe(v.strictObject(entries, message), v.readonly());
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return v.picklist(values, ({ input }) => `must be one of ${values.join(', ')}${suggest(input, values)}`);
}

export function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item, 'must be an array'), v.readonly());
}

/** A whole number from 1. */
export function wholeUpTo(most: number) {
  const bounds = most === Number.MAX_SAFE_INTEGER ? 'of 1 or more' : `from 1 to ${most}`;
  const isFitting = (value: unknown) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return v.custom<number>(isFitting, `must be a whole number ${bounds}`);
}

function isUnknownName({ expected }: { readonly expected: string | null }): boolean {
  return expected === 'never';
}

/** Allows more wrong letters than usual: "LastMonth" lacks four of "LastOneMonths". */
function suggest(found: unknown, known: readonly string[]): string {
  if (typeof found !== 'string') return '';
  const nearest = findNearest(found, known, Math.min(5, Math.floor(found.length / 2)));
  return nearest === null ? '' : ` (did you mean "${nearest}"?)`;
}

function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

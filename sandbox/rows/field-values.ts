import type { Column } from '../data/bridges.ts';
import type { Row } from '../data/make-row.ts';
import { rowStatuses } from '../data/make-row.ts';
import { badRequest, found } from '../http/api-error.ts';
import { isUuid } from '../http/query-parameters.ts';

/** A value of a row as filters, sorts and searches compare it. */
export type CellValue = string | number;

/** A list gives each member, an object its JSON, an empty cell nothing. */
export function cellValues(column: Column, row: Row): CellValue[] {
  const cell = row.columns[column.name];
  const value = column.computed ? (cell as { readonly value: unknown }).value : cell;
  return (Array.isArray(value) ? value : [value]).flatMap((member) => {
    if (member === null || member === undefined || member === '') return [];
    if (typeof member === 'string' || typeof member === 'number') return [member];
    return [typeof member === 'boolean' ? Number(member) : JSON.stringify(member)];
  });
}

/** The type that a filter's value is compared as. `instant`: milliseconds in a row, ISO 8601 in a filter. */
export type FieldType = 'text' | 'number' | 'boolean' | 'instant' | 'status' | 'uuid';

export function typeOfFormat(format: string): FieldType {
  if (format === 'number' || format === 'currencyUnit') return 'number';
  return format === 'boolean' ? format : 'text';
}

/** A filter's value as rows hold it. Throws a 400 when it is of another type than the field. */
export function storedValue(where: string, type: FieldType, value: unknown): CellValue {
  switch (type) {
    case 'number':
      if (typeof value === 'number') return value;
      throw mismatch(where, 'a number', value);
    case 'boolean':
      if (typeof value === 'boolean') return Number(value);
      throw mismatch(where, 'true or false', value);
    case 'instant':
      return timeOf(where, value);
    case 'status':
      if (typeof value === 'string' && rowStatuses.some((status) => status === value)) return value;
      throw mismatch(where, `one of ${rowStatuses.join(', ')}`, value);
    case 'uuid':
      if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
      throw mismatch(where, 'a UUID', value);
    default:
      if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
      throw mismatch(where, 'a string, a number or a boolean', value);
  }
}

function timeOf(where: string, value: unknown): number {
  const time = typeof value === 'string' ? parseIsoTime(value) : undefined;
  if (time === undefined) throw mismatch(where, 'a time such as "2026-11-21T08:00:00Z"', value);
  return time;
}

function mismatch(where: string, wanted: string, value: unknown): Error {
  return badRequest(`${where} must be ${wanted}, but is ${found(value)}`);
}

const isoTime = /^(?<day>\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/**
 * Milliseconds since the epoch of a day, which begins at midnight UTC, or of a time with its offset; undefined for any
 * other text. Without an offset the time would depend on where the sandbox runs.
 */
export function parseIsoTime(text: string): number | undefined {
  const day = isoTime.exec(text)?.groups?.day;
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  // Date.parse takes 31 February for 3 March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

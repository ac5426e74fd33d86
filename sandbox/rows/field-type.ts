import type { ColumnFormat } from '../data/column-plan.ts';
import { rowStatuses } from '../data/make-row.ts';
import { badRequest, found } from '../http/api-error.ts';
import { parseIsoTime } from '../http/iso-time.ts';
import { isUuid } from '../http/query-parameters.ts';

/** The type that a filter's value is compared as. `instant`: milliseconds in a row, ISO 8601 in a filter. */
export type FieldType = 'text' | 'list' | 'number' | 'boolean' | 'day' | 'instant' | 'status' | 'uuid';

export function typeOfFormat(format: ColumnFormat): FieldType {
  if (format === 'number' || format === 'currencyUnit') return 'number';
  if (format === 'boolean') return 'boolean';
  if (format === 'date') return 'day';
  if (format === 'list') return 'list';
  return 'text';
}

/** The value as rows hold it. Throws a 400 when it is of another type than the field. */
export function storedValue(where: string, type: FieldType, value: unknown): string | number {
  switch (type) {
    case 'number':
      if (typeof value === 'number') return value;
      throw mismatch(where, 'a number', value);
    case 'boolean':
      if (typeof value === 'boolean') return value ? 1 : 0;
      throw mismatch(where, 'true or false', value);
    case 'day':
      return new Date(timeOf(where, 'a date such as "2026-11-21"', value)).toISOString().slice(0, 10);
    case 'instant':
      return timeOf(where, 'a time such as "2026-11-21T08:00:00Z"', value);
    case 'status':
      if (typeof value === 'string' && rowStatuses.some((status) => status === value)) return value;
      throw mismatch(where, `one of ${rowStatuses.join(', ')}`, value);
    case 'uuid':
      if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
      throw mismatch(where, 'a UUID', value);
    default:
      return storedText(where, value);
  }
}

/** A primitive as text, for `Contains` and similar operations. */
export function storedText(where: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw mismatch(where, 'a string, a number or a boolean', value);
}

function timeOf(where: string, wanted: string, value: unknown): number {
  const time = typeof value === 'string' ? parseIsoTime(value) : undefined;
  if (time === undefined) throw mismatch(where, wanted, value);
  return time;
}

function mismatch(where: string, wanted: string, value: unknown): Error {
  return badRequest(`${where} must be ${wanted}, but is ${found(value)}`);
}

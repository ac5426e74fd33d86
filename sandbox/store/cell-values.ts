import type { Column } from '../data/bridges.ts';

export type CellValue = string | number | null;

/** The bare value of a stored cell: the wrapper of a computed column is taken off. */
export function bareValue(column: Column, cell: unknown): unknown {
  if (!column.computed) return cell ?? null;
  return (cell as { readonly value?: unknown } | null | undefined)?.value ?? null;
}

/** What filters and sorts compare: a list gives each member, an object its JSON, an empty cell one null. */
export function comparableValues(value: unknown): CellValue[] {
  const values = (Array.isArray(value) ? value : [value]).map(comparable);
  return values.length === 0 ? [null] : values;
}

function comparable(value: unknown): CellValue {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return JSON.stringify(value);
}

/** A cell as known services return computed values. */
export interface WrappedCell {
  readonly value: unknown;
  readonly status: string;
  readonly processedAt: string | null;
}

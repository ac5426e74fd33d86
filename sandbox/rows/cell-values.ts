import type { Column } from '../data/bridges.ts';
import type { NewRow } from '../data/make-row.ts';

export type CellValue = string | number;

/** What filters, sorts and searches compare: a list gives each member, an object its JSON, an empty cell nothing. */
export function cellValues(column: Column, row: NewRow): CellValue[] {
  const cell = row.columns[column.name];
  const value = column.computed ? (cell as { readonly value: unknown }).value : cell;
  return (Array.isArray(value) ? value : [value]).flatMap(comparable);
}

function comparable(value: unknown): CellValue[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value === 'boolean') return [value ? 1 : 0];
  return [JSON.stringify(value)];
}

import { ArgumentError } from '../domain/errors.ts';
import type { ColumnMetadata } from './types.ts';
import { isUuid } from './uuid.ts';

/** Contracted but discouraged, except the last, which is not contracted: a service that does not map it answers 400. */
const entryFields: ReadonlySet<string> = new Set(['entryId', 'entryName', 'triggeredAt', 'rowUpdatedAt']);

/** Throws `ArgumentError` unless it can be a sort column. Only the service knows whether the bridge has it. */
export function checkSortColumn(field: string, column: unknown): void {
  if (isUuid(column) || (typeof column === 'string' && entryFields.has(column))) return;
  throw new ArgumentError(
    field,
    `${field}: found ${quote(column)}; it must be a columnId (resolveSortColumn finds it by the column's ` +
      `name in the result of listColumnMetadata), or one of ${[...entryFields].join(', ')}`,
  );
}

/**
 * The columnId to sort rows by, found by a column's display name, key or columnId; an entry's field such as
 * `rowUpdatedAt` is returned unchanged. If nothing matches exactly, case and outer spaces are ignored. Throws
 * `ArgumentError`, which lists the columnIds with their names, when no column or more than one matches.
 */
export function resolveSortColumn(metadata: readonly ColumnMetadata[], nameOrId: string): string {
  if (entryFields.has(nameOrId)) return nameOrId;
  const fold = (text: string | null | undefined) => text?.trim().toLowerCase();
  const ways: ((item: ColumnMetadata) => boolean)[] = [
    ({ columnId }) => fold(columnId) === fold(nameOrId),
    ({ column }) => column.name === nameOrId,
    ({ column }) => column.key === nameOrId,
    ({ column }) => fold(column.name) === fold(nameOrId),
  ];
  for (const way of ways) {
    const fitting = metadata.filter(way);
    const [only] = fitting;
    if (only && fitting.length === 1) return only.columnId;
    if (fitting.length > 1) throw unresolved(nameOrId, 'more than one column matches', fitting);
  }
  throw unresolved(nameOrId, 'no column matches', metadata);
}

function unresolved(nameOrId: string, what: string, offered: readonly ColumnMetadata[]): ArgumentError {
  const listed = offered
    .map(({ columnId, column }) => `${columnId} (${quote(column.name ?? '')})`)
    .join(', ');
  const choice = listed === '' ? 'the bridge has no columns' : `use one of ${listed}`;
  return new ArgumentError('column', `column: found ${quote(nameOrId)}, but ${what}; ${choice}`);
}

function quote(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `a value of type ${typeof value}`;
}

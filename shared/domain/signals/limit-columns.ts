import type { ColumnInfo } from './columns.ts';
import { createRoom, mostKeptBytes } from './limit-text.ts';

const longestName = 200;
const longestLabel = 200;

/**
 * As much of a bridge's columns as is kept: first the columns, in their order, and then the labels, as many as there is
 * room for. A name that is too long would be found by no cell once it was cut: its column is left out. Pure.
 */
export function limitColumns(columns: readonly ColumnInfo[]): ColumnInfo[] {
  const hasRoom = createRoom(mostKeptBytes);
  const named = columns.filter(
    ({ name, format, currency }) =>
      [name, format, currency].every((text) => text === null || text.length <= longestName) &&
      hasRoom({ ...emptyColumn, name, format, currency }),
  );
  return named.map((column) => ({
    ...column,
    labels: Object.fromEntries(
      Object.entries(column.labels).filter(
        ([value, label]) =>
          value.length <= longestLabel && label.length <= longestLabel && hasRoom({ [value]: label }),
      ),
    ),
  }));
}

/** The longest that the fields of fixed size are written. */
const emptyColumn = { labels: {}, analysed: false, internal: false };

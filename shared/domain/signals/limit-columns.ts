import type { ColumnInfo } from '../rows/columns.ts';

/** The most that the ledger keeps of a bridge's columns, in UTF-8 bytes of JSON. */
export const mostColumnBytes = 60_000;
const longestText = 200;

/** Labels are kept as far as there is room. A name that is cut would be found by no cell: its column goes. Pure. */
export function limitColumns(columns: readonly ColumnInfo[]): ColumnInfo[] {
  let left = mostColumnBytes;
  const hasRoom = (value: unknown): boolean => {
    // A comma, or the brackets of an empty list, takes two bytes more.
    const size = Buffer.byteLength(JSON.stringify(value)) + 2;
    if (size > left) return false;
    left -= size;
    return true;
  };
  const isShort = (text: string | null) => text === null || text.length <= longestText;
  const named = columns.filter(
    ({ labels: _, ...column }) =>
      [column.name, column.format, column.currency].every(isShort) && hasRoom({ ...column, labels: {} }),
  );
  return named.map((column) => ({
    ...column,
    labels: Object.fromEntries(
      Object.entries(column.labels).filter(
        ([value, label]) => isShort(value) && isShort(label) && hasRoom({ [value]: label }),
      ),
    ),
  }));
}

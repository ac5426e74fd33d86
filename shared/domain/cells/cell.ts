import type { Signal } from '../rows/signal.ts';

/** The cell of a column, by its display name; undefined where the row does not have the column. */
export function cellIn({ columns }: Pick<Signal, 'columns'>, column: string): unknown {
  return Object.hasOwn(columns, column) ? columns[column] : undefined;
}

/** Whether there is nothing to be seen in a cell. */
export function isEmptyCell(cell: unknown): boolean {
  if (typeof cell === 'string') return cell.trim() === '';
  return cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0);
}

/** A cell that is kept as JSON text; texts that merely look so stay texts. */
export function readJson(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return null;
  }
}

import { jsonIn } from '../json-in.ts';
import type { ColumnInfo } from '../rows/columns.ts';
import type { Signal } from '../rows/signal.ts';

export function cellIn({ columns }: Pick<Signal, 'columns'>, column: string): unknown {
  return Object.hasOwn(columns, column) ? columns[column] : undefined;
}

export function isEmptyCell(cell: unknown): boolean {
  if (typeof cell === 'string') return cell.trim() === '';
  return cell === null || cell === undefined || (Array.isArray(cell) && cell.length === 0);
}

/** JSON text is parsed; texts that merely look so stay texts. */
export function readJson(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return cell;
  return jsonIn(cell) ?? null;
}

/** Null where the metadata has no label for the value. */
export function labelOf(value: string, info: ColumnInfo | undefined): string | null {
  return info && Object.hasOwn(info.labels, value) ? (info.labels[value] ?? null) : null;
}

import type { ColumnInfo } from '../rows/columns.ts';

/** Null where the metadata has no label for the value. */
export function labelOf(value: string, info: ColumnInfo | undefined): string | null {
  return info && Object.hasOwn(info.labels, value) ? (info.labels[value] ?? null) : null;
}

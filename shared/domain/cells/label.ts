import type { ColumnInfo } from '../rows/columns.ts';

/** An enumeration's label; null where the metadata has none for the value. */
export function labelOf(value: string, info: ColumnInfo | undefined): string | null {
  return info && Object.hasOwn(info.labels, value) ? (info.labels[value] ?? null) : null;
}

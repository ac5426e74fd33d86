import type { BridgeColumn } from './signals.ts';

/**
 * The cells of a row, keyed by their columns' names. The contract leaves the keys of the `columns` map open: names,
 * columnIds (in either case), keys, or a mix. A cell of an unknown column keeps its key. No cell is lost: a cell that
 * came by a name keeps it, of columns with one name the first gets it in every row, and the other cells keep their keys.
 */
export function nameCells(
  cells: Readonly<Record<string, unknown>>,
  columns: readonly BridgeColumn[] | null | undefined,
): Record<string, unknown> {
  const nameOf = findNames(columns ?? []);
  const named = new Map<string, unknown>();
  for (const [key, cell] of Object.entries(cells)) {
    const name = nameOf(key);
    const isTaken = name !== key && (Object.hasOwn(cells, name) || named.has(name));
    named.set(isTaken ? key : name, cell);
  }
  return Object.fromEntries(named);
}

/** The name of the column that a cell's key means; the key itself if it is a name, or no column is known by it. */
function findNames(columns: readonly BridgeColumn[]): (cellKey: string) => string {
  const [names, byId, byKey] = [new Set<string>(), new Map<string, string>(), new Map<string, string>()];
  for (const { name, columnId, key } of columns) {
    if (!name || names.has(name)) continue;
    names.add(name);
    if (columnId) byId.set(columnId.toLowerCase(), name);
    if (key && !byKey.has(key)) byKey.set(key, name);
  }
  return (cellKey) =>
    names.has(cellKey) ? cellKey : (byId.get(cellKey.toLowerCase()) ?? byKey.get(cellKey) ?? cellKey);
}

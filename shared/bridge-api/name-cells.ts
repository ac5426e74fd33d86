import type { BridgeColumn } from './signals.ts';

/**
 * The cells of a row, keyed by their columns' names. The contract leaves the keys of the `columns` map open: names,
 * columnIds (in either case), keys, or a mix. A cell of an unknown column keeps its key. No cell is lost: if two cells
 * would get the same name, the first column of that name gets it in every row, a cell that was already keyed by that
 * name comes first, and the other keeps its key.
 */
export function nameCells(
  cells: Readonly<Record<string, unknown>>,
  columns: readonly BridgeColumn[] | null | undefined,
): Record<string, unknown> {
  if (!columns || columns.length === 0) return { ...cells };
  const known = indexColumns(columns);
  const cellKeys = Object.keys(cells);
  const byKey = areKeyed(cellKeys, known);
  const names = new Map(cellKeys.map((key) => [key, nameOf(key, known, byKey)]));
  while (putBackDoubles(names));
  return Object.fromEntries(cellKeys.map((key) => [names.get(key) ?? key, cells[key]]));
}

interface Columns {
  readonly names: ReadonlyMap<string, BridgeColumn>;
  readonly ids: ReadonlyMap<string, BridgeColumn>;
  readonly keys: ReadonlyMap<string, BridgeColumn>;
}

function indexColumns(columns: readonly BridgeColumn[]): Columns {
  const by = (word: (column: BridgeColumn) => string | null | undefined) => {
    const found = new Map<string, BridgeColumn>();
    for (const column of columns) {
      const key = word(column);
      if (key && !found.has(key)) found.set(key, column);
    }
    return found;
  };
  return {
    names: by(({ name }) => name),
    ids: by(({ columnId }) => columnId?.toLowerCase()),
    keys: by(({ key }) => key),
  };
}

/**
 * Whether a text that is both one column's name and another column's key is a key in this row: yes if another cell's
 * text can only be a key, and none can only be a name.
 */
function areKeyed(cellKeys: readonly string[], { names, keys }: Columns): boolean {
  return (
    cellKeys.some((key) => keys.has(key) && !names.has(key)) &&
    !cellKeys.some((key) => names.has(key) && !keys.has(key))
  );
}

function nameOf(cellKey: string, { names, ids, keys }: Columns, byKey: boolean): string {
  if (names.has(cellKey) && !(byKey && keys.has(cellKey))) return cellKey;
  const column = ids.get(cellKey.toLowerCase()) ?? keys.get(cellKey);
  return column?.name && names.get(column.name) === column ? column.name : cellKey;
}

/** Restores the own key of each cell whose name another cell has. False when no two cells share a name. */
function putBackDoubles(names: Map<string, string>): boolean {
  const taken = new Set([...names].flatMap(([cellKey, name]) => (cellKey === name ? [name] : [])));
  let changed = false;
  for (const [cellKey, name] of names) {
    if (cellKey === name) continue;
    if (taken.has(name)) {
      names.set(cellKey, cellKey);
      changed = true;
    }
    taken.add(name);
  }
  return changed;
}

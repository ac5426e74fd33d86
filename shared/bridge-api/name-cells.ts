import type { BridgeColumn } from './types.ts';

/**
 * The cells of a row, keyed by the names of their columns. The contract leaves open what the service keys the `columns`
 * map by: names, columnIds (in either case) or keys, also mixed. A cell of an unknown column keeps its key. No cell is
 * lost: where two would have one name, the first column of that name has it in every row, and a cell that came by name
 * goes before one that did not; the other keeps its key.
 */
export function nameCells(
  cells: Readonly<Record<string, unknown>>,
  columns: readonly BridgeColumn[] | null | undefined,
): Record<string, unknown> {
  if (!columns || columns.length === 0) return { ...cells };
  const known = indexColumns(columns);
  const came = Object.keys(cells);
  const byKey = areKeyed(came, known);
  const names = new Map(came.map((key) => [key, nameOf(key, known, byKey)]));
  while (putBackDoubles(names));
  return Object.fromEntries(came.map((key) => [names.get(key) ?? key, cells[key]]));
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
 * Whether a word that is one column's name and another column's key is a key here: when another cell can only be a key,
 * and none can only be a name.
 */
function areKeyed(came: readonly string[], { names, keys }: Columns): boolean {
  return (
    came.some((key) => keys.has(key) && !names.has(key)) &&
    !came.some((key) => names.has(key) && !keys.has(key))
  );
}

function nameOf(came: string, { names, ids, keys }: Columns, byKey: boolean): string {
  if (names.has(came) && !(byKey && keys.has(came))) return came;
  const column = ids.get(came.toLowerCase()) ?? keys.get(came);
  return column?.name && names.get(column.name) === column ? column.name : came;
}

/** Gives each cell whose name another cell has its own key back. False when there was none. */
function putBackDoubles(names: Map<string, string>): boolean {
  const taken = new Set([...names].flatMap(([came, name]) => (came === name ? [name] : [])));
  let changed = false;
  for (const [came, name] of names) {
    if (came === name) continue;
    if (taken.has(name)) {
      names.set(came, came);
      changed = true;
    }
    taken.add(name);
  }
  return changed;
}

import type { BridgeRecord } from '../data/bridges.ts';
import { badRequest, found } from '../http/api-error.ts';
import { isJsonObject } from '../http/read-json-object.ts';

const entryColumns: Readonly<Record<string, string>> = {
  entryId: 'r.row_id',
  entryName: 'r.name',
  triggeredAt: 'r.signal_date',
  rowUpdatedAt: 'r.updated_at',
};

export interface SortTerm {
  readonly direction: 'ASC' | 'DESC';
  /** A column of `rows r`, or the number of a bridge's column, whose cells are sorted by. */
  readonly by: string | number;
}

/** Throws a 400 on a column that is not mapped: a name, a key, a prefix, another bridge's column. */
export function parseSorts(bridge: BridgeRecord, sorts: unknown): SortTerm[] {
  if (sorts === undefined || sorts === null) return [];
  if (!Array.isArray(sorts)) throw badRequest(`sorts must be a list, but is ${found(sorts)}`);
  const byColumn = new Map<SortTerm['by'], SortTerm>();
  for (const [index, sort] of sorts.entries()) {
    const term = parseSort(bridge, sort, `sorts[${index}]`);
    // A repeated column changes nothing. Without repeats there are never more terms than columns.
    if (!byColumn.has(term.by)) byColumn.set(term.by, term);
  }
  return [...byColumn.values()];
}

function parseSort(bridge: BridgeRecord, sort: unknown, where: string): SortTerm {
  if (!isJsonObject(sort)) throw badRequest(`${where} must be {column, direction}, but is ${found(sort)}`);
  const direction = sort.direction === undefined ? 'ASC' : sort.direction;
  if (direction !== 'ASC' && direction !== 'DESC') {
    throw badRequest(`${where}.direction must be ASC or DESC, but is ${found(direction)}`);
  }
  const name = sort.column;
  const entry =
    typeof name === 'string' && Object.hasOwn(entryColumns, name) ? entryColumns[name] : undefined;
  if (entry !== undefined) return { direction, by: entry };
  const column = bridge.columns.find(({ columnId }) => columnId === String(name).toLowerCase());
  if (column) return { direction, by: column.no };
  throw badRequest(
    `${where}.column is not mapped: ${found(name)}; give a columnId from the bridge's column metadata, or one of ${Object.keys(entryColumns).join(', ')}`,
  );
}

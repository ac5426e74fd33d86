import type { BridgeRecord } from '../data/bridges.ts';
import type { Row } from '../data/make-row.ts';
import { badRequest, found } from '../http/api-error.ts';
import { isJsonObject } from '../http/read-json-object.ts';
import { type CellValue, cellValues } from './field-values.ts';

const entryColumns = new Map<unknown, SortTerm['read']>(
  Object.entries<SortTerm['read']>({
    entryId: ({ rowId }) => rowId,
    entryName: ({ name }) => name,
    triggeredAt: ({ signalDate }) => signalDate,
    rowUpdatedAt: ({ updatedAt }) => updatedAt,
  }),
);

export interface SortTerm {
  readonly direction: 'ASC' | 'DESC';
  /** The value that is sorted by; undefined if it is empty. */
  readonly read: (row: Row) => CellValue | undefined;
}

/** Throws a 400 on a column that is not mapped: a name, a key, a prefix, another bridge's column. */
export function parseSorts(bridge: BridgeRecord, sorts: unknown): SortTerm[] {
  if (sorts === undefined || sorts === null) return [];
  if (!Array.isArray(sorts)) throw badRequest(`sorts must be a list, but is ${found(sorts)}`);
  return sorts.map((sort, index) => parseSort(bridge, sort, `sorts[${index}]`));
}

function parseSort(bridge: BridgeRecord, sort: unknown, where: string): SortTerm {
  if (!isJsonObject(sort)) throw badRequest(`${where} must be {column, direction}, but is ${found(sort)}`);
  const direction = sort.direction === undefined ? 'ASC' : sort.direction;
  if (direction !== 'ASC' && direction !== 'DESC') {
    throw badRequest(`${where}.direction must be ASC or DESC, but is ${found(direction)}`);
  }
  const name = sort.column;
  const read = entryColumns.get(name);
  if (read) return { direction, read };
  const column = bridge.columns.find(({ columnId }) => columnId === String(name).toLowerCase());
  if (column) return { direction, read: (row) => cellValues(column, row)[0] };
  throw badRequest(
    `${where}.column is not mapped: ${found(name)}; give a columnId from the bridge's column metadata, or one of ${[...entryColumns.keys()].join(', ')}`,
  );
}

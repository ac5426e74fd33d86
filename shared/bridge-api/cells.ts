import { isRecord } from '../domain/is-record.ts';
import type { BridgeColumn } from './schemas.ts';

const wrapperFields: ReadonlySet<string> = new Set(['value', 'status', 'processedAt']);
const unsettledStatuses: ReadonlySet<unknown> = new Set(['NotProcessed', 'Queued', 'Processing']);

/**
 * The value of a cell, which comes bare or as `{value, status, processedAt}` (neither is contracted). The known statuses
 * are NotProcessed, Queued, Processing, Processed, Failed and Skipped. An object counts as a
 * wrapper only if it has `value`, a status or a time beside it, and no other field.
 */
export function cellValue(cell: unknown): unknown {
  return isWrapped(cell) ? cell.value : cell;
}

/**
 * True while the service computes a cell's value, so that it may change. False for a bare cell, and for an unknown
 * status, which counts as final like Failed and Skipped.
 */
export function isUnsettled(cell: unknown): boolean {
  return isWrapped(cell) && unsettledStatuses.has(cell.status);
}

function isWrapped(cell: unknown): cell is { readonly value: unknown; readonly status?: unknown } {
  if (!isRecord(cell) || !Object.hasOwn(cell, 'value')) return false;
  const names = Object.keys(cell);
  if (names.length < 2 || !names.every((name) => wrapperFields.has(name))) return false;
  return isTextOrNull(cell.status) && isTextOrNull(cell.processedAt);
}

/** The contract leaves the set of statuses open, so any text is valid. */
function isTextOrNull(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

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

/** A key stays itself if it is a name, or no column is known by it. */
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

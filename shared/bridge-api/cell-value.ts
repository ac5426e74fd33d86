import { isRecord } from './tolerant-schema.ts';

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
 * Whether the service is still computing a cell's value, so that the value may change. False for a bare cell, and for
 * an unknown status, which counts as final like Failed and Skipped.
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

import { isRecord } from './is-record.ts';
import type { ProcessingStatus } from './types.ts';

const wrapperFields: ReadonlySet<string> = new Set(['value', 'status', 'processedAt']);
const unsettledStatuses: ReadonlySet<unknown> = new Set<ProcessingStatus>([
  'NotProcessed',
  'Queued',
  'Processing',
]);

/**
 * The value of a cell, which comes bare or as `{value, status, processedAt}` (a `WrappedCell`). The wrapper is taken
 * off only when it can be nothing else: it has `value`, a status or a time beside it, and no other field.
 */
export function cellValue(cell: unknown): unknown {
  return isWrapped(cell) ? cell.value : cell;
}

/**
 * Whether the service is still to work a cell's value out, so that the one it has now may not be its last. A bare
 * cell says nothing of it, and a status of a word that is not known is taken for an end, like Failed and Skipped.
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

/** Statuses are open, so any word is one. */
function isTextOrNull(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

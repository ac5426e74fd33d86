import type { Envelope } from '../../shared/bridge-api/index.ts';
import type { Paging } from './query-parameters.ts';

/** A page after the last one is empty, not an error. */
export function envelope<Item>(
  { pageNumber, pageSize }: Paging,
  totalItems: number,
  result: readonly Item[],
): Envelope<Item> {
  return { pageNumber, pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize), result };
}

export function offsetOf({ pageNumber, pageSize }: Paging): number {
  return (pageNumber - 1) * pageSize;
}

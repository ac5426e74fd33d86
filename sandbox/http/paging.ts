import * as v from 'valibot';
import type { Envelope } from '../../shared/bridge-api/index.ts';

const count = (fallback: string, most: number) =>
  v.optional(v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1), v.maxValue(most)), fallback);

/** The parameters of a list. The first page has the number 1. */
export const paging = v.object({ pageNumber: count('1', 2 ** 31 - 1), pageSize: count('10', 100) });
export type Paging = v.InferOutput<typeof paging>;

/** A page after the last one is empty, not an error. */
export function pageOf<Item, Shown>(
  { pageNumber, pageSize }: Paging,
  items: readonly Item[],
  show: (item: Item) => Shown,
): Envelope<Shown> {
  const totalPages = Math.ceil(items.length / pageSize);
  const result = items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(show);
  return { pageNumber, pageSize, totalItems: items.length, totalPages, result };
}

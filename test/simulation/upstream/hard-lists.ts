import type { EnvelopeTrouble } from '../parts/reading-plan.ts';
import type { ServedPage } from '../parts/served-page.ts';
import type { World } from '../parts/world.ts';

/** The `totalItems` of an envelope whose list has this number of items. */
export function countItems(trouble: EnvelopeTrouble | null, items: number, pageSize: number): number {
  if (trouble === 'counts-none') return 0;
  if (trouble === 'counts-a-page') return Math.min(items, pageSize);
  return trouble === 'counts-one-less' ? Math.max(0, items - 1) : items;
}

/** One page of a list, as far as it is shown, and how many pages the envelope promises. */
export function cutPage<Row>(
  trouble: EnvelopeTrouble | null,
  listed: readonly Row[],
  { pageNumber, pageSize, totalItems }: Pick<ServedPage, 'pageNumber' | 'pageSize' | 'totalItems'>,
): { readonly page: readonly Row[]; readonly totalPages: number } {
  const exact = totalItems / pageSize;
  const isGap = trouble === 'gap' && exact > 1;
  const place = isGap && pageNumber > 1 ? pageNumber - 2 : pageNumber - 1;
  const isEmpty = pageNumber === 2 && (isGap || (trouble === 'hole' && exact > 2));
  return {
    page: isEmpty ? [] : listed.slice(place * pageSize, (place + 1) * pageSize),
    totalPages: trouble === 'rounded-down' ? Math.floor(exact) : Math.ceil(exact) + (isGap ? 1 : 0),
  };
}

/** Lets a row arrive behind page 1 at the very moment at which another leaves from there. */
export function swapRows({ plan, scheduler, upstream }: World): void {
  const { swap } = plan.reading;
  if (swap === null) return;
  const { at, arrives, leaves } = swap;
  scheduler.at(at, () => {
    upstream.arrive(arrives);
    upstream.apply({ at, row: leaves, kind: 'act' });
  });
}

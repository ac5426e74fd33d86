/** One reading of a buyer's list, page by page: whether it may be believed to be the whole list. */
export interface ReadPage {
  readonly totalItems: number;
  /** The ids of all items of the page, those of unreadable items included. */
  readonly ids: readonly string[];
}

/** What does not fit together in a reading. */
export type Misfit = 'total-changed' | 'repeated-id' | 'count-differs';
export type ReadingVerdict = 'accepted' | Misfit;

/**
 * The list moves while it is read: an item that somebody acts on vanishes and later ones shift a page up. A
 * reading is accepted only when the total stayed the same, no id came twice, and the ids are as many as the total.
 */
export function judgeReading(pages: readonly ReadPage[]): ReadingVerdict {
  if (pages.length === 0) return 'count-differs';
  const total = pages[0]?.totalItems ?? 0;
  if (pages.some((page) => page.totalItems !== total)) return 'total-changed';
  const ids = pages.flatMap((page) => page.ids);
  const distinct = new Set(ids).size;
  if (distinct !== ids.length) return 'repeated-id';
  return distinct === total ? 'accepted' : 'count-differs';
}

/** How many of the items that the list counts were on none of its pages. */
export function countMissing(pages: readonly ReadPage[]): number {
  const total = pages.at(-1)?.totalItems ?? 0;
  return Math.max(0, total - new Set(pages.flatMap(({ ids }) => ids)).size);
}

/**
 * Whether two readings, one right after the other, show the same pages: the list stood still, and a third reading would
 * show no more. A list that does not fit together is then accepted all the same, unless items are missing from it.
 *
 * What a reading misses shifted onto a page that was read before. The next reading shows it there, and differs, unless
 * the list moved back in between and then once more in the very same way. That is all two equal readings can hide,
 * beside what upstream shows on no page at all; while it is listed, the next deep scan that shows it finds it.
 */
export function isSameReading(one: readonly ReadPage[], other: readonly ReadPage[]): boolean {
  if (one.length === 0 || one.length !== other.length) return false;
  return one.every(({ totalItems, ids }, index) => {
    const page = other[index];
    return (
      page?.totalItems === totalItems &&
      page.ids.length === ids.length &&
      page.ids.every((id, place) => id === ids[place])
    );
  });
}

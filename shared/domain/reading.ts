/** One reading of a buyer's list, page by page: whether it may be believed to be the whole list. */
export interface ReadPage {
  readonly totalItems: number;
  /** The ids of all items of the page, those of unreadable items included. */
  readonly ids: readonly string[];
}

export type ReadingVerdict = 'accepted' | 'total-changed' | 'repeated-id' | 'count-differs';

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

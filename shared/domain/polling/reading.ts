/** Judges whether one reading of a buyer's list, page by page, is complete. */
export interface ReadPage {
  readonly totalItems: number;
  /** The ids of all items of the page, including unreadable ones. */
  readonly ids: readonly string[];
  /** It stands for a page behind the counted end that failed. */
  readonly endFailed?: true;
}

/** The inconsistency found in a reading. */
export type Misfit = 'total-changed' | 'repeated-id' | 'count-differs' | 'end-failed';
export type ReadingVerdict = 'accepted' | Misfit;

/**
 * The list may change during a reading: an item that a user acts on vanishes, and later items move up a page. A
 * reading is accepted only if the total stayed the same, no id came twice, the number of ids equals the total, and the
 * page behind them did not fail.
 */
export function judgeReading(pages: readonly ReadPage[]): ReadingVerdict {
  if (pages.length === 0) return 'count-differs';
  const total = pages[0]?.totalItems ?? 0;
  if (pages.some((page) => page.totalItems !== total)) return 'total-changed';
  const ids = pages.flatMap((page) => page.ids);
  const distinct = new Set(ids).size;
  if (distinct !== ids.length) return 'repeated-id';
  if (distinct !== total) return 'count-differs';
  return pages.some(({ endFailed }) => endFailed) ? 'end-failed' : 'accepted';
}

/** The number of items counted in the total that no page showed. */
export function countMissing(pages: readonly ReadPage[]): number {
  const total = pages.at(-1)?.totalItems ?? 0;
  return Math.max(0, total - new Set(pages.flatMap(({ ids }) => ids)).size);
}

/**
 * Whether two consecutive readings show the same pages: the list stood still, and a third reading would show no more.
 * An inconsistent list is then accepted, unless items are missing from it.
 *
 * An item that a reading misses has moved to a page that was already read. The next reading shows it there, and so
 * differs, unless the list moved back in between and then again in exactly the same way. Two equal readings can hide
 * only that, and items that upstream shows on no page; the next deep scan that shows such an item finds it.
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

export interface ReadPage {
  readonly totalItems: number;
  readonly ids: readonly string[];
  readonly endFailed?: true;
}

export type Misfit = 'total-changed' | 'repeated-id' | 'count-differs' | 'end-failed';

/**
 * The list may change during a reading: an item that a user acts on vanishes, and later items move up a page. A
 * reading is accepted only if the total stayed the same, no id came twice, the number of ids equals the total, and the
 * page behind them did not fail.
 */
export function judgeList(pages: readonly ReadPage[]): 'accepted' | Misfit {
  if (pages.length === 0) return 'count-differs';
  const total = pages[0]?.totalItems ?? 0;
  if (pages.some((page) => page.totalItems !== total)) return 'total-changed';
  const ids = pages.flatMap((page) => page.ids);
  const distinct = new Set(ids).size;
  if (distinct !== ids.length) return 'repeated-id';
  if (distinct !== total) return 'count-differs';
  return pages.some(({ endFailed }) => endFailed) ? 'end-failed' : 'accepted';
}

export interface PollVerdict {
  readonly accepted: boolean;
  /** The inconsistency of the last reading; absent if it is complete by itself. */
  readonly misfit?: Misfit;
  /** Items that are counted and were not shown; absent for none. */
  readonly missing?: number;
  /** Two readings showed the same pages, and the same items are missing from both. */
  readonly stoodStill?: true;
}

/**
 * Items as old as each other can change places from call to call: one at the end of a page is then shown twice, and
 * another not at all. What several readings with the same total show together is a whole list all the same.
 */
export function judgeReadings(readings: readonly (readonly ReadPage[])[]): PollVerdict {
  const [last = [], before = []] = readings.toReversed();
  const misfit = judgeList(last);
  if (misfit === 'accepted') return { accepted: true };
  const pages = readings.flat();
  const total = last.at(-1)?.totalItems ?? 0;
  const isOneList = readings.length > 1 && new Set(pages.map(({ totalItems }) => totalItems)).size === 1;
  const shown = new Set((isOneList ? pages : last).flatMap(({ ids }) => ids)).size;
  const missing = Math.max(0, total - shown);
  const isSame = isSameReading(before, last);
  const isWhole = isOneList && shown === total;
  return {
    accepted: missing === 0 && (isSame || isWhole),
    misfit,
    ...(missing > 0 ? { missing } : {}),
    ...(isSame && missing > 0 ? { stoodStill: true } : {}),
  };
}

/**
 * Two consecutive readings that show the same pages mean that the list stood still: a third would show no more. An
 * inconsistent list is then accepted, unless items are missing from it. An item that a reading misses has moved to a
 * page that was already read. The next reading shows it there, and so differs, unless the list moved back in between
 * and then again in exactly the same way. Two equal readings can hide only that, and items that upstream shows on no
 * page.
 */
function isSameReading(one: readonly ReadPage[], other: readonly ReadPage[]): boolean {
  const textOf = (pages: readonly ReadPage[]) =>
    JSON.stringify(pages.map(({ totalItems, ids }) => [totalItems, ids]));
  return one.length > 0 && textOf(one) === textOf(other);
}

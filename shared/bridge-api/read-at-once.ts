import type { Page } from './read-answers.ts';
import { lastPageOf } from './read-pages.ts';

type ReadPage<Item> = (pageNumber: number) => Promise<Page<Item>>;

/** Of all pages of a batch together, estimated from the page before them; in UTF-16 units of JSON. */
const mostSize = 4_000_000;

/**
 * Reads several pages at once, for a caller that asks for one page after the other. If a later page is answered before
 * an earlier one, an item that is shifted from the earlier to the later page in between is on neither. So if the count
 * of items differs, an item appears twice or a page fails, the pages from the first doubtful one on are read one after
 * the other. Neither way detects one item that was added and another that was removed between two pages.
 */
export function readAtOnce<Item>(
  readPage: ReadPage<Item>,
  most: number,
  idOf: (item: Item) => string,
): ReadPage<Item> {
  let readsAhead = most > 1;
  let latest: Page<Item> | null = null;
  const ahead = new Map<number, Page<Item>>();

  const agree = (pages: readonly Page<Item>[]): boolean => {
    const ids = pages.flatMap(({ result }) => result.map(idOf));
    return (
      new Set(ids).size === ids.length && pages.every((page) => page.totalItems === pages[0]?.totalItems)
    );
  };

  const readBatch = async (first: number, before: Page<Item>): Promise<void> => {
    const room = Math.floor(mostSize / (before.size ?? mostSize));
    const count = Math.min(most, room, lastPageOf(before) - first + 1);
    if (count < 2) return;
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    const answers = await Promise.allSettled(numbers.map(readPage));
    const failed = answers.findIndex(({ status }) => status === 'rejected');
    const answered = failed === -1 ? answers : answers.slice(0, failed);
    const pages = answered.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const isSteady = agree([before, ...pages]);
    readsAhead = isSteady && failed === -1;
    if (isSteady) for (const [index, page] of pages.entries()) ahead.set(first + index, page);
  };

  return async (pageNumber) => {
    if (readsAhead && latest !== null && !ahead.has(pageNumber)) await readBatch(pageNumber, latest);
    latest = ahead.get(pageNumber) ?? (await readPage(pageNumber));
    ahead.delete(pageNumber);
    return latest;
  };
}

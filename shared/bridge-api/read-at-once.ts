import { lastPageOf } from './read-pages.ts';
import type { Page } from './types.ts';

type ReadPage<Item> = (pageNumber: number) => Promise<Page<Item>>;

/** Of all pages that are read at once, in UTF-16 units of JSON. */
const mostSize = 4_000_000;

/**
 * Reads several pages at once, for a caller that asks for one page after the other. A page that is answered before the one
 * ahead of it may miss an item that moved between them. So if the count of items differs, or a page fails, the pages are read
 * again, and all others too, one after the other.
 */
export function readAtOnce<Item>(readPage: ReadPage<Item>, most: number): ReadPage<Item> {
  let isSteady = true;
  let latest: Page<Item> | null = null;
  const ahead = new Map<number, Page<Item>>();

  const readBatch = async (first: number, before: Page<Item>): Promise<void> => {
    const room = Math.floor(mostSize / (before.size ?? mostSize));
    const count = Math.min(most, room, lastPageOf(before) - first + 1);
    if (count < 2) return;
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    const answers = await Promise.allSettled(numbers.map(readPage));
    const pages = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const isSame = ({ totalItems, pageSize }: Page<Item>): boolean =>
      totalItems === before.totalItems && pageSize === before.pageSize;
    isSteady = pages.length === count && pages.every(isSame);
    if (isSteady) for (const [index, page] of pages.entries()) ahead.set(first + index, page);
  };

  return async (pageNumber) => {
    if (isSteady && latest !== null && !ahead.has(pageNumber)) await readBatch(pageNumber, latest);
    latest = ahead.get(pageNumber) ?? (await readPage(pageNumber));
    ahead.delete(pageNumber);
    return latest;
  };
}

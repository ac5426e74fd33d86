import { ContractError } from '../domain/errors.ts';
import type { Operation } from './arguments.ts';
import type { Page } from './read-answers.ts';
import type { Envelope } from './signals.ts';

/** This many empty pages in a row end a list, whatever its envelope says. */
const mostEmptyInARow = 50;
/** Of all pages that are read at once together, estimated from the page before them; in UTF-16 units of JSON. */
const mostSizeAtOnce = 4_000_000;

/** The last page by the envelope's counts: some servers round `totalPages` down and leave the last items out. */
export function lastPageOf({
  pageSize,
  totalItems,
  totalPages,
}: Pick<Envelope<unknown>, 'pageSize' | 'totalItems' | 'totalPages'>): number {
  return Math.max(totalPages, pageSize > 0 ? Math.ceil(totalItems / pageSize) : 0);
}

export interface PageReader<Item> {
  readonly operation: Operation;
  /** @default 1 */
  readonly first?: number | undefined;
  readonly readPage: (pageNumber: number) => Promise<Page<Item>>;
  /** How many pages are read at once after the first. @default 1 */
  readonly atOnce?: number | undefined;
  readonly idOf: (item: Item) => string;
}

/**
 * Page after page from `first` to the last one by the envelope's count of items or of pages, whichever reaches
 * further. An empty page ends the iteration only if all items were shown, or after many empty pages in a row. If the
 * service returns a different page than requested, the iteration ends if the list has become shorter; otherwise it
 * throws `ContractError`. Once a page of a batch fails, or the list changes within it, the batch and the pages after it
 * are read one after the other.
 */
export async function* readPages<Item>({
  operation,
  first = 1,
  readPage,
  atOnce = 1,
  idOf,
}: PageReader<Item>): AsyncGenerator<Page<Item>, void, undefined> {
  let [shown, emptyInARow, most] = [0, 0, atOnce];
  let ahead: Page<Item>[] = [];
  for (let pageNumber = first; ; pageNumber += 1) {
    const page = ahead.shift() ?? (await readPage(pageNumber));
    if (page.pageNumber !== pageNumber) {
      // The list became shorter while it was read, and the service returned its last page instead.
      if (pageNumber > 1 && pageNumber > page.totalPages) return;
      throw new ContractError(`${operation}: asked for page ${pageNumber}, got page ${page.pageNumber}`);
    }
    yield page;
    const items = page.result.length + page.unreadable.length;
    if (pageNumber === first) shown = (first - 1) * page.pageSize;
    shown += items;
    emptyInARow = items === 0 ? emptyInARow + 1 : 0;
    const isShown = items === 0 && shown >= page.totalItems;
    if (pageNumber >= lastPageOf(page) || isShown || emptyInARow >= mostEmptyInARow) return;
    const room = Math.floor(mostSizeAtOnce / (page.size ?? mostSizeAtOnce));
    const count = Math.min(most, room, lastPageOf(page) - pageNumber);
    if (ahead.length > 0 || count < 2) continue;
    const numbers = Array.from({ length: count }, (_, index) => pageNumber + 1 + index);
    const answers = await Promise.allSettled(numbers.map(readPage));
    const pages = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    // An error is thrown when the page is read again.
    if (pages.length === count && isOneList([page, ...pages], idOf)) ahead = pages;
    else most = 1;
  }
}

/**
 * If a later page is answered before an earlier one, an item that moves from the earlier to the later page in between
 * is on neither. Then the count of items differs, or an item is shown twice; both stay the same only if one item was
 * added and another removed.
 */
function isOneList<Item>(pages: readonly Page<Item>[], idOf: (item: Item) => string): boolean {
  const ids = pages.flatMap(({ result }) => result.map(idOf));
  return new Set(ids).size === ids.length && new Set(pages.map(({ totalItems }) => totalItems)).size === 1;
}

import { ContractError } from '../domain/errors.ts';
import type { Operation } from './arguments.ts';
import type { Page } from './read-answers.ts';
import type { Envelope } from './signals.ts';

/** This many empty pages in a row end a list, whatever its envelope says. */
const mostEmptyInARow = 50;

/** The last page by the envelope's counts: some servers round `totalPages` down and leave the last items out. */
export function lastPageOf({
  pageSize,
  totalItems,
  totalPages,
}: Pick<Envelope<unknown>, 'pageSize' | 'totalItems' | 'totalPages'>): number {
  return Math.max(totalPages, pageSize > 0 ? Math.ceil(totalItems / pageSize) : 0);
}

/**
 * Page after page from `first` to the last one by the envelope's count of items or of pages, whichever reaches
 * further. An empty page ends the iteration only if all items were shown, or after many empty pages in a row. If the
 * service returns a different page than requested, the iteration ends if the list has become shorter; otherwise it
 * throws `ContractError`.
 */
export async function* readPages<Item>(
  operation: Operation,
  first: number,
  readPage: (pageNumber: number) => Promise<Page<Item>>,
): AsyncGenerator<Page<Item>, void, undefined> {
  let shown = 0;
  let emptyInARow = 0;
  for (let pageNumber = first; ; pageNumber += 1) {
    const page = await readPage(pageNumber);
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
  }
}

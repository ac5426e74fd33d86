import { ContractError } from '../domain/errors.ts';
import type { Operation } from './bridge-api.ts';
import type { Page } from './types.ts';

/**
 * Page after page from `first` until the envelope says that the last is reached. An empty page ends it too, in case
 * an upstream never says so, as does another page than was asked for when the envelope has fewer by now; otherwise
 * another page throws `ContractError`.
 */
export async function* readPages<Item>(
  operation: Operation,
  first: number,
  readPage: (pageNumber: number) => Promise<Page<Item>>,
): AsyncGenerator<Page<Item>, void, undefined> {
  for (let pageNumber = first; ; pageNumber += 1) {
    const page = await readPage(pageNumber);
    if (page.pageNumber !== pageNumber) {
      // The list grew shorter while it was read, and the service answers with its last page instead.
      if (pageNumber > 1 && pageNumber > page.totalPages) return;
      throw new ContractError(`${operation}: asked for page ${pageNumber}, got page ${page.pageNumber}`);
    }
    yield page;
    const empty = page.result.length === 0 && page.unreadable.length === 0;
    if (empty || pageNumber >= page.totalPages) return;
  }
}

import { hash } from 'node:crypto';
import { ContractError, HttpStatusError, isPageRefused, TransportError } from '../domain/errors.ts';
import type { Operation } from './arguments.ts';
import type { Page } from './read-answers.ts';
import type { Envelope } from './schemas.ts';

/** A list ends after so many pages in a row without a new item, whatever its envelope says. */
const mostIdleInARow = 50;
/** Pages that are read at once share this room, estimated from the page before them; in UTF-16 units of JSON. */
const mostSizeAtOnce = 4_000_000;

/** The last page by the envelope's counts: some servers round `totalPages` down and leave the last items out. */
export function lastPageOf({
  pageSize,
  totalItems,
  totalPages,
}: Pick<Envelope<unknown>, 'pageSize' | 'totalItems' | 'totalPages'>): number {
  return Math.max(totalPages, pageSize > 0 ? Math.ceil(totalItems / pageSize) : 0);
}

/** A full page may be followed by others that are not counted. */
export function isLastPage(page: Page<unknown>): boolean {
  const items = countItems(page);
  return page.pageNumber >= lastPageOf(page) && (items === 0 || items < page.pageSize);
}

export interface PageReader<Item> {
  readonly operation: Operation;
  /** @default 1 */
  readonly first?: number | undefined;
  readonly readPage: (pageNumber: number) => Promise<Page<Item>>;
  /** So many pages are read at once after the first. @default 1 */
  readonly atOnce?: number | undefined;
  readonly idOf: (item: Item) => string;
}

/**
 * Reads on until the count of items and of pages is reached and a page is not full: some services count too few
 * items. Pages that no count promises may be absent: behind the counted end, a page that is refused, empty, without a
 * new item, or another page than requested ends the iteration, and so does one that fails although its attempts were
 * repeated (see `Page.endFailed`). So do many pages in a row without a new item. Another page than requested before
 * that end ends the iteration if the list has become shorter; otherwise it throws `ContractError`. Once a page of a
 * batch fails, or the list changes within it, the batch and the pages after it are read one after the other.
 */
export async function* readPages<Item>(reader: PageReader<Item>): AsyncIterable<Page<Item>> {
  const { operation, first = 1, readPage, atOnce = 1, idOf } = reader;
  const seen = new Set<string>();
  let [shown, idleInARow, most] = [0, 0, atOnce];
  let ahead: Page<Item>[] = [];
  let pageSize = 0;
  /** The page before, if it is the last one by the envelope's counts. */
  let counted: Page<Item> | null = null;
  for (let pageNumber = first; ; pageNumber += 1) {
    const received: Page<Item> | null =
      counted === null
        ? (ahead.shift() ?? (await readPage(pageNumber)))
        : await readBehind(counted, shown, () => readPage(pageNumber));
    if (received === null) return;
    // Some services give the number of items on the page, which is smaller on the last one.
    pageSize = Math.max(pageSize, received.pageSize);
    const page: Page<Item> = { ...received, pageSize };
    if (page.pageNumber !== pageNumber) {
      // The list became shorter while it was read, or it ends here: the service returned its last page instead.
      if (counted !== null || (pageNumber > 1 && pageNumber > page.totalPages)) return;
      throw new ContractError(`${operation}: asked for page ${pageNumber}, got page ${page.pageNumber}`);
    }
    yield page;
    if (pageNumber === first) shown = (first - 1) * page.pageSize;
    shown += countItems(page);
    const seenBefore = seen.size;
    for (const id of idsOf(page, idOf)) seen.add(id);
    const isIdle = seen.size === seenBefore;
    idleInARow = isIdle ? idleInARow + 1 : 0;
    // The list may have grown since: a page that counts others after itself is not behind the end.
    const isEnd = counted === null ? shown >= page.totalItems : pageNumber >= lastPageOf(page);
    const isBehind = isEnd && (counted === null ? countItems(page) === 0 : isIdle);
    if (isLastPage(page) || isBehind || idleInARow >= mostIdleInARow) return;
    counted = pageNumber >= lastPageOf(page) ? page : null;
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
 * Null if the page is refused. The pages shown so far are as many as counted: if the page fails for good, that must
 * not fail the list for ever. Where more was shown, the count says nothing.
 */
async function readBehind<Item>(
  last: Page<Item>,
  shown: number,
  read: () => Promise<Page<Item>>,
): Promise<Page<Item> | null> {
  try {
    return await read();
  } catch (error) {
    if (isPageRefused(error)) return null;
    if (!isBroken(error) || shown > last.totalItems) throw error;
    const { pageNumber, ...envelope } = last;
    return { ...envelope, pageNumber: pageNumber + 1, result: [], unreadable: [], endFailed: true };
  }
}

/** A throttled call, a rejected token, an answer that is too large, or the end of the time says nothing of the page. */
function isBroken(error: unknown): boolean {
  if (error instanceof HttpStatusError) return error.status >= 500;
  if (error instanceof TransportError) return error.code === 'CONNECTION_FAILED';
  return error instanceof ContractError;
}

function countItems({ result, unreadable }: Page<unknown>): number {
  return result.length + unreadable.length;
}

/** An unreadable item's text may be long: only its hash is kept. */
function idsOf<Item>({ result, unreadable }: Page<Item>, idOf: (item: Item) => string): string[] {
  return [...result.map(idOf), ...unreadable.map(({ raw }) => hash('sha256', raw))];
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

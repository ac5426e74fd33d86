import { ContractError } from '../../shared/domain/errors.ts';

export interface SizedPage {
  readonly pageNumber: number;
  /** The envelope's: a server may return another page size than requested, or the number of items on the page. */
  readonly pageSize: number;
  readonly isLast: boolean;
}

export interface NarrowingPorts<Page> {
  readonly readPages: (pageSize: number, firstPage: number) => AsyncIterable<Page>;
  readonly isTooLarge: (error: unknown) => boolean;
  /** True throws at the end if an item was skipped, or may have been. */
  readonly mustBeWhole: boolean;
}

/** All known servers allow this size, which keeps the calls for a long list few. */
const largestPage = 20;
/** The reading gives up for this time after so many items in a row that are too large by themselves. */
const mostSkippedInARow = 20;

/** An item that is too large by itself is skipped: the rest is read before the error is thrown. */
export async function* readNarrowing<Page extends SizedPage>(
  ports: NarrowingPorts<Page>,
): AsyncGenerator<Page> {
  let passed = 0;
  /** The size that the server gives. */
  let usual: number = largestPage;
  let isOneByOne = false;
  let skippedInARow = 0;
  let tooLarge: unknown = null;
  let missed: unknown = null;
  for (let ended = false; !ended; ) {
    const size: number = isOneByOne ? 1 : usual;
    /** The size of these pages; null before the first of them. */
    let given: number | null = null;
    ended = true;
    try {
      for await (const page of ports.readPages(size, passed / size + 1)) {
        if (given === null) {
          given = page.pageSize || size;
          if (given < size) usual = given;
          if ((page.pageNumber - 1) * given !== passed) {
            // A server that gives more than it is asked for shows no single items.
            if (given >= size) throw tooLarge;
            isOneByOne = passed % usual !== 0;
            ended = false;
            break;
          }
        } else if (page.pageSize > given) {
          const found = `page ${page.pageNumber} has a page size of ${page.pageSize}, the pages before it ${given}`;
          missed ??= new ContractError(`${found}: the items between them were not shown`);
        }
        passed += given;
        skippedInARow = 0;
        yield page;
        if (!isOneByOne || passed % usual !== 0 || page.isLast) continue;
        isOneByOne = false;
        ended = false;
        break;
      }
      // Its pages are larger, and this one is behind the last.
      if (ended && given === null && isOneByOne) missed ??= tooLarge;
    } catch (error) {
      if (!ports.isTooLarge(error) || error === tooLarge || skippedInARow >= mostSkippedInARow) throw error;
      ended = false;
      tooLarge = error;
      if (isOneByOne) {
        missed = error;
        passed += 1;
        skippedInARow += 1;
      }
      isOneByOne = !isOneByOne || passed % usual !== 0;
    }
  }
  if (missed !== null && ports.mustBeWhole) throw missed;
}

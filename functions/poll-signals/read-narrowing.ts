/** A page of a list that can be requested in several page sizes. */
export interface SizedPage {
  readonly pageNumber: number;
  /** From the envelope: a server may return another page size than requested. */
  readonly pageSize: number;
  readonly isLast: boolean;
}

export interface NarrowingPorts<Page> {
  /** Page after page from `firstPage` on, in pages of `pageSize`. */
  readonly readPages: (pageSize: number, firstPage: number) => AsyncIterable<Page>;
  readonly isTooLarge: (error: unknown) => boolean;
  /** Whether to throw at the end if an item was skipped. */
  readonly mustBeWhole: boolean;
}

/** The first size keeps the calls for a long list few, and is one that all known servers allow. */
const pageSizes = [20, 4, 1] as const;
/** After this many items in a row that are too large by themselves, the reading gives up for this time. */
const mostSkippedInARow = 20;
const unlimited = Number.POSITIVE_INFINITY;

/**
 * Reads a list to its end, and retries a page that is too large in smaller pages. An item that is too large by itself
 * is skipped: the rest is read before the error is thrown. Page positions follow the page sizes that the server
 * returns, whatever was requested.
 */
export async function* readNarrowing<Page extends SizedPage>(
  ports: NarrowingPorts<Page>,
): AsyncGenerator<Page> {
  /** The number of items on the pages so far. */
  let passed = 0;
  /** The page size while nothing is too large. */
  let usual: number = pageSizes[0];
  let limit = unlimited;
  let skippedInARow = 0;
  let tooLarge: unknown = null;
  let missed: unknown = null;
  for (let ended = false; !ended; ) {
    const size = sizeAt(passed, Math.min(limit, usual));
    let isFirst = true;
    ended = true;
    try {
      for await (const page of ports.readPages(size, passed / size + 1)) {
        const given = page.pageSize || size;
        const isElsewhere = isFirst && (page.pageNumber - 1) * given !== passed;
        if (isElsewhere || (isFirst && given < size)) usual = given;
        if (isElsewhere) {
          ended = false;
          if (given < size) break;
          // The server returns no smaller page, so the whole page that is too large is skipped.
          passed = Math.floor(passed / given) * given;
          if (limit === unlimited) break;
          missed = tooLarge;
          passed += given;
          skippedInARow += given;
          limit = unlimited;
          break;
        }
        isFirst = false;
        passed += given;
        yield page;
        skippedInARow = 0;
        // After the part that was too large, return to large pages: otherwise a long list would take a call for each
        // item.
        if (size < usual && passed % usual === 0 && !page.isLast) {
          limit = unlimited;
          ended = false;
          break;
        }
      }
      // No page came instead of the one that was too large: the server's pages are larger, and this one is past the
      // end.
      if (ended && isFirst && limit !== unlimited) missed = tooLarge;
    } catch (error) {
      if (!ports.isTooLarge(error) || skippedInARow >= mostSkippedInARow) throw error;
      ended = false;
      tooLarge = error;
      const smaller = pageSizes.find((one) => one < size);
      if (smaller !== undefined) {
        limit = smaller;
      } else {
        missed = error;
        passed += 1;
        skippedInARow += 1;
        if (passed % usual === 0) limit = unlimited;
      }
    }
  }
  if (missed !== null && ports.mustBeWhole) throw missed;
}

/** The largest page size up to `most` with a page that begins exactly after `passed` items. */
function sizeAt(passed: number, most: number): number {
  let size = most;
  while (passed % size !== 0) size -= 1;
  return size;
}

/** A page of a list that can be asked for in several sizes. */
export interface SizedPage {
  readonly pageNumber: number;
  /** As the envelope has it: a server may give pages of another size than it is asked for. */
  readonly pageSize: number;
  readonly isLast: boolean;
}

export interface NarrowingPorts<Page> {
  /** Page after page from `firstPage` on, in pages of `pageSize`. */
  readonly readPages: (pageSize: number, firstPage: number) => AsyncIterable<Page>;
  readonly isTooLarge: (error: unknown) => boolean;
  /** Whether to throw in the end when an item was passed over. */
  readonly mustBeWhole: boolean;
  /** Begins behind so many items: a multiple of 20. */
  readonly from?: number;
}

/** The first is neither too many calls for a long list nor more than servers are known to give. */
const pageSizes = [20, 4, 1] as const;
/** A reading can begin behind a multiple of this many items. */
export const stride = pageSizes[0];
/** So many items in a row may be over the cap by themselves before the rest is given up for this time. */
const mostSkippedInARow = 20;
const unlimited = Number.POSITIVE_INFINITY;

/**
 * Reads a list to its end, in smaller pages where one is too large to be taken. An item that is too large by itself
 * is passed over: what lies behind it is read before the error is thrown. Where a page begins is counted in the sizes
 * that the server gives, whatever it is asked for.
 */
export async function* readNarrowing<Page extends SizedPage>(
  ports: NarrowingPorts<Page>,
): AsyncGenerator<{ readonly page: Page; readonly passed: number }> {
  let passed = ports.from ?? 0;
  /** The size of a page where nothing is too large. */
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
          // No smaller page is to be had: one that is too large is passed over as a whole.
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
        yield { page, passed };
        skippedInARow = 0;
        // Behind what was too large the list goes on in large pages, or a long one would take a call for each item.
        if (size < usual && passed % usual === 0 && !page.isLast) {
          limit = unlimited;
          ended = false;
          break;
        }
      }
      // Nothing came in the place of what was too large: the server's pages are larger, and this one lies behind the end.
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

/** The largest size up to `most` of which a page begins behind so many items. */
function sizeAt(passed: number, most: number): number {
  let size = most;
  while (passed % size !== 0) size -= 1;
  return size;
}

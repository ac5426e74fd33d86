/** A page of a list that can be asked for in several sizes. */
export interface SizedPage {
  readonly pageNumber: number;
  readonly totalPages: number;
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

/**
 * The first is neither too many calls for a long list nor more than servers are known to give. Each divides the one before: so a
 * smaller page begins where a larger one does.
 */
const pageSizes = [20, 4, 1] as const;
/** A reading can begin behind a multiple of this many items. */
export const stride = pageSizes[0];
/** So many items in a row may be over the cap by themselves before the rest is given up for this time. */
const mostSkippedInARow = 20;

/**
 * Reads a list to its end, in smaller pages where one is too large to be taken. An item that is too large by itself
 * is passed over: what lies behind it is read before the error is thrown.
 */
export async function* readNarrowing<Page extends SizedPage>(
  ports: NarrowingPorts<Page>,
): AsyncGenerator<{ readonly page: Page; readonly passed: number }> {
  let passed = ports.from ?? 0;
  let level = 0;
  let skippedInARow = 0;
  let tooLarge: unknown = null;
  for (let ended = false; !ended; ) {
    const size = pageSizes[level] ?? 1;
    ended = true;
    try {
      for await (const page of ports.readPages(size, passed / size + 1)) {
        passed = page.pageNumber * size;
        yield { page, passed };
        skippedInARow = 0;
        // Behind what was too large the list goes on in large pages, or a long one would take a call for each item.
        if (level > 0 && passed % pageSizes[0] === 0 && page.pageNumber < page.totalPages) {
          level = 0;
          ended = false;
          break;
        }
      }
    } catch (error) {
      if (!ports.isTooLarge(error) || skippedInARow === mostSkippedInARow) throw error;
      ended = false;
      if (level < pageSizes.length - 1) {
        level += 1;
      } else {
        tooLarge = error;
        passed += 1;
        skippedInARow += 1;
        if (passed % pageSizes[0] === 0) level = 0;
      }
    }
  }
  if (tooLarge !== null && ports.mustBeWhole) throw tooLarge;
}

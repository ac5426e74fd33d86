import type { Clock } from '../../shared/domain/clock.ts';
import { judgeReading, type ReadPage } from '../../shared/domain/reading.ts';
import type { RosterProgress, RowReading } from './find-buyers.ts';
import type { JudgeFailure, RowPage, RowPagesQuery } from './look-at-rows.ts';

/** Reads all rows of a bridge, in as many ticks as that takes. */
export interface ReadAllPorts {
  readonly clock: Clock;
  readonly rowPages: (query: RowPagesQuery, deadline: number) => AsyncIterable<RowPage>;
  /** Whether upstream refused a page in a way that may say that there is none. */
  readonly isPageRefused: (error: unknown) => boolean;
  /** Whether an error says that no time is left, here or upstream. */
  readonly isOutOfTime: (error: unknown) => boolean;
  readonly judgeFailure: JudgeFailure;
  readonly saveRosterProgress: (bridgeId: string, progress: RosterProgress) => Promise<void>;
}

export interface WholeReading {
  readonly isDone: true;
  /** When its first tick began it, and when its last one went on. */
  readonly startedAt: number;
  readonly resumedAt: number;
  /** All of it was read in one go, and nothing moved meanwhile. */
  readonly fits: boolean;
  /** As many rows were read as the bridge has. */
  readonly isWhole: boolean;
}

export interface PartialReading {
  readonly isDone: false;
  /** null where only the time ran out, and some of it was read: the next tick goes on. */
  readonly failure: unknown;
}

/** How often a long reading leaves a mark to go on from, in case its process dies. */
const pagesPerMark = 20;

/** Whatever ends it early leaves a mark behind the last page that was read. Throws what is no fault of the rows. */
export async function readAllRows(
  ports: ReadAllPorts,
  bridgeId: string,
  before: RowReading | null,
  { deadline, allRows }: { readonly deadline: number; readonly allRows: boolean },
  onPage: (page: RowPage) => Promise<void>,
): Promise<WholeReading | PartialReading> {
  const resumedAt = ports.clock.now();
  const { startedAt, nextPage: firstPage } = before ?? { startedAt: resumedAt, nextPage: 1 };
  const pages: ReadPage[] = [];
  let mark = before;
  let rows = before?.rows ?? 0;
  const keep = async (): Promise<void> => {
    const nextPage = firstPage + pages.length;
    if (nextPage === (mark?.nextPage ?? 1)) return;
    mark = { startedAt, nextPage, rows };
    await ports.saveRosterProgress(bridgeId, { reading: mark });
  };
  try {
    for await (const page of ports.rowPages({ bridgeId, newestFirst: false, firstPage }, deadline)) {
      await onPage(page);
      const ids = [...page.rows, ...page.unreadable].map(({ id }) => id);
      pages.push({ totalItems: page.totalItems, ids });
      rows += ids.length;
      if (pages.length % pagesPerMark === 0) await keep();
    }
  } catch (error) {
    if (before !== null && pages.length === 0 && ports.isPageRefused(error)) {
      // The bridge has fewer rows by now. A mark behind them would be refused at every tick.
      await ports.saveRosterProgress(bridgeId, { reading: null });
      return readAllRows(ports, bridgeId, null, { deadline, allRows }, onPage);
    }
    await keep();
    if (ports.judgeFailure(error) === null) throw error;
    const goesOn = pages.length > 0 && ports.isOutOfTime(error) && !allRows;
    return { isDone: false, failure: goesOn ? null : error };
  }
  // A mark behind the last row shows no page, and so no total.
  const total = pages.at(-1)?.totalItems ?? Number.POSITIVE_INFINITY;
  const fits = before === null && judgeReading(pages) === 'accepted';
  return { isDone: true, startedAt, resumedAt, fits, isWhole: rows >= total };
}

import type { Clock } from '../../shared/domain/clock.ts';
import { judgeReading, type ReadPage } from '../../shared/domain/polling/reading.ts';
import type { RosterProgress, RowReading } from '../../shared/domain/polling/roster.ts';
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
  /** As many rows were read as the bridge has, and no page was passed over. */
  readonly isWhole: boolean;
  /** Why a page was passed over in this tick; null for none. */
  readonly failure: unknown;
}

export interface PartialReading {
  readonly isDone: false;
  /** null where only the time ran out, and some of it was read: the next tick goes on. */
  readonly failure: unknown;
}

/** How often a long reading leaves a mark to go on from, in case its process dies. */
const pagesPerMark = 20;
/** In how many ticks in a row a page fails before the reading goes on behind it. */
const mostFailures = 3;

interface ReadLimits {
  readonly deadline: number;
  readonly allRows: boolean;
}

/**
 * Whatever ends it early leaves a mark behind the last page that was read. A page that fails tick after tick is passed
 * over, where one behind it answers: it must not hide all others. Throws what is no fault of the rows.
 */
export async function readAllRows(
  ports: ReadAllPorts,
  bridgeId: string,
  before: RowReading | null,
  limits: ReadLimits,
  onPage: (page: RowPage) => Promise<void>,
): Promise<WholeReading | PartialReading> {
  const resumedAt = ports.clock.now();
  const from = before ?? { startedAt: resumedAt, nextPage: 1, rows: 0 };
  const { pages, rows, error } = await readOn(ports, bridgeId, from, limits, onPage);
  const isStuck = error !== undefined && pages.length === 0;
  if (isStuck && from.nextPage > 1 && failuresOf(from) === 0 && ports.isPageRefused(error)) {
    // The bridge has fewer rows by now. A mark behind them would be refused at every tick.
    const again = { startedAt: from.startedAt, nextPage: 1, rows: 0 };
    await ports.saveRosterProgress(bridgeId, { reading: again });
    return readAllRows(ports, bridgeId, again, limits, onPage);
  }
  const end = { startedAt: from.startedAt, resumedAt };
  if (isStuck) {
    const stuck = { ...from, failures: failuresOf(from) + 1 };
    await ports.saveRosterProgress(bridgeId, { reading: stuck });
    const behind = passOver(stuck);
    const rest = behind && (await readOn(ports, bridgeId, behind, limits, onPage));
    const isEnd = rest?.pages.length === 0 && ports.isPageRefused(rest.error);
    // Behind the last page an empty one answers. To end there would make newcomers of everybody in the bridge.
    const isBlind = rest?.rows === 0;
    if (!rest || isBlind || (rest.error !== undefined && !isEnd)) return { isDone: false, failure: error };
    return { isDone: true, ...end, fits: false, isWhole: false, failure: error };
  }
  if (error !== undefined) {
    const goesOn = ports.isOutOfTime(error) && !limits.allRows;
    return { isDone: false, failure: goesOn ? null : error };
  }
  // A mark behind the last row shows no page, and so no total.
  const total = pages.at(-1)?.totalItems ?? Number.POSITIVE_INFINITY;
  const fits = from.nextPage === 1 && judgeReading(pages) === 'accepted';
  const isWhole = from.passedOver === undefined && rows >= total;
  return { isDone: true, ...end, fits, isWhole, failure: null };
}

function failuresOf({ failures = 0 }: RowReading): number {
  return failures;
}

/**
 * Where to go on behind a page that failed too often, null while it did not. One page further each time, since pages
 * that fail may follow one another. While all of them fail, the mark stays where it is.
 */
function passOver({ failures = 0, passedOver = 0, ...stuck }: RowReading): RowReading | null {
  const pages = failures - mostFailures + 1;
  if (pages <= 0) return null;
  return { ...stuck, nextPage: stuck.nextPage + pages, passedOver: passedOver + pages };
}

interface ReadOn {
  readonly pages: readonly ReadPage[];
  /** All that were read since the reading began. */
  readonly rows: number;
  /** What ended it; absent where it came to its end. */
  readonly error?: unknown;
}

async function readOn(
  ports: ReadAllPorts,
  bridgeId: string,
  { failures: _, ...from }: RowReading,
  { deadline }: ReadLimits,
  onPage: (page: RowPage) => Promise<void>,
): Promise<ReadOn> {
  const pages: ReadPage[] = [];
  let { rows } = from;
  const keep = (failures: { readonly failures?: number } = {}): Promise<void> => {
    const reading = { ...from, nextPage: from.nextPage + pages.length, rows, ...failures };
    return ports.saveRosterProgress(bridgeId, { reading });
  };
  const query = { bridgeId, newestFirst: false, firstPage: from.nextPage };
  try {
    for await (const page of ports.rowPages(query, deadline)) {
      await onPage(page);
      const ids = [...page.rows, ...page.unreadable].map(({ id }) => id);
      pages.push({ totalItems: page.totalItems, ids });
      rows += ids.length;
      if (pages.length % pagesPerMark === 0) await keep();
    }
  } catch (error) {
    const isOfRows = ports.judgeFailure(error) !== null;
    if (pages.length > 0) await keep(isOfRows && !ports.isOutOfTime(error) ? { failures: 1 } : {});
    if (!isOfRows) throw error;
    return { pages, rows, error };
  }
  return { pages, rows };
}

import { isOutOfTime, isPageRefused } from '../../shared/domain/errors.ts';
import { judgeList, type ReadPage } from '../../shared/domain/polling/reading.ts';
import type { RowReading } from '../../shared/domain/polling/roster.ts';
import type { PollTick } from './ports.ts';
import { judgeFailure, type RowLimits, type RowReadPorts } from './read-changed-rows.ts';
import { type RowPage, rowPages } from './row-source.ts';

export interface WholeReading {
  readonly isDone: true;
  /** The starts of its first tick and of its last one. */
  readonly startedAt: number;
  readonly resumedAt: number;
  readonly fits: boolean;
  /** As many rows were read as the bridge counts, no page was skipped, and the one behind the last did not fail. */
  readonly isWhole: boolean;
  /** The rows of some page were not read, since it failed tick after tick. */
  readonly hasPassedOver: boolean;
  /** The error of a page that was skipped in this tick; null for none. */
  readonly failure: unknown;
}

interface ReadLimits extends Pick<RowLimits, 'deadline'>, Pick<PollTick, 'allRows'> {
  /** No earlier reading of the bridge came to its end: what this one misses would later count as new. */
  readonly isFirst: boolean;
}

/** A long reading saves its progress, in case its process crashes. */
const pagesPerMark = 20;
const mostFailures = 3;

/**
 * Reads all rows of a bridge, over several ticks if needed. If it ends early, it saves its progress after the last
 * page read; `failure` is null if only the time ran out after some progress. A page that fails tick after tick is
 * skipped if a later page answers, so that it does not hide all others. Throws errors that the rows did not cause.
 */
export async function readAllRows(
  ports: RowReadPorts,
  bridgeId: string,
  before: RowReading | null,
  limits: ReadLimits,
  onPage: (page: RowPage) => Promise<void>,
): Promise<WholeReading | { readonly isDone: false; readonly failure: unknown }> {
  const resumedAt = ports.clock.now();
  // A reading that has read no row begins now: rows that came since it was first tried were there before it.
  const startedAt = before !== null && before.rows > 0 ? before.startedAt : resumedAt;
  const from = { nextPage: 1, rows: 0, ...before, startedAt };
  const { pages, rows, error } = await readOn(ports, bridgeId, from, limits, onPage);
  const isStuck = error !== undefined && pages.length === 0;
  if (isStuck && from.nextPage > 1 && !from.failures && isPageRefused(error)) {
    // The bridge has fewer rows by now. Start again: a page past their end would be refused at every tick.
    const again = { startedAt: from.startedAt, nextPage: 1, rows: 0 };
    await ports.ledger.rosters.saveProgress(bridgeId, { reading: again });
    return readAllRows(ports, bridgeId, again, limits, onPage);
  }
  const end = { startedAt: from.startedAt, resumedAt };
  /** A tick without a row ends no reading: the service may have moved, and each buyer found later would be a newcomer. */
  const isShown = async (read: number) =>
    read > from.rows || (read > 0 && (await showsRows(ports, bridgeId, limits.deadline)));
  if (isStuck) {
    const stuck = { ...from, failures: (from.failures ?? 0) + 1 };
    await ports.ledger.rosters.saveProgress(bridgeId, { reading: stuck });
    const behind = passOver(stuck);
    const rest = behind && (await readOn(ports, bridgeId, behind, limits, onPage));
    const isEnd = rest?.pages.length === 0 && isPageRefused(rest.error);
    if (!rest || (rest.error !== undefined && !isEnd) || !(await isShown(rest.rows)))
      return { isDone: false, failure: error };
    return { isDone: true, ...end, fits: false, isWhole: false, hasPassedOver: true, failure: error };
  }
  if (error !== undefined) {
    const continues = isOutOfTime(error) && !limits.allRows;
    return { isDone: false, failure: continues ? null : error };
  }
  if (from.nextPage > 1 && !(await isShown(rows))) return { isDone: false, failure: null };
  // Resuming past the last row reads no page, so there is no total.
  const total = pages.at(-1)?.totalItems ?? Number.POSITIVE_INFINITY;
  const fits = from.nextPage === 1 && judgeList(pages) === 'accepted';
  const isEnd = pages.every(({ endFailed }) => !endFailed);
  if (!isEnd && limits.isFirst && !before?.failures) {
    // More may stand behind the page that failed. If it fails in the next tick, too, the counts are believed.
    const again = { startedAt, nextPage: 1, rows: 0, failures: 1 };
    await ports.ledger.rosters.saveProgress(bridgeId, { reading: again });
    return { isDone: false, failure: null };
  }
  const hasPassedOver = from.passedOver !== undefined;
  const isWhole = !hasPassedOver && rows > 0 && rows >= total && isEnd;
  return { isDone: true, ...end, fits, isWhole, hasPassedOver, failure: null };
}

async function showsRows({ api }: RowReadPorts, bridgeId: string, deadline: number): Promise<boolean> {
  const pages = rowPages(api, { bridgeId, newestFirst: false, firstPage: 1 }, deadline);
  try {
    for await (const { rows, unreadable } of pages) return rows.length + unreadable.length > 0;
  } catch (error) {
    if (judgeFailure(error) === null) throw error;
  }
  return false;
}

/** Skips one more page each time, since several failing pages may follow each other. Null if none failed too often. */
function passOver({ failures = 0, passedOver = 0, ...stuck }: RowReading): RowReading | null {
  const pages = failures - mostFailures + 1;
  if (pages <= 0) return null;
  return { ...stuck, nextPage: stuck.nextPage + pages, passedOver: passedOver + pages };
}

/** `rows`: how many were read since the reading began. `error`: what ended it; absent if it is complete. */
async function readOn(
  ports: RowReadPorts,
  bridgeId: string,
  { failures: _, ...from }: RowReading,
  { deadline }: Pick<RowLimits, 'deadline'>,
  onPage: (page: RowPage) => Promise<void>,
) {
  const pages: ReadPage[] = [];
  let { rows } = from;
  const keep = (failures: { readonly failures?: number } = {}): Promise<void> => {
    const reading = { ...from, nextPage: from.nextPage + pages.length, rows, ...failures };
    return ports.ledger.rosters.saveProgress(bridgeId, { reading });
  };
  const query = { bridgeId, newestFirst: false, firstPage: from.nextPage };
  try {
    for await (const page of rowPages(ports.api, query, deadline)) {
      await onPage(page);
      const ids = [...page.rows, ...page.unreadable].map(({ id }) => id);
      pages.push({ totalItems: page.totalItems, ids, ...(page.endFailed ? { endFailed: true } : {}) });
      rows += ids.length;
      if (pages.length % pagesPerMark === 0) await keep();
    }
  } catch (error) {
    const isOfRows = judgeFailure(error) !== null;
    if (pages.length > 0) await keep(isOfRows && !isOutOfTime(error) ? { failures: 1 } : {});
    if (!isOfRows) throw error;
    return { pages, rows, error };
  }
  return { pages, rows };
}

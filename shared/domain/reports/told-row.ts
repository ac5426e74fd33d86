import type { DigestView } from '../digests/digest.ts';
import { findDate } from '../facts/date-fact.ts';
import { findMoney, readingOf } from '../facts/facts.ts';
import { writeDate } from '../facts/field-facts.ts';
import { deadlineOf } from '../cells/deadline.ts';
import { linksOf } from '../message/links.ts';
import { showBuyer } from '../message/shown-buyers.ts';
import type { Signal } from '../signals/signal.ts';

/** An untouched row as a report lists it, with its values of now. */
export type ToldRow = ReturnType<typeof tellRow>;

/** A longer one takes the room of other signals. */
const longestLink = 300;

/** What the report's route shows of a row. */
export function tellRow(signal: Signal, view: DigestView) {
  const { buyerId, bridgeId, rowId, buyerName, columns } = signal;
  const infos = view.columns.get(bridgeId.toLowerCase());
  const shown = {
    ...{ bridgeId, bridgeName: signal.bridgeName, filterType: signal.filterType ?? null, entityId: null },
    ...{ rowId, name: signal.name, hot: true, hotBecause: [], hotnessRank: null, columns },
    ...{ firstSeenAt: view.createdAt, updatedAt: signal.updatedAt },
  };
  const [score, summary, summaryStatus] = [null, null, 'none'] as const;
  const buyer = showBuyer({ buyerId, name: buyerName, score, summary, summaryStatus, signals: [shown] });
  const links = linksOf(shown, view, buyerId);
  const url = links.signal ?? links.source;
  const deadline = deadlineOf(columns, infos, view.timezone, signal.filterType);
  return {
    ...{ buyerId, bridgeId, rowId },
    name: buyer.hot[0]?.name ?? '',
    buyerName: buyer.name,
    /** As a digest's `facts` write it: `2026-12-10`; null without one. */
    deadline: deadline && writeDate(deadline.date),
    /** The instant at which it ends, ISO 8601. */
    closesAt: deadline && new Date(deadline.endsAt).toISOString(),
    /** The same in words: `due Thu, Dec 10`. */
    due: deadline && (findDate(shown, infos, readingOf(view))?.text ?? null),
    /** `$1.27M` */
    money: findMoney(shown, infos)?.text ?? null,
    /** Where the config's template leads, or else an address in the row. */
    link: url !== null && url.length <= longestLink ? url : null,
  };
}

/** The first to close first, then those without a deadline. */
export function bySoonest(rows: readonly ToldRow[]): ToldRow[] {
  const order = ({ closesAt }: ToldRow): number => (closesAt === null ? 1e15 : Date.parse(closesAt));
  return rows.toSorted((a, b) => order(a) - order(b) || (a.rowId < b.rowId ? -1 : 1));
}

/** Whether its deadline has passed. */
export function isClosed({ closesAt }: Pick<ToldRow, 'closesAt'>, at: number): boolean {
  return closesAt !== null && Date.parse(closesAt) <= at;
}

const weekMs = 7 * 86_400_000;

/** How many of untouched rows close within a week. */
export function countClosing(rows: readonly ToldRow[], now: number): number {
  return rows.filter((row) => !isClosed(row, now) && isClosed(row, now + weekMs)).length;
}

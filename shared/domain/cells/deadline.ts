import type { Signal } from '../rows/signal.ts';
import { cellIn } from './cell.ts';
import { columnsFor, type MeaningView } from './meanings.ts';
import { endOf, readDate } from './read-date.ts';
import type { ReadDate } from './row-facts.ts';

export type CellRow = Pick<Signal, 'columns' | 'bridgeId' | 'bridgeName'>;

/** Of a view: what columns mean, and a zone of the IANA database. */
export interface DateView extends MeaningView {
  readonly timezone: string;
}

export interface Deadline extends ReadDate {
  /** The column's display name. */
  readonly column: string;
}

/** A signal's deadline: the first of the declared columns that holds a date. Nothing else closes a signal. Pure. */
export function deadlineOf(row: CellRow, view: DateView): Deadline | null {
  for (const column of columnsFor('deadline', row, view) ?? []) {
    const date = readDate(cellIn(row, column));
    if (date !== null) return { column, date, endsAt: endOf(date, view.timezone) };
  }
  return null;
}

/** When a signal's deadline ends, milliseconds since the epoch; null without one. */
export function deadlineIn(row: CellRow, view: DateView): number | null {
  return deadlineOf(row, view)?.endsAt ?? null;
}

/** Whether it has passed at `now`, milliseconds since the epoch: such a signal is not hot. */
export function hasClosed(row: CellRow, view: DateView, now: number): boolean {
  return (deadlineIn(row, view) ?? Number.POSITIVE_INFINITY) <= now;
}

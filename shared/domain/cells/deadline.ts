import type { Signal } from '../rows/signal.ts';
import { cellIn } from './cell.ts';
import { columnsFor, type MeaningView } from './meanings.ts';
import { endOf, readDate } from './read-date.ts';
import type { ReadDate } from './row-facts.ts';

export type CellRow = Pick<Signal, 'columns' | 'bridgeId' | 'bridgeName'>;

export interface DateView extends MeaningView {
  readonly timezone: string;
}

export interface Deadline extends ReadDate {
  readonly column: string;
}

/** The first declared column that holds a date counts. Nothing else closes a signal. Pure. */
export function deadlineOf(row: CellRow, view: DateView): Deadline | null {
  for (const column of columnsFor('deadline', row, view) ?? []) {
    const date = readDate(cellIn(row, column));
    if (date !== null) return { column, date, endsAt: endOf(date, view.timezone) };
  }
  return null;
}

/** Milliseconds since the epoch; null without a deadline. */
export function deadlineIn(row: CellRow, view: DateView): number | null {
  return deadlineOf(row, view)?.endsAt ?? null;
}

/** A signal whose deadline has passed at `now`, milliseconds since the epoch, is not hot. */
export function hasClosed(row: CellRow, view: DateView, now: number): boolean {
  return (deadlineIn(row, view) ?? Number.POSITIVE_INFINITY) <= now;
}

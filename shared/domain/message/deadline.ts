import type { DigestView } from '../digests/digest.ts';
import { endOf, readDate, type WrittenDate } from '../facts/read-date.ts';
import type { ColumnInfo } from '../signals/columns.ts';
import type { Signal } from '../signals/signal.ts';
import { nameLike, splitWords } from '../text/column-words.ts';

type Cells = Readonly<Record<string, unknown>>;
type Infos = readonly ColumnInfo[] | undefined;

export interface Deadline {
  /** The column's display name. */
  readonly column: string;
  readonly date: WrittenDate;
  /** When it has passed, in milliseconds since the epoch: a day of the calendar ends with its day in the zone. */
  readonly endsAt: number;
}

/** Until when one can answer, then how long a thing lasts: a tender also names the end of the contract it leads to. */
const deadlineNames = [
  /\b(due|deadline|clos(es|ing|e (date|on|time)|ed(?=$| (on|at|date)$))|(respond|apply|rsvp) by|response date|submi(t by|ssion date)|last (date|day) (for|to)|cut ?off)\b|^(bid )?close$/i,
  /\b(expir\w+|ends|end date|(contract|term) end|valid until)\b|^((event|session) )?end(ing)?( (at|on|date|time))*$/i,
];
/** What ended earlier, and a year that ends for everybody, close nothing. */
const otherEnds = /\b(last(?! (date|day) (for|to)\b)|previous|prior|former|fiscal)\b/i;
/** Of a meeting, whose end closes nothing. */
export const isEndOfMeeting = nameLike(/^((meeting|event|session) )?end(s|ing)?( (at|on|date|time))*$/i);

/** Which of these kinds of names a column's is, from 0; -1 for none. */
function kindOf(column: string): number {
  const words = splitWords(column);
  return otherEnds.test(words) ? -1 : deadlineNames.findIndex((names) => names.test(words));
}

/**
 * A signal's deadline: a column whose name says so and whose value is a date. Of several the last one, after which
 * nothing can be handed in.
 */
export function deadlineOf(
  columns: Cells,
  infos: Infos,
  timezone: string,
  filterType?: Signal['filterType'],
): Deadline | null {
  const named = Object.keys(columns)
    .filter((column) => !(filterType === 'Meeting' && isEndOfMeeting(column)))
    .map((column) => ({ column, kind: kindOf(column) }));
  for (const kind of deadlineNames.keys()) {
    const found = named.flatMap(({ column, kind: own }) => {
      const date = own === kind ? readDateCell(column, columns[column], infos) : null;
      return date ? [{ column, date, endsAt: endOf(date, timezone) }] : [];
    });
    const [last] = found.sort((a, b) => b.endsAt - a.endsAt);
    if (last) return last;
  }
  return null;
}

type Row = Pick<Signal, 'columns' | 'bridgeId' | 'filterType'>;
type DeadlineView = Pick<DigestView, 'columns' | 'timezone'>;

/** When a signal's deadline ends, milliseconds since the epoch, as a message reads it; null without one. */
export function deadlineIn({ columns, bridgeId, filterType }: Row, view: DeadlineView): number | null {
  return (
    deadlineOf(columns, view.columns.get(bridgeId.toLowerCase()), view.timezone, filterType)?.endsAt ?? null
  );
}

/** Whether it has passed at `now`, milliseconds since the epoch: such a signal is not hot. */
export function hasClosed(row: Row, view: DeadlineView, now: number): boolean {
  return (deadlineIn(row, view) ?? Number.POSITIVE_INFINITY) <= now;
}

/** The date in a cell, by its shape; null where the metadata says that the column is of another kind. */
export function readDateCell(column: string, value: unknown, infos: Infos): WrittenDate | null {
  const info = infos?.find(({ name }) => name === column);
  if (info?.internal || (info?.format && !mayBeDate.has(info.format))) return null;
  return readDate(value);
}

/** Rows of a text column hold dates often enough. */
const mayBeDate: ReadonlySet<string> = new Set(['date', 'text']);

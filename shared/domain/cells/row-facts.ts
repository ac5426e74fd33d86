import type { DigestView } from '../digests/digest.ts';
import type { ColumnInfo } from '../signals/columns.ts';
import type { Signal } from '../signals/signal.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import { isPrivate } from '../text/private-text.ts';
import { cellIn, isEmptyCell, readJson } from './cell.ts';
import { labelOf } from './label.ts';
import { columnsFor, type Meaning, type MeaningView, meanings } from './meanings.ts';
import { endOf, readDate, type WrittenDate } from './read-date.ts';
import { readSum, type Sum } from './read-number.ts';
import { readPerson, readPlainly } from './read-person.ts';

export type FactRow = Pick<Signal, 'columns' | 'bridgeId' | 'bridgeName' | 'name'>;
export type FactView = MeaningView & Pick<DigestView, 'columns' | 'timezone' | 'createdAt'>;

/**
 * What a cell says: `value` as it is read, or null where it can't be read as the config declares it: then `written` is what
 * the row writes. `isDeclared`: by the config, and not by its format alone.
 */
export interface Fact<Value> {
  /** The column's display name. */
  readonly column: string;
  readonly isDeclared: boolean;
  readonly value: Value | null;
  readonly written: string | null;
}

export interface ReadDate {
  readonly date: WrittenDate;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** A value that is read for certain. */
export type ReadFact<Value> = Fact<Value> & { readonly value: Value };

const longestWritten = 60;

/** Reads the cells of one row by what the config declares, and by their format alone where it says nothing. Pure. */
export function createFactReader(row: FactRow, view: FactView) {
  const infos = view.columns.get(row.bridgeId.toLowerCase()) ?? [];
  const infoOf = (column: string) => infos.find(({ name }) => name === column);
  const isShown = (column: string) => infoOf(column)?.internal !== true;

  /** Of the declared columns the first that can be read; else the first that holds anything, as it is written. */
  const declared = <Value>(
    meaning: Meaning,
    read: (cell: unknown, info: ColumnInfo | undefined, column: string) => Value | null,
  ): Fact<Value> | null => {
    const held = (columnsFor(meaning, row, view) ?? []).filter(
      (column) => isShown(column) && !isEmptyCell(cellIn(row, column)),
    );
    for (const column of held) {
      const value = read(cellIn(row, column), infoOf(column), column);
      if (value !== null) return { column, isDeclared: true, value, written: null };
    }
    const [column] = held;
    const written = column === undefined ? null : writtenIn(cellIn(row, column));
    return column === undefined || written === null
      ? null
      : { column, isDeclared: true, value: null, written };
  };

  const named = new Set(meanings.flatMap((meaning) => columnsFor(meaning, row, view) ?? []));
  /** What nobody declared, by format: unless the config says that no column has this meaning. */
  const byFormat = <Value>(
    meaning: Meaning,
    read: (cell: unknown, info: ColumnInfo | undefined) => Value | null,
  ): ReadFact<Value>[] => {
    if (columnsFor(meaning, row, view)?.length === 0) return [];
    const open = Object.keys(row.columns).filter((column) => isShown(column) && !named.has(column));
    return open.flatMap((column) => {
      const value = read(cellIn(row, column), infoOf(column));
      return value === null ? [] : [{ column, isDeclared: false, value, written: null }];
    });
  };

  const dated = (cell: unknown): ReadDate | null => {
    const date = readDate(cell);
    return date && { date, endsAt: endOf(date, view.timezone) };
  };

  return {
    deadline: () => declared('deadline', dated),
    /** Another date. By format alone the nearest one that lies ahead. */
    date(): Fact<ReadDate> | null {
      const own = declared('date', dated);
      if (own !== null) return own;
      const now = Date.parse(view.createdAt);
      const found = byFormat('date', (cell, info) => (mayBeDate(info) ? dated(cell) : null));
      const ahead = found.filter(({ value }) => value.endsAt > now);
      return ahead.sort((a, b) => a.value.endsAt - b.value.endsAt)[0] ?? null;
    },
    money(): Fact<Sum> | null {
      const own = declared('money', (cell, info) => readSum(cell, info?.currency ?? null));
      return own ?? byFormat('money', readMoney)[0] ?? null;
    },
    stage(): Fact<string> | null {
      const own = declared('stage', (cell, info) => plainText(labelled(cell, info) ?? cell));
      return own ?? byFormat('stage', (cell, info) => plainText(labelled(cell, info)))[0] ?? null;
    },
    person(): Fact<string> | null {
      const post = (columnsFor('post', row, view) ?? []).map((column) => cellIn(row, column));
      const beside = post.find((cell) => !isEmptyCell(cell));
      const own = declared('person', (cell) => readPerson(readJson(cell), beside));
      // What can't be read as a name may be an address.
      return own?.value == null || row.name?.includes(own.value.split(',')[0] ?? own.value) ? null : own;
    },
    post(): Fact<string> | null {
      const own = declared('post', readPlainly);
      return own?.value == null || row.name?.includes(own.value) ? null : own;
    },
    /** The texts of which a sentence may be shown, the most telling first. */
    texts(): readonly { readonly column: string; readonly value: string }[] {
      const columns = columnsFor('why', row, view)?.filter(isShown);
      const found =
        columns ?? Object.keys(row.columns).filter((name) => infoOf(name)?.analysed && isShown(name));
      return found.flatMap((column) => {
        const value = cellIn(row, column);
        return typeof value === 'string' ? [{ column, value }] : [];
      });
    },
  };
}

const dates: ReadonlySet<string> = new Set(['date', 'text']);

/** Rows of a text column hold dates often enough. */
function mayBeDate(info: ColumnInfo | undefined): boolean {
  return info?.format == null || dates.has(info.format);
}

/** A number alone is a sum where its format says so, or where the row writes a currency beside it. */
function readMoney(cell: unknown, info: ColumnInfo | undefined): Sum | null {
  if (info?.format === 'currencyUnit') return readSum(cell, info.currency);
  return typeof cell === 'string' && /[$€£¥]/.test(cell) ? readSum(cell, null) : null;
}

/** An enumeration's value may be a code: its label is for people. */
function labelled(cell: unknown, info: ColumnInfo | undefined): string | null {
  return info?.format === 'enumeration' && typeof cell === 'string' ? labelOf(cell, info) : null;
}

function plainText(value: unknown): string | null {
  if (typeof value !== 'string' || isPrivate(value)) return null;
  return oneLine(value, longest.columnName);
}

/** A cell that can't be read as declared is shown, unless it holds somebody's address. */
function writtenIn(cell: unknown): string | null {
  if (typeof cell !== 'string' && typeof cell !== 'number') return null;
  const text = oneLine(String(cell), longestWritten);
  return text === null || isPrivate(text) ? null : text;
}

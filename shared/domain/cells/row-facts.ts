import type { ColumnInfo, ColumnsByBridge } from '../rows/columns.ts';
import type { Signal } from '../rows/signal.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import { isPrivate } from '../text/private-text.ts';
import { cellIn, isEmptyCell, labelOf, readJson } from './cell.ts';
import { columnsFor, type Meaning, type MeaningView, meanings } from './meanings.ts';
import { endOf, readDate, type WrittenDate } from './read-date.ts';
import { readNumber, readSum, type Sum } from './read-number.ts';
import { readPerson, readPlainly } from './read-person.ts';

export type FactRow = Pick<Signal, 'columns' | 'bridgeId' | 'bridgeName' | 'name'>;

export interface FactView extends MeaningView {
  /** ISO 8601. Dates before it are over. */
  readonly createdAt: string;
  /** A zone of the IANA database. */
  readonly timezone: string;
  readonly columns: ColumnsByBridge;
}

/**
 * `value` is null where the cell can't be read as the config declares it: `written` is then the row's own text.
 * `isDeclared` is false if only the format told the meaning.
 */
export interface Fact<Value> {
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

export type ReadFact<Value> = Fact<Value> & { readonly value: Value };

const longestWritten = 60;

/** Reads the cells of one row by what the config declares, and by their format alone where it says nothing. Pure. */
export function createFactReader(row: FactRow, view: FactView) {
  const cells = openCells(row, view);
  return {
    deadline: () => cells.declared('deadline', (cell) => dated(cell, view)),
    /** The first declared date that lies ahead counts, else the first; by format alone, the nearest ahead. */
    date(): Fact<ReadDate> | null {
      const read = (cell: unknown) => dated(cell, view);
      const ahead = (one: ReadDate) => isAhead(one, view);
      return cells.declared('date', read, ahead) ?? nearestAhead(cells, view);
    },
    money(): Fact<Sum> | null {
      const own = cells.declared('money', (cell, info) => readSum(cell, info?.currency ?? null));
      // A sum of nothing is not worth telling.
      if (readNumber(own?.written) === 0) return null;
      return own ?? cells.byFormat('money', readMoney)[0] ?? null;
    },
    stage(): Fact<string> | null {
      const own = cells.declared('stage', (cell, info) => plainText(labelled(cell, info) ?? cell));
      return own ?? cells.byFormat('stage', (cell, info) => plainText(labelled(cell, info)))[0] ?? null;
    },
    /** A person whom the row names is left out. A text that can't be read as a name may be an address. */
    person(): ReadFact<string> | null {
      const own = cells.declared('person', (cell, _, column) =>
        readPerson(readJson(cell), cells.postBeside(column)),
      );
      return isNews(own, row.name, ',') ? own : null;
    },
    post(): ReadFact<string> | null {
      const own = cells.declared('post', readPlainly);
      return isNews(own, row.name) ? own : null;
    },
    texts: () => cells.texts(),
  };
}

type ReadCell<Value> = (cell: unknown, info: ColumnInfo | undefined, column: string) => Value | null;
type Cells = ReturnType<typeof openCells>;

function openCells(row: FactRow, view: FactView) {
  const infos = view.columns.get(row.bridgeId.toLowerCase()) ?? [];
  const infoOf = (column: string) => infos.find(({ name }) => name === column);
  const isShown = (column: string) => infoOf(column)?.internal !== true;
  const columnsOf = (meaning: Meaning) => columnsFor(meaning, row, view);
  const heldBy = (meaning: Meaning) =>
    (columnsOf(meaning) ?? []).filter((column) => isShown(column) && !isEmptyCell(cellIn(row, column)));
  const readAll = <Value>(columns: readonly string[], isDeclared: boolean, read: ReadCell<Value>) =>
    columns.flatMap((column): ReadFact<Value>[] => {
      const value = read(cellIn(row, column), infoOf(column), column);
      return value === null ? [] : [{ column, isDeclared, value, written: null }];
    });
  return {
    /** The best readable value counts, else the first; else the first cell that holds anything, as it is written. */
    declared<Value>(meaning: Meaning, read: ReadCell<Value>, isBest?: (value: Value) => boolean) {
      const held = heldBy(meaning);
      const facts: Fact<Value>[] = readAll(held, true, read);
      const best = facts.find(({ value }) => value !== null && isBest?.(value)) ?? facts[0];
      const [column] = held;
      const written = column === undefined ? null : writtenIn(cellIn(row, column));
      if (best || column === undefined || written === null) return best ?? null;
      return { column, isDeclared: true, value: null, written };
    },
    /** None if the config says that no column has this meaning. */
    byFormat<Value>(meaning: Meaning, read: ReadCell<Value>): ReadFact<Value>[] {
      if (columnsOf(meaning)?.length === 0) return [];
      const named = new Set(meanings.flatMap((one) => columnsOf(one) ?? []));
      const others = Object.keys(row.columns).filter((column) => !named.has(column) && isShown(column));
      return readAll(others, false, read);
    },
    /** The title's column is called after the person's, else it has the same place; nobody else's title is taken. */
    postBeside(column: string): unknown {
      const [posts, persons] = [columnsOf('post') ?? [], columnsOf('person') ?? []];
      const called = posts.find((name) => name.startsWith(`${column} `));
      const paired = posts.length === persons.length ? posts[persons.indexOf(column)] : undefined;
      const only = persons.length === 1 ? heldBy('post')[0] : undefined;
      return cellIn(row, called ?? paired ?? only ?? '');
    },
    texts() {
      const analysed = () => Object.keys(row.columns).filter((name) => infoOf(name)?.analysed);
      return (columnsOf('why') ?? analysed()).filter(isShown).flatMap((column) => {
        const value = cellIn(row, column);
        return typeof value === 'string' ? [{ column, value }] : [];
      });
    },
  };
}

function dated(cell: unknown, { timezone }: FactView): ReadDate | null {
  const date = readDate(cell);
  return date && { date, endsAt: endOf(date, timezone) };
}

function isAhead({ endsAt }: ReadDate, { createdAt }: FactView): boolean {
  return endsAt > Date.parse(createdAt);
}

function nearestAhead(cells: Cells, view: FactView): Fact<ReadDate> | null {
  const dates = cells.byFormat('date', (cell, info) => (mayBeDate(info) ? dated(cell, view) : null));
  const ahead = dates.filter(({ value }) => isAhead(value, view));
  return ahead.sort((a, b) => a.value.endsAt - b.value.endsAt)[0] ?? null;
}

/** The row's name does not say the text up to a separator already. */
function isNews(fact: Fact<string> | null, name: string | null, separator = '\n'): fact is ReadFact<string> {
  const [said] = fact?.value?.split(separator) ?? [];
  return said !== undefined && name?.includes(said) !== true;
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

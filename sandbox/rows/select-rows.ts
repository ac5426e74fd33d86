import { bridgeWord, type RowStore } from '../store/row-store.ts';
import type { SqlCondition } from './filter-terms.ts';
import type { SortTerm } from './sort-terms.ts';

export interface RowSelection {
  readonly bridgeNo: number;
  readonly conditions: readonly SqlCondition[];
  readonly sorts: readonly SortTerm[];
  /** An FTS5 expression that also limits to the bridge; null: no search. */
  readonly search: string | null;
}

export interface SelectedRows {
  readonly nos: readonly number[];
  readonly totalItems: number;
}

/**
 * A page and the count of all. The first sort decides which index is walked, so that the cost of a page does not grow
 * with the bridge. Ties are sorted by the row's number in the same direction. Unsorted rows come latest first.
 */
export function selectRows(
  store: RowStore,
  selection: RowSelection,
  limit: number,
  offset: number,
): SelectedRows {
  const { bridgeNo, conditions, sorts, search } = selection;
  const where = [{ sql: 'r.bridge_no = ?', values: [bridgeNo] }, ...conditions];
  const first = sorts[0];
  const walk = typeof first?.by === 'number' ? first.by : null;
  if (walk !== null) where.push({ sql: 's.column_no = ? AND s.place = 0', values: [walk] });

  const from =
    walk !== null
      ? 'cells s CROSS JOIN rows r ON r.no = s.row_no'
      : search !== null && sorts.length === 0
        ? 'words w CROSS JOIN rows r ON r.no = w.rowid'
        : 'rows r';
  if (search !== null) {
    const sql = from.startsWith('words')
      ? 'w.words MATCH ?'
      : 'r.no IN (SELECT rowid FROM words WHERE words MATCH ?)';
    where.push({ sql, values: [search] });
  }

  const order = [...sorts.map((sort, index) => orderTerm(sort, index === 0)), tieBreak(from, first)].join(
    ', ',
  );
  const { sql, values } = allOf(where);
  const nos = store.all(`SELECT r.no AS no FROM ${from} WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`, [
    ...values,
    limit,
    offset,
  ]);
  return { nos: nos.map(({ no }) => Number(no)), totalItems: countAll(store, selection) };
}

function countAll(store: RowStore, { bridgeNo, conditions, search }: RowSelection): number {
  if (conditions.length === 0) {
    if (search === null) return store.countRows(bridgeNo);
    return Number(store.value('SELECT count(*) FROM words WHERE words MATCH ?', [search]));
  }
  const where: SqlCondition[] = [{ sql: 'r.bridge_no = ?', values: [bridgeNo] }, ...conditions];
  if (search !== null) {
    where.push({ sql: 'r.no IN (SELECT rowid FROM words WHERE words MATCH ?)', values: [search] });
  }
  const { sql, values } = allOf(where);
  return Number(store.value(`SELECT count(*) FROM rows r WHERE ${sql}`, values));
}

function orderTerm({ by, direction }: SortTerm, first: boolean): string {
  if (typeof by === 'string') return `${by} ${direction}`;
  if (first) return `s.value ${direction}`;
  return `(SELECT value FROM cells WHERE row_no = r.no AND column_no = ${by} AND place = 0) ${direction}`;
}

/** Named as in the table that is walked: only then does SQLite see that its index already has this order. */
function tieBreak(from: string, first: SortTerm | undefined): string {
  const no = from.startsWith('cells') ? 's.row_no' : from.startsWith('words') ? 'w.rowid' : 'r.no';
  return `${no} ${first?.direction ?? 'DESC'}`;
}

function allOf(conditions: readonly SqlCondition[]): { sql: string; values: (string | number)[] } {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => [...values]),
  };
}

/**
 * The FTS5 expression for rows of the bridge that hold every word of the text, in any order. Each word goes in as a
 * quoted string, so nothing a user types is read as syntax. Null when the text is blank: nothing is searched for.
 */
export function searchExpression(bridgeNo: number, text: string): string | null {
  // A NUL would end the expression inside its quotes.
  const parts = [...new Set(text.replaceAll('\0', ' ').split(/\s+/u))].filter((part) => part !== '');
  if (parts.length === 0) return null;
  // A part without a letter or digit is not a word, and no row matches it: it is searched for only if there are no words.
  const words = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  const quoted = (words.length > 0 ? words : parts).map((word) => `"${word.replaceAll('"', '""')}"`);
  return `bridge : "${bridgeWord(bridgeNo)}" AND text : (${quoted.join(' AND ')})`;
}

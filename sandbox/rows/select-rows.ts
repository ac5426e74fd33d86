import type { Row } from '../data/make-row.ts';
import { type CellValue, cellValues } from './field-values.ts';
import type { Condition } from './filter-terms.ts';
import type { SortTerm } from './sort-terms.ts';

export interface RowSelection {
  readonly conditions: readonly Condition[];
  readonly sorts: readonly SortTerm[];
  /** Each row must hold all of them. */
  readonly words: readonly string[];
}

/** `rows` by arrival. Ties are sorted by arrival, in the direction of the first sort. Unsorted rows come latest first. */
export function selectRows(rows: readonly Row[], { conditions, sorts, words }: RowSelection): Row[] {
  const fitting = rows.filter(
    (row) => conditions.every((fits) => fits(row)) && (words.length === 0 || holdsWords(row, words)),
  );
  if (sorts[0]?.direction !== 'ASC') fitting.reverse();
  return fitting
    .map((row) => ({ row, values: sorts.map(({ read }) => read(row)) }))
    .sort((one, other) => {
      for (const [index, { direction }] of sorts.entries()) {
        const order = compare(one.values[index], other.values[index]);
        if (order !== 0) return direction === 'ASC' ? order : -order;
      }
      return 0;
    })
    .map(({ row }) => row);
}

/** Empty values first; numbers before texts. */
function compare(one: CellValue | undefined, other: CellValue | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : 1;
}

function holdsWords(row: Row, words: readonly string[]): boolean {
  const cells = row.bridge.columns.flatMap((column) => cellValues(column, row));
  const texts = cells.filter((value) => typeof value === 'string');
  const held = new Set(wordsIn([row.name, ...texts].join('\n')));
  return words.every((word) => held.has(word));
}

/** In lower case and without accents. */
export function wordsIn(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

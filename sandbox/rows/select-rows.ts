import * as v from 'valibot';
import type { BridgeRecord } from '../data/bridges.ts';
import type { Row } from '../data/make-row.ts';
import { type CellValue, cellValues, findField } from './row-fields.ts';

const field = v.string();
const primitive = v.union([v.string(), v.number(), v.boolean()]);
const term = v.variant('operation', [
  v.object({ field, operation: v.picklist(['Equals', 'DoesNotEqual']), value: primitive }),
  v.object({ field, operation: v.picklist(['Any', 'None']), value: v.array(primitive) }),
  v.object({ field, operation: v.picklist(['IsEmpty', 'IsNotEmpty']), value: v.optional(v.null()) }),
]);
const sort = v.object({ column: v.string(), direction: v.optional(v.picklist(['ASC', 'DESC']), 'ASC') });

/** The body of a list of rows. If a misspelt member were ignored, the answer would list everything. */
export const selectionSchema = v.strictObject({
  // Unlike sorts and query, the contract does not let it be null.
  filters: v.optional(v.object({ terms: v.array(term) }), { terms: [] }),
  sorts: v.nullish(v.array(sort), []),
  query: v.nullish(v.string(), ''),
});
export type Selection = v.InferOutput<typeof selectionSchema>;

/**
 * `rows` by arrival. Ties are sorted by arrival, in the direction of the first sort. Unsorted rows come latest first.
 * Throws a 400 on a field that is not mapped.
 */
export function selectRows(
  bridge: BridgeRecord,
  rows: readonly Row[],
  { filters, sorts, query }: Selection,
): Row[] {
  const conditions = filters.terms.map((term) => toCondition(bridge, term));
  const readers = sorts.map(({ column }) => findField(bridge, column, 'sorts'));
  const words = wordsIn(query ?? '');
  const fitting = rows.filter(
    (row) => conditions.every((fits) => fits(row)) && (words.length === 0 || holdsWords(row, words)),
  );
  if (sorts[0]?.direction !== 'ASC') fitting.reverse();
  return fitting
    .map((row) => ({ row, values: readers.map((read) => read(row)[0]) }))
    .sort((one, other) => {
      for (const [index, { direction }] of sorts.entries()) {
        const order = compare(one.values[index], other.values[index]);
        if (order !== 0) return direction === 'ASC' ? order : -order;
      }
      return 0;
    })
    .map(({ row }) => row);
}

/** `Equals` and `Any` look in a list for one value that fits. A negative condition is true for an empty cell, too. */
function toCondition(
  bridge: BridgeRecord,
  { field, operation, value }: v.InferOutput<typeof term>,
): (row: Row) => boolean {
  const read = findField(bridge, field, 'filters');
  const wanted = [value].flat().map(String);
  const isNegated = ['DoesNotEqual', 'None', 'IsEmpty'].includes(operation);
  return (row) => {
    const values = read(row);
    const isFilled = operation === 'IsEmpty' || operation === 'IsNotEmpty';
    const fits = isFilled ? values.length > 0 : values.some((one) => wanted.includes(String(one)));
    return fits !== isNegated;
  };
}

/** Empty values first; numbers before texts. */
function compare(one: CellValue | undefined, other: CellValue | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : 1;
}

function holdsWords(row: Row, words: readonly string[]): boolean {
  const texts = row.bridge.columns.flatMap((column) => cellValues(column, row));
  const held = new Set(wordsIn([row.name, ...texts].join('\n')));
  return words.every((word) => held.has(word));
}

function wordsIn(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

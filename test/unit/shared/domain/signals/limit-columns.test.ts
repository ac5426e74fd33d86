import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limitColumns, mostColumnBytes } from '../../../../../shared/domain/signals/limit-columns.ts';
import { exampleColumn as column } from '../../../../support/examples/example-columns.ts';

it('the columns of an ordinary bridge are kept as they are', () => {
  const columns = [
    column({ labels: { A: 'Open', B: 'Closed' } }),
    column({ name: 'Budget', currency: 'USD' }),
  ];
  expect(limitColumns(columns)).toEqual(columns);
});

it('500 columns are all kept, and their labels as far as there is room', () => {
  const labels = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`VALUE_${n}`, `The label ${n}`]));
  const columns = Array.from({ length: 500 }, (_, n) => column({ name: `Column ${n}`, labels }));

  const kept = limitColumns(columns);

  expect(kept.map(({ name }) => name)).toEqual(columns.map(({ name }) => name));
  expect(kept[0]?.labels).toEqual(labels);
  expect(kept.at(-1)?.labels).toEqual({});
});

it('however long and many they are, they stay within the limit', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('x', '\u0001', '😀').map((one) => one.repeat(150)),
  );
  const long = fc.constant('x'.repeat(90_000));
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          name: fc.oneof(text, long),
          format: fc.option(fc.oneof(text, long)),
          currency: fc.option(text),
          labels: fc.dictionary(text, fc.oneof(text, long)),
          analysed: fc.boolean(),
          internal: fc.boolean(),
        }),
        { maxLength: 600, size: 'max' },
      ),
      (columns) => {
        expect(Buffer.byteLength(JSON.stringify(limitColumns(columns)))).toBeLessThanOrEqual(mostColumnBytes);
      },
    ),
    { numRuns: 30 },
  );
});

it('a column with an endless name is left out: cut, no cell would be found by it', () => {
  expect(limitColumns([column({ name: 'x'.repeat(201) }), column({})])).toEqual([column({})]);
});

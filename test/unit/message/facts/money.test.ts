import { expect, it } from 'vitest';
import { addSums, formatSum } from '../../../../message/facts/money.ts';
import { formatOrdinal } from '../../../../message/facts/numbers.ts';
import { readSum } from '../../../../shared/domain/cells/read-number.ts';

const tell = (value: unknown, currency: string | null) => {
  const sum = readSum(value, currency);
  return sum && formatSum(sum);
};

it.each<[unknown, string | null, string | null]>([
  [1_250_000, 'USD', '$1.25M'],
  [42_500, 'USD', '$42.5K'],
  [850, 'USD', '$850'],
  [2_070_400, 'USD', '$2.07M'],
  ['1,250,000', 'USD', '$1.25M'],
  ['$1,250,000.00', 'USD', '$1.25M'],
  [' € 20 ', 'USD', '€20'],
  ['-$1,250.50', null, '-$1.25K'],
  [1_250_000, 'CHF', 'CHF 1.25M'],
  [1_250_000, 'xyz', 'XYZ 1.25M'],
  [1_250_000, null, '1.25M'],
  [1_250_000, 'dollars!', '1.25M'],
  ...[0, '0', '$0.00', '', null, 'unknown', '$1M to $2M', Number.NaN, { value: 5 }].map(
    (value): [unknown, string, null] => [value, 'USD', null],
  ),
])('reads %j in %s as a sum and tells it as %s', (value, currency, told) => {
  expect(tell(value, currency)).toBe(told);
});

it('adds sums of one currency, to the cent, and none of several', () => {
  const sums = (...written: readonly unknown[]) =>
    written.flatMap((one) => readSum(one, typeof one === 'number' ? 'USD' : null) ?? []);
  expect(addSums(sums('$0.10', '$0.20', 3))).toEqual({ amount: 3.3, currency: 'USD', named: 3 });
  for (const some of [[], ['$5', '€5'], ['$5', '5']]) expect(addSums(sums(...some))).toBeNull();
});

it('tells places as people say them', () => {
  expect([1, 10, 11, 21, 22, 23, 112].map(formatOrdinal)).toEqual([
    ...['1st', '10th', '11th', '21st', '22nd', '23rd', '112th'],
  ]);
});

import { expect, it } from 'vitest';
import { itemSize } from '../../../../../shared/ledger/table/item-size.ts';

it.each([
  [{ pk: 'a', sk: 'b' }, 6],
  [{ é: 'ü' }, 4],
  [{ a: '\u{1F600}' }, 5],
  [{ a: null }, 2],
  [{ a: Number.MAX_SAFE_INTEGER }, 1 + 11],
  [{ a: false }, 2],
  [{ a: [] }, 4],
  [{ a: {} }, 4],
  [{ a: ['x', null] }, 1 + 3 + (1 + 1) + (1 + 1)],
  [{ a: { b: { c: 'd' } } }, 1 + 3 + (1 + 1 + 3 + (1 + 1 + 1))],
])('the size of an item counts names, values and overhead as DynamoDB does: %j', (item, bytes) => {
  expect(itemSize(item)).toBe(bytes);
});

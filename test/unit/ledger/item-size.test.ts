import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemSize } from '../../../shared/ledger/table/item-size.ts';

describe('the size of an item', () => {
  it.each([
    [{ pk: 'a', sk: 'b' }, 6],
    [{ é: 'ü' }, 4],
    [{ a: '\u{1F600}' }, 5],
    [{ a: null }, 2],
    [{ a: false }, 2],
    [{ a: [] }, 4],
    [{ a: {} }, 4],
    [{ a: ['x', null] }, 1 + 3 + (1 + 1) + (1 + 1)],
    [{ a: { b: { c: 'd' } } }, 1 + 3 + (1 + 1 + 3 + (1 + 1 + 1))],
  ])('counts names, values and overhead as DynamoDB does: %j', (item, bytes) => {
    expect(itemSize(item)).toBe(bytes);
  });

  it('counts a number by its significant digits, never with less than DynamoDB does', () => {
    expect(itemSize({ a: 0 })).toBe(2);
    expect(itemSize({ a: 1_000_000 })).toBe(itemSize({ a: 1 }));
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const digits = String(Math.abs(number)).replace(/0+$/, '').length;
        expect(itemSize({ a: number })).toBeGreaterThanOrEqual(1 + Math.ceil(digits / 2));
        expect(itemSize({ a: number })).toBeLessThanOrEqual(1 + 21);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { indexUnits, readUnits, sizeOf, writeUnits } from '../../../local/cost/table-units.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';

/** An item of exactly so many bytes: `pk`, `sk` and `text` with their values. */
function itemOf(bytes: number): Item {
  const empty = { pk: 'p', sk: 's', text: '' };
  return { ...empty, text: 'x'.repeat(bytes - sizeOf(empty)) };
}

describe('the units of a read', () => {
  it.each([
    ['nothing found', 0, 1],
    ['one byte', 1, 1],
    ['4 KB', 4096, 1],
    ['a byte more than 4 KB', 4097, 2],
    ['40 KB', 40_960, 10],
  ])('are one for each 4 KB, rounded up: %s', (_, bytes, units) => {
    expect(readUnits(bytes, 'strong')).toBe(units);
  });

  it('are half as many where the read may lag behind', () => {
    expect([0, 4096, 4097].map((bytes) => readUnits(bytes, 'eventual'))).toEqual([0.5, 0.5, 1]);
  });
});

describe('the units of a write', () => {
  it.each([
    [100, 1],
    [1024, 1],
    [1025, 2],
    [10_240, 10],
  ])('are one for each KB, rounded up: %i bytes take %i', (bytes, units) => {
    expect(writeUnits([undefined, itemOf(bytes)])).toBe(units);
  });

  it('go by the larger of what was there and what is there now', () => {
    expect(writeUnits([itemOf(5000), itemOf(100)])).toBe(5);
    expect(writeUnits([itemOf(100), itemOf(5000)])).toBe(5);
  });

  it('are one for a delete of nothing', () => {
    expect(writeUnits([undefined, undefined])).toBe(1);
  });
});

describe('the units of the due index', () => {
  const plain = { pk: 'p', sk: 's' };
  const due = { ...plain, dueShard: 'due-0', dueAt: 1000 };

  it.each([
    ['an item that is in it and stays where it is', due, { ...due, state: 'SENDING' }, 0],
    ['an item that never was in it', plain, { ...plain, v: 1 }, 0],
    ['an item that enters', undefined, due, 1],
    ['an item that leaves', due, plain, 1],
    ['an item that is deleted', due, undefined, 1],
    ['an item that moves to another time', due, { ...due, dueAt: 2000 }, 2],
  ])('for %s', (_, before, after, units) => {
    expect(indexUnits(before, after)).toBe(units);
  });

  it('are none for half of its attributes', () => {
    expect(indexUnits(undefined, { ...plain, dueAt: 1000 })).toBe(0);
  });
});

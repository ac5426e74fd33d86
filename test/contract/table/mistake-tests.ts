import { describe, expect, it } from 'vitest';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableSuite } from './table-under-test.ts';

const key = { pk: 'B#1', sk: 'META' };
const twice = [{ kind: 'put', item: key } as const, { kind: 'delete', key } as const];

/** What no table takes. */
export function describeMistakes(suite: TableSuite): void {
  describe('mistakes', () => {
    const put = (item: object) => () => suite.table.put(item as Item);
    const mistakes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['an empty key', put({ pk: '', sk: 'a' })],
      ['a pk over 2048 bytes', put({ pk: 'é'.repeat(1025), sk: 'a' })],
      ['an sk over 1024 bytes', put({ pk: 'a', sk: 'x'.repeat(1025) })],
      ['half of a surrogate pair in a key', put({ pk: 'a\ud800', sk: 'a' })],
      ['a number that is none', put({ ...key, a: Number.NaN })],
      ['undefined', put({ ...key, a: undefined })],
      ['a bigint', put({ ...key, a: 1n })],
      ['a dueAt that is no number', put({ ...key, dueAt: null })],
      ['a dueShard that is no string', put({ ...key, dueShard: 1 })],
      ['a read of no key', () => suite.table.getAll([])],
      ['a read that names a key twice', () => suite.table.getAll([key, key])],
      [
        'a read of 101 keys',
        () => suite.table.getAll(Array.from({ length: 101 }, (_, at) => ({ ...key, sk: `${at}` }))),
      ],
      ['an update of the key', () => suite.table.update({ key, set: { sk: 'other' } })],
      ['an update of nothing', () => suite.table.update({ key, set: {}, remove: [] })],
      [
        'an update that only removes, of an item that may be absent',
        () => suite.table.update({ key, remove: ['a'] }),
      ],
      ['setting and removing the same', () => suite.table.update({ key, set: { a: 1 }, remove: ['a'] })],
      ['adding and setting the same', () => suite.table.update({ key, set: { a: 1 }, add: { a: 1 } })],
      ['adding and removing the same', () => suite.table.update({ key, add: { a: 1 }, remove: ['a'] })],
      ['adding to the key', () => suite.table.update({ key, add: { sk: 1 } })],
      ['adding a number that is none', () => suite.table.update({ key, add: { a: Number.NaN } })],
      ['no writes', () => suite.table.transact([])],
      [
        '101 writes',
        () =>
          suite.table.transact(
            Array.from({ length: 101 }, (_, n) => ({ kind: 'delete', key: { pk: 'a', sk: `${n}` } })),
          ),
      ],
      ['two writes on one key', () => suite.table.transact(twice)],
      ['a limit of 0', () => suite.table.query({ pk: 'a', limit: 0 })],
    ];
    it.each(mistakes)("%s is refused as the programmer's", async (_, make) => {
      const error = await make().catch((reason: unknown) => reason);
      expect(error instanceof TypeError || error instanceof RangeError, String(error)).toBe(true);
    });
  });
}

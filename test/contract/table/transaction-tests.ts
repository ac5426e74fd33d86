import { describe, expect, it } from 'vitest';
import type { TableSuite } from './table-under-test.ts';

/** All or nothing, why nothing, and what is too large. */
export function describeTransactions(suite: TableSuite): void {
  describe('transactions', () => {
    it('takes a hundred writes', async () => {
      const pk = suite.partition();
      await suite.table.transact(
        Array.from({ length: 100 }, (_, n) => ({ kind: 'put' as const, item: { pk, sk: `${n}` } })),
      );
      expect((await suite.table.query({ pk })).items).toHaveLength(100);
    });

    it('lets one of many concurrent transactions over the same items win', async () => {
      const pk = suite.partition();
      const attempts = Array.from({ length: 10 }, (_, owner) =>
        suite.table.transact(
          ['one', 'two'].map((sk) => ({
            kind: 'put' as const,
            item: { pk, sk, owner },
            condition: { kind: 'absent' as const },
          })),
        ),
      );
      const settled = await Promise.allSettled(attempts);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const owners = (await suite.table.query({ pk })).items.map(({ owner }) => owner);
      expect(owners).toHaveLength(2);
      expect(new Set(owners).size).toBe(1);
    });
  });

  describe('sizes', () => {
    // pk (4) + sk (2 + 3) + name (1): what is left of 400 KB is the value's.
    const exactly = (pk: string) => ({ pk, sk: 'one', a: 'x'.repeat(409_600 - 2 - pk.length - 5 - 1) });

    it('takes an item of exactly 400 KB', async () => {
      const item = exactly(suite.partition());
      await suite.table.put(item);
      expect(await suite.table.get(item)).toEqual(item);
    });

    it('refuses one byte more, by put and by update, and writes nothing', async () => {
      const item = exactly(suite.partition());
      const grown = { ...item, a: `${item.a}x` };
      await expect(suite.table.put(grown)).rejects.toMatchObject({ code: 'ITEM_TOO_LARGE' });
      await suite.table.put(item);
      await expect(suite.table.update({ key: item, set: { b: '' } })).rejects.toMatchObject({
        code: 'ITEM_TOO_LARGE',
      });
      expect(await suite.table.get(item)).toEqual(item);
    });

    it('counts letters by their UTF-8 bytes', async () => {
      const item = { pk: suite.partition(), sk: 'one', a: 'é'.repeat(204_900) };
      await expect(suite.table.put(item)).rejects.toMatchObject({ code: 'ITEM_TOO_LARGE' });
    });

    it('cancels a transaction over an item that is or grows too large', async () => {
      const item = exactly(suite.partition());
      await suite.table.put(item);
      const other = { pk: suite.partition(), sk: 'one' };
      await expect(
        suite.table.transact([
          { kind: 'put', item: other },
          { kind: 'update', key: item, set: { b: '' } },
        ]),
      ).rejects.toMatchObject({
        code: 'TRANSACTION_CANCELLED',
        reasons: [{ code: 'none' }, { code: 'too-large' }],
      });
      await expect(
        suite.table.transact([
          { kind: 'put', item: { ...item, a: `${item.a}x` } },
          { kind: 'put', item: other },
        ]),
      ).rejects.toMatchObject({
        code: 'TRANSACTION_CANCELLED',
        reasons: [{ code: 'too-large' }, { code: 'none' }],
      });
      expect(await suite.table.get(other)).toBeUndefined();
    });

    it('cancels a transaction over 4 MB in all', async () => {
      const pk = suite.partition();
      const writes = Array.from({ length: 11 }, (_, n) => ({
        kind: 'put' as const,
        item: { pk, sk: `${n}`, a: 'x'.repeat(390_000) },
      }));
      await expect(suite.table.transact(writes)).rejects.toMatchObject({
        reasons: writes.map(() => ({ code: 'too-large' })),
      });
      expect((await suite.table.query({ pk })).items).toEqual([]);
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { DueKey, Item, Key, TablePage } from '../../../shared/ledger/table/table.ts';
import type { TableSuite } from './table-under-test.ts';

/** What is listed, in which order, page by page. */
export function describeQueries(suite: TableSuite): void {
  describe('queries', () => {
    const readAll = async <Cursor extends Key>(
      read: (cursor: Cursor | undefined) => Promise<TablePage<Cursor>>,
    ): Promise<readonly (readonly Item[])[]> => {
      const pages: (readonly Item[])[] = [];
      let cursor: Cursor | undefined;
      do {
        const page = await read(cursor);
        pages.push(page.items);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return pages;
    };
    const fill = async (sks: readonly string[], pk = suite.partition()): Promise<string> => {
      for (const sk of sks) await suite.table.put({ pk, sk });
      return pk;
    };

    it('lists one partition by the UTF-8 bytes of sk', async () => {
      const pk = await fill(['b', 'B', '\u{1F600}', 'ä', '\uffee', 'a', 'a#', 'aa']);
      await fill(['other']);
      const { items } = await suite.table.query({ pk });
      expect(items.map(({ sk }) => sk)).toEqual(['B', 'a', 'a#', 'aa', 'b', 'ä', '\uffee', '\u{1F600}']);
    });

    it('lists what begins with a prefix, taken literally', async () => {
      const pk = await fill(['OUT', 'OUT#1', 'OUT#2', 'OUT#\u{10FFFF}x', 'OUT$', 'OVT#', 'OUT%', 'O_T#']);
      const sks = async (prefix: string) =>
        (await suite.table.query({ pk, prefix })).items.map(({ sk }) => sk);
      expect(await sks('OUT#')).toEqual(['OUT#1', 'OUT#2', 'OUT#\u{10FFFF}x']);
      expect(await sks('O_T')).toEqual(['O_T#']);
      expect(await sks('none')).toEqual([]);
      expect(await sks('')).toHaveLength(8);
    });

    it('pages through with a limit, each item once', async () => {
      const pk = await fill(Array.from({ length: 7 }, (_, n) => `A#${n}`));
      await fill(['B#0'], pk);
      const pages = await readAll((cursor) => suite.table.query({ pk, prefix: 'A#', limit: 3, cursor }));
      expect(pages.flat().map(({ sk }) => sk)).toEqual(Array.from({ length: 7 }, (_, n) => `A#${n}`));
      expect(pages[0]).toHaveLength(3);
      expect(pages[1]).toHaveLength(3);
    });

    it('ends a page by its size when no limit is given', async () => {
      const pk = suite.partition();
      for (const n of [0, 1, 2, 3]) await suite.table.put({ pk, sk: `${n}`, text: 'x'.repeat(390_000) });
      const pages = await readAll((cursor) => suite.table.query({ pk, cursor }));
      expect(pages.flat().map(({ sk }) => sk)).toEqual(['0', '1', '2', '3']);
      expect(pages[0]?.length).toBeLessThan(4);
    });

    it('lists backwards, page by page, also from a cursor whose item is gone', async () => {
      const pk = await fill(['A', 'B#1', 'B#2', 'B#3', 'B#\u{10FFFF}x', 'C']);
      const wanted = { pk, prefix: 'B#', backwards: true };
      const pages = await readAll((cursor) => suite.table.query({ ...wanted, limit: 2, cursor }));
      expect(pages.flat().map(({ sk }) => sk)).toEqual(['B#\u{10FFFF}x', 'B#3', 'B#2', 'B#1']);
      await suite.table.transact([{ kind: 'delete', key: { pk, sk: 'B#2' } }]);
      const { items } = await suite.table.query({ ...wanted, cursor: { pk, sk: 'B#2' } });
      expect(items.map(({ sk }) => sk)).toEqual(['B#1']);
      const all = await suite.table.query({ pk, backwards: true });
      expect(all.items.map(({ sk }) => sk).at(0)).toBe('C');
    });

    it('goes on from a cursor although its item is gone', async () => {
      const pk = await fill(['1', '2', '3']);
      const first = await suite.table.query({ pk, limit: 1 });
      await suite.table.transact([{ kind: 'delete', key: { pk, sk: '1' } }]);
      const next = await suite.table.query({ pk, limit: 1, cursor: first.cursor });
      expect(next.items.map(({ sk }) => sk)).toEqual(['2']);
    });

    describe('of what is due', () => {
      const due = async (shard: string, until: number) => (await suite.table.due({ shard, until })).items;

      it('shows keys, earliest first, up to the time that is asked for', async () => {
        const shard = suite.partition();
        for (const dueAt of [30, 10.5, 20, 31, -5])
          await suite.table.put({ pk: suite.partition(), sk: 's', dueShard: shard, dueAt, more: 'x' });
        const items = await due(shard, 30);
        expect(items.map(({ dueAt }) => dueAt)).toEqual([-5, 10.5, 20, 30]);
        expect(Object.keys(items[0] ?? {}).sort()).toEqual(['dueAt', 'dueShard', 'pk', 'sk']);
        const later = await suite.table.due({ shard, from: 20, until: 30 });
        expect(later.items.map(({ dueAt }) => dueAt)).toEqual([20, 30]);
      });

      it('holds only items with both attributes, of the one shard', async () => {
        const shard = suite.partition();
        await suite.stored({ dueShard: shard });
        await suite.stored({ dueAt: 1 });
        await suite.stored({ dueShard: `${shard}x`, dueAt: 1 });
        const item = await suite.stored({ dueShard: shard, dueAt: 1 });
        expect(await due(shard, 100)).toEqual([item]);
      });

      it('follows updates and lets go of what is removed', async () => {
        const shard = suite.partition();
        const [moved, settled, deleted] = [
          await suite.stored({ dueShard: shard, dueAt: 1 }),
          await suite.stored({ dueShard: shard, dueAt: 2 }),
          await suite.stored({ dueShard: shard, dueAt: 3 }),
        ];
        await suite.table.update({ key: moved, set: { dueAt: 50 } });
        await suite.table.update({
          key: settled,
          remove: ['dueShard', 'dueAt'],
          condition: { kind: 'present' },
        });
        await suite.table.transact([{ kind: 'delete', key: deleted }]);
        expect(await due(shard, 10)).toEqual([]);
        expect(await due(shard, 50)).toEqual([{ ...moved, dueAt: 50 }]);
      });

      it('pages through equal times, each item once', async () => {
        const shard = suite.partition();
        const pks = Array.from({ length: 7 }, () => suite.partition());
        for (const [n, pk] of pks.entries())
          await suite.table.put({ pk, sk: 's', dueShard: shard, dueAt: n < 5 ? 1 : 2 });
        const pages = await readAll<DueKey>((cursor) =>
          suite.table.due({ shard, until: 9, limit: 2, cursor }),
        );
        expect(
          pages
            .flat()
            .map(({ pk }) => pk)
            .sort(),
        ).toEqual(pks.sort());
        expect(pages.flat().map(({ dueAt }) => dueAt)).toEqual([1, 1, 1, 1, 1, 2, 2]);
      });
    });
  });
}

import { beforeAll, describe, expect, it } from 'vitest';
import type { Condition, Item, Table, TablePage } from '../../../shared/ledger/table.ts';

export interface TableUnderTest {
  readonly name: string;
  /** An empty table. */
  open(): Promise<Table>;
}

const key = { pk: 'B#1', sk: 'META' };

/** What the ledger relies on, said once and run over every adapter. Each test uses partitions of its own. */
export function describeTable({ name, open }: TableUnderTest): void {
  describe(`a table in ${name}`, () => {
    let table: Table;
    let partitions = 0;
    const partition = () => `P#${partitions++}`;
    beforeAll(async () => {
      table = await open();
    });

    const stored = async (attributes: Record<string, Item[string]> = {}): Promise<Item> => {
      const item = { pk: partition(), sk: 'one', ...attributes };
      await table.put(item);
      return item;
    };

    describe('items', () => {
      it('gives back every kind of value as it was put', async () => {
        const item = await stored({
          text: 'grüße \u{1F600} \u0000 "quoted"',
          empty: '',
          number: -12.5,
          large: 1e125,
          precise: 0.1 + 0.2,
          yes: true,
          nothing: null,
          list: [1, 'a', [null], {}],
          map: { inner: { 'a.b': 1 }, none: {} },
        });
        expect(await table.get(item)).toEqual(item);
      });

      it('takes attribute names that are reserved words, hold dots or hashes', async () => {
        const names = ['name', 'state', 'a.b', '#n0', ':v0', 'constructor', 'size', 'a b'];
        const set = Object.fromEntries(names.map((attribute, index) => [attribute, index]));
        const target = { pk: partition(), sk: 'one' };
        const conditions: Condition[] = names.map((attribute) => ({ kind: 'missing', attribute }));
        const item = await table.update({ key: target, set, condition: { kind: 'all', of: conditions } });
        expect(Object.entries(item)).toHaveLength(names.length + 2);
        expect(await table.get(target)).toEqual(item);
        for (const [index, attribute] of names.entries())
          expect(Object.hasOwn(item, attribute), `${index}`).toBe(true);
      });

      it('stores -0 as 0, and half of a surrogate pair in a value as U+FFFD', async () => {
        const item = await stored({ zero: -0, text: 'a\ud800b', list: ['\udc00'] });
        expect(await table.get(item)).toEqual({ ...item, zero: 0, text: 'a\ufffdb', list: ['\ufffd'] });
      });

      it('finds nothing where nothing was put', async () => {
        expect(await table.get({ pk: partition(), sk: 'one' })).toBeUndefined();
      });

      it('replaces a whole item by a put', async () => {
        const item = await stored({ before: 1 });
        await table.put({ pk: item.pk, sk: item.sk, after: 2 });
        expect(await table.get(item)).toEqual({ pk: item.pk, sk: item.sk, after: 2 });
      });
    });

    describe('updates', () => {
      it('sets and removes attributes, keeps the others and returns the result', async () => {
        const item = await stored({ kept: 'k', changed: 1, removed: true });
        const updated = await table.update({
          key: item,
          set: { changed: 2, added: null },
          remove: ['removed', 'none'],
        });
        expect(updated).toEqual({ pk: item.pk, sk: item.sk, kept: 'k', changed: 2, added: null });
        expect(await table.get(item)).toEqual(updated);
      });

      it('makes an item that was absent', async () => {
        const target = { pk: partition(), sk: 'one' };
        expect(await table.update({ key: target, set: { a: 1 }, remove: ['b'] })).toEqual({
          ...target,
          a: 1,
        });
      });

      it('only removes, where the item is there', async () => {
        const item = await stored({ a: 1 });
        const removed = await table.update({
          key: item,
          set: {},
          remove: ['a'],
          condition: { kind: 'present' },
        });
        expect(removed).toEqual({ pk: item.pk, sk: item.sk });
      });

      it('tells null from absent', async () => {
        const item = await stored({ nothing: null });
        const missing: Condition = { kind: 'missing', attribute: 'nothing' };
        await expect(table.put(item, missing)).rejects.toMatchObject({ code: 'CONDITION_FAILED' });
        await table.update({ key: item, remove: ['nothing'], condition: { kind: 'present' } });
        await expect(table.put(item, missing)).resolves.toBeUndefined();
      });
    });

    describe('conditions', () => {
      const standing = { text: 'b', number: 5, yes: true, nothing: null, list: [1], zero: 0, proof: '\uffff' };
      const compare = (
        attribute: string,
        is: '=' | '<>' | '<' | '<=' | '>' | '>=',
        value: string | number | boolean,
      ) => ({ kind: 'compare', attribute, is, value }) as const;
      const holds: readonly Condition[] = [
        { kind: 'present' },
        { kind: 'missing', attribute: 'none' },
        compare('text', '=', 'b'),
        compare('text', '<>', 'c'),
        compare('text', '<', 'ba'),
        compare('text', '>=', 'b'),
        compare('proof', '<', '\u{10000}'),
        compare('number', '>', 4.9),
        compare('number', '<=', 5),
        compare('number', '<>', -5),
        compare('zero', '=', -0),
        compare('yes', '=', true),
        compare('yes', '<>', false),
        compare('pk', '>', 'A'),
        { kind: 'all', of: [] },
        { kind: 'all', of: [{ kind: 'present' }] },
        { kind: 'all', of: [{ kind: 'present' }, { kind: 'all', of: [] }, compare('number', '=', 5)] },
        {
          kind: 'any',
          of: [{ kind: 'absent' }, { kind: 'all', of: [compare('text', '<>', 'x'), { kind: 'present' }] }],
        },
      ];
      const fails: readonly Condition[] = [
        { kind: 'absent' },
        { kind: 'missing', attribute: 'nothing' },
        compare('text', '=', 'B'),
        compare('text', '<>', 'b'),
        compare('text', '=', 5),
        compare('text', '<>', 5),
        compare('number', '<', '9'),
        compare('number', '<>', '5'),
        compare('number', '>', 5),
        compare('yes', '<>', true),
        compare('none', '=', 1),
        compare('none', '<>', 1),
        compare('none', '<', 1),
        compare('nothing', '<>', 'x'),
        compare('list', '<>', 'x'),
        { kind: 'any', of: [] },
        { kind: 'any', of: [{ kind: 'absent' }] },
        { kind: 'all', of: [{ kind: 'present' }, compare('number', '=', 6)] },
        { kind: 'any', of: [{ kind: 'absent' }, { kind: 'any', of: [] }] },
      ];

      it.each(holds.map((condition) => [JSON.stringify(condition), condition] as const))(
        'holds: %s',
        async (_, condition) => {
          const item = await stored(standing);
          await table.put({ pk: item.pk, sk: item.sk, written: true }, condition);
          expect(await table.get(item)).toEqual({ pk: item.pk, sk: item.sk, written: true });
        },
      );

      it.each(fails.map((condition) => [JSON.stringify(condition), condition] as const))(
        'fails and shows the item that stands: %s',
        async (_, condition) => {
          const item = await stored(standing);
          await expect(table.put({ ...item, written: true }, condition)).rejects.toMatchObject({
            code: 'CONDITION_FAILED',
            item,
          });
          await expect(table.update({ key: item, set: { written: true }, condition })).rejects.toMatchObject({
            code: 'CONDITION_FAILED',
            item,
          });
          expect(await table.get(item)).toEqual(item);
        },
      );

      it('fails on an absent item with no item to show, whatever the comparison', async () => {
        const target = { pk: partition(), sk: 'one' };
        for (const condition of [{ kind: 'present' } as const, compare('a', '<>', 1), compare('a', '=', 1)]) {
          await expect(table.update({ key: target, set: { a: 1 }, condition })).rejects.toMatchObject({
            code: 'CONDITION_FAILED',
            item: undefined,
          });
        }
        expect(await table.get(target)).toBeUndefined();
      });

      it('lets one of many concurrent updates win', async () => {
        const item = await stored({ fence: 0 });
        const claims = Array.from({ length: 20 }, (_, owner) =>
          table.update({ key: item, set: { fence: 1, owner }, condition: compare('fence', '=', 0) }),
        );
        const settled = await Promise.allSettled(claims);
        const won = settled.filter((claim) => claim.status === 'fulfilled');
        expect(won).toHaveLength(1);
        expect(await table.get(item)).toEqual(won[0]?.value);
      });
    });

    describe('transactions', () => {
      it('writes, removes, changes and checks all at once', async () => {
        const [old, changed, checked] = [await stored(), await stored({ a: 1, b: 2 }), await stored()];
        const put = { pk: partition(), sk: 'one', c: 3 };
        await table.transact([
          { kind: 'put', item: put, condition: { kind: 'absent' } },
          { kind: 'delete', key: old, condition: { kind: 'present' } },
          { kind: 'update', key: changed, set: { a: 9 }, remove: ['b'], condition: { kind: 'present' } },
          { kind: 'check', key: checked, condition: { kind: 'present' } },
        ]);
        expect(await table.get(put)).toEqual(put);
        expect(await table.get(old)).toBeUndefined();
        expect(await table.get(changed)).toEqual({ pk: changed.pk, sk: changed.sk, a: 9 });
      });

      it('deletes an absent item without complaint', async () => {
        await expect(
          table.transact([{ kind: 'delete', key: { pk: partition(), sk: 'one' } }]),
        ).resolves.toBeUndefined();
      });

      it('writes nothing when one condition fails, and says of each write why', async () => {
        const standing = await stored({ v: 1 });
        const fresh = { pk: partition(), sk: 'one' };
        const absent = { pk: partition(), sk: 'one' };
        const transaction = table.transact([
          { kind: 'put', item: fresh },
          { kind: 'put', item: { ...standing, v: 2 }, condition: { kind: 'absent' } },
          { kind: 'check', key: absent, condition: { kind: 'present' } },
          { kind: 'delete', key: { ...fresh, sk: 'two' } },
        ]);
        await expect(transaction).rejects.toMatchObject({
          code: 'TRANSACTION_CANCELLED',
          reasons: [
            { code: 'none' },
            { code: 'condition-failed', item: standing },
            { code: 'condition-failed', item: undefined },
            { code: 'none' },
          ],
        });
        expect(await table.get(fresh)).toBeUndefined();
        expect(await table.get(standing)).toEqual(standing);
      });

      it('takes a hundred writes', async () => {
        const pk = partition();
        await table.transact(
          Array.from({ length: 100 }, (_, n) => ({ kind: 'put' as const, item: { pk, sk: `${n}` } })),
        );
        expect((await table.query({ pk })).items).toHaveLength(100);
      });

      it('lets one of many concurrent transactions over the same items win', async () => {
        const pk = partition();
        const attempts = Array.from({ length: 10 }, (_, owner) =>
          table.transact(
            ['one', 'two'].map((sk) => ({
              kind: 'put' as const,
              item: { pk, sk, owner },
              condition: { kind: 'absent' as const },
            })),
          ),
        );
        const settled = await Promise.allSettled(attempts);
        expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const owners = (await table.query({ pk })).items.map(({ owner }) => owner);
        expect(owners).toHaveLength(2);
        expect(new Set(owners).size).toBe(1);
      });
    });

    describe('sizes', () => {
      // pk (4) + sk (2 + 3) + name (1): what is left of 400 KB is the value's.
      const exactly = (pk: string) => ({ pk, sk: 'one', a: 'x'.repeat(409_600 - 2 - pk.length - 5 - 1) });

      it('takes an item of exactly 400 KB', async () => {
        const item = exactly(partition());
        await table.put(item);
        expect(await table.get(item)).toEqual(item);
      });

      it('refuses one byte more, by put and by update, and writes nothing', async () => {
        const item = exactly(partition());
        const grown = { ...item, a: `${item.a}x` };
        await expect(table.put(grown)).rejects.toMatchObject({ code: 'ITEM_TOO_LARGE' });
        await table.put(item);
        await expect(table.update({ key: item, set: { b: '' } })).rejects.toMatchObject({
          code: 'ITEM_TOO_LARGE',
        });
        expect(await table.get(item)).toEqual(item);
      });

      it('counts letters by their UTF-8 bytes', async () => {
        const item = { pk: partition(), sk: 'one', a: 'é'.repeat(204_900) };
        await expect(table.put(item)).rejects.toMatchObject({ code: 'ITEM_TOO_LARGE' });
      });

      it('cancels a transaction over an item that is or grows too large', async () => {
        const item = exactly(partition());
        await table.put(item);
        const other = { pk: partition(), sk: 'one' };
        await expect(
          table.transact([
            { kind: 'put', item: other },
            { kind: 'update', key: item, set: { b: '' } },
          ]),
        ).rejects.toMatchObject({
          code: 'TRANSACTION_CANCELLED',
          reasons: [{ code: 'none' }, { code: 'too-large' }],
        });
        await expect(
          table.transact([
            { kind: 'put', item: { ...item, a: `${item.a}x` } },
            { kind: 'put', item: other },
          ]),
        ).rejects.toMatchObject({
          code: 'TRANSACTION_CANCELLED',
          reasons: [{ code: 'too-large' }, { code: 'none' }],
        });
        expect(await table.get(other)).toBeUndefined();
      });

      it('cancels a transaction over 4 MB in all', async () => {
        const pk = partition();
        const writes = Array.from({ length: 11 }, (_, n) => ({
          kind: 'put' as const,
          item: { pk, sk: `${n}`, a: 'x'.repeat(390_000) },
        }));
        await expect(table.transact(writes)).rejects.toMatchObject({
          reasons: writes.map(() => ({ code: 'too-large' })),
        });
        expect((await table.query({ pk })).items).toEqual([]);
      });
    });

    describe('queries', () => {
      const readAll = async (
        read: (cursor?: string) => Promise<TablePage>,
      ): Promise<readonly (readonly Item[])[]> => {
        const pages: (readonly Item[])[] = [];
        let cursor: string | undefined;
        do {
          const page = await read(cursor);
          pages.push(page.items);
          cursor = page.cursor;
        } while (cursor !== undefined);
        return pages;
      };
      const fill = async (sks: readonly string[], pk = partition()): Promise<string> => {
        for (const sk of sks) await table.put({ pk, sk });
        return pk;
      };

      it('lists one partition by the UTF-8 bytes of sk', async () => {
        const pk = await fill(['b', 'B', '\u{1F600}', 'ä', '\uffee', 'a', 'a#', 'aa']);
        await fill(['other']);
        const { items } = await table.query({ pk });
        expect(items.map(({ sk }) => sk)).toEqual(['B', 'a', 'a#', 'aa', 'b', 'ä', '\uffee', '\u{1F600}']);
      });

      it('lists what begins with a prefix, taken literally', async () => {
        const pk = await fill(['OUT', 'OUT#1', 'OUT#2', 'OUT#\u{10FFFF}x', 'OUT$', 'OVT#', 'OUT%', 'O_T#']);
        const sks = async (prefix: string) => (await table.query({ pk, prefix })).items.map(({ sk }) => sk);
        expect(await sks('OUT#')).toEqual(['OUT#1', 'OUT#2', 'OUT#\u{10FFFF}x']);
        expect(await sks('O_T')).toEqual(['O_T#']);
        expect(await sks('none')).toEqual([]);
        expect(await sks('')).toHaveLength(8);
      });

      it('pages through with a limit, each item once', async () => {
        const pk = await fill(Array.from({ length: 7 }, (_, n) => `A#${n}`));
        await fill(['B#0'], pk);
        const pages = await readAll((cursor) =>
          table.query({ pk, prefix: 'A#', limit: 3, ...(cursor && { cursor }) }),
        );
        expect(pages.flat().map(({ sk }) => sk)).toEqual(Array.from({ length: 7 }, (_, n) => `A#${n}`));
        expect(pages[0]).toHaveLength(3);
        expect(pages[1]).toHaveLength(3);
      });

      it('ends a page by its size when no limit is given', async () => {
        const pk = partition();
        for (const n of [0, 1, 2, 3]) await table.put({ pk, sk: `${n}`, text: 'x'.repeat(390_000) });
        const pages = await readAll((cursor) => table.query({ pk, ...(cursor && { cursor }) }));
        expect(pages.flat().map(({ sk }) => sk)).toEqual(['0', '1', '2', '3']);
        expect(pages[0]?.length).toBeLessThan(4);
      });

      it('goes on from a cursor although its item is gone', async () => {
        const pk = await fill(['1', '2', '3']);
        const first = await table.query({ pk, limit: 1 });
        await table.transact([{ kind: 'delete', key: { pk, sk: '1' } }]);
        const next = await table.query({ pk, limit: 1, ...(first.cursor && { cursor: first.cursor }) });
        expect(next.items.map(({ sk }) => sk)).toEqual(['2']);
      });

      it('sees at once what was written', async () => {
        const pk = partition();
        for (let n = 1; n <= 5; n++) {
          await table.put({ pk, sk: `${n}` });
          expect((await table.query({ pk })).items).toHaveLength(n);
        }
      });

      describe('of what is due', () => {
        const due = async (shard: string, until: number) => (await table.due({ shard, until })).items;

        it('shows keys, earliest first, up to the time that is asked for', async () => {
          const shard = partition();
          for (const dueAt of [30, 10.5, 20, 31, -5])
            await table.put({ pk: partition(), sk: 's', dueShard: shard, dueAt, more: 'x' });
          const items = await due(shard, 30);
          expect(items.map(({ dueAt }) => dueAt)).toEqual([-5, 10.5, 20, 30]);
          expect(Object.keys(items[0] ?? {}).sort()).toEqual(['dueAt', 'dueShard', 'pk', 'sk']);
        });

        it('holds only items with both attributes, of the one shard', async () => {
          const shard = partition();
          await stored({ dueShard: shard });
          await stored({ dueAt: 1 });
          await stored({ dueShard: `${shard}x`, dueAt: 1 });
          const item = await stored({ dueShard: shard, dueAt: 1 });
          expect(await due(shard, 100)).toEqual([item]);
        });

        it('follows updates and lets go of what is removed', async () => {
          const shard = partition();
          const [moved, settled, deleted] = [
            await stored({ dueShard: shard, dueAt: 1 }),
            await stored({ dueShard: shard, dueAt: 2 }),
            await stored({ dueShard: shard, dueAt: 3 }),
          ];
          await table.update({ key: moved, set: { dueAt: 50 } });
          await table.update({ key: settled, remove: ['dueShard', 'dueAt'], condition: { kind: 'present' } });
          await table.transact([{ kind: 'delete', key: deleted }]);
          expect(await due(shard, 10)).toEqual([]);
          expect(await due(shard, 50)).toEqual([{ ...moved, dueAt: 50 }]);
        });

        it('pages through equal times, each item once', async () => {
          const shard = partition();
          const pks = Array.from({ length: 7 }, () => partition());
          for (const [n, pk] of pks.entries())
            await table.put({ pk, sk: 's', dueShard: shard, dueAt: n < 5 ? 1 : 2 });
          const pages = await readAll((cursor) =>
            table.due({ shard, until: 9, limit: 2, ...(cursor && { cursor }) }),
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

    describe('mistakes', () => {
      const put = (item: object) => () => table.put(item as Item);
      const deep = (levels: number): Item[string] => (levels === 0 ? 1 : [deep(levels - 1)]);
      const mistakes: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['an empty key', put({ pk: '', sk: 'a' })],
        ['a pk over 2048 bytes', put({ pk: 'é'.repeat(1025), sk: 'a' })],
        ['an sk over 1024 bytes', put({ pk: 'a', sk: 'x'.repeat(1025) })],
        ['half of a surrogate pair in a key', put({ pk: 'a\ud800', sk: 'a' })],
        ['a number that is none', put({ ...key, a: Number.NaN })],
        ['a number too large', put({ ...key, a: { b: [1e126] } })],
        ['a number too small', put({ ...key, a: Number.MIN_VALUE })],
        ['undefined', put({ ...key, a: undefined })],
        ['a bigint', put({ ...key, a: 1n })],
        ['a name of no letters', put({ ...key, a: { '': 1 } })],
        ['the name __proto__', put({ ...key, a: JSON.parse('{"__proto__": 1}') })],
        ['33 levels', put({ ...key, a: deep(32) })],
        ['a dueAt that is no number', put({ ...key, dueAt: null })],
        ['a dueShard that is no string', put({ ...key, dueShard: 1 })],
        ['an update of the key', () => table.update({ key, set: { sk: 'other' } })],
        ['an update of nothing', () => table.update({ key, set: {}, remove: [] })],
        [
          'an update that only removes, of an item that may be absent',
          () => table.update({ key, remove: ['a'] }),
        ],
        ['setting and removing the same', () => table.update({ key, set: { a: 1 }, remove: ['a'] })],
        [
          'an order of booleans',
          () => table.put({ ...key }, { kind: 'compare', attribute: 'a', is: '<', value: true }),
        ],
        ['no writes', () => table.transact([])],
        [
          '101 writes',
          () =>
            table.transact(
              Array.from({ length: 101 }, (_, n) => ({ kind: 'delete', key: { pk: 'a', sk: `${n}` } })),
            ),
        ],
        [
          'two writes on one key',
          () =>
            table.transact([
              { kind: 'put', item: key },
              { kind: 'delete', key },
            ]),
        ],
        ['a limit of 0', () => table.query({ pk: 'a', limit: 0 })],
        ['a cursor that no page gave', () => table.query({ pk: 'a', cursor: 'x' })],
        [
          'a due cursor in a query',
          () => table.query({ pk: 'a', cursor: Buffer.from('["a","b",1]').toString('base64url') }),
        ],
      ];
      it.each(mistakes)("%s is refused as the programmer's", async (_, make) => {
        const error = await make().catch((reason: unknown) => reason);
        expect(error instanceof TypeError || error instanceof RangeError, String(error)).toBe(true);
      });

      it('takes 32 levels', async () => {
        const item = await stored({ a: deep(31) });
        expect(await table.get(item)).toEqual(item);
      });
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../shared/ledger/table/table.ts';
import type { TableSuite } from './table-under-test.ts';

/** What a table keeps, and how it is changed. */
export function describeItems(suite: TableSuite): void {
  describe('items', () => {
    it('gives back every kind of value as it was put', async () => {
      const item = await suite.stored({
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
      expect(await suite.table.get(item)).toEqual(item);
    });

    it('takes attribute names that are reserved words, hold dots or hashes', async () => {
      const names = ['name', 'state', 'a.b', '#n0', ':v0', 'constructor', 'size', 'a b'];
      const set = Object.fromEntries(names.map((attribute, index) => [attribute, index]));
      const target = { pk: suite.partition(), sk: 'one' };
      const conditions: Condition[] = names.map((attribute) => ({ kind: 'missing', attribute }));
      const item = await suite.table.update({ key: target, set, condition: { kind: 'all', of: conditions } });
      expect(Object.entries(item)).toHaveLength(names.length + 2);
      expect(await suite.table.get(target)).toEqual(item);
      for (const [index, attribute] of names.entries())
        expect(Object.hasOwn(item, attribute), `${index}`).toBe(true);
    });

    it('stores -0 as 0, and half of a surrogate pair in a value as U+FFFD', async () => {
      const item = await suite.stored({ zero: -0, text: 'a\ud800b', list: ['\udc00'] });
      expect(await suite.table.get(item)).toEqual({ ...item, zero: 0, text: 'a\ufffdb', list: ['\ufffd'] });
    });

    it('finds nothing where nothing was put', async () => {
      expect(await suite.table.get({ pk: suite.partition(), sk: 'one' })).toBeUndefined();
    });

    it('gives a hundred items at once, in the order of their keys, and nothing for those that are not there', async () => {
      const pk = suite.partition();
      const keys = Array.from({ length: 100 }, (_, index) => ({
        pk: `${pk}-${index % 7}`,
        sk: `${99 - index}`,
      }));
      const stored = keys.filter((_, index) => index % 3 > 0).map((key, index) => ({ ...key, index }));
      await suite.table.transact(stored.map((item) => ({ kind: 'put', item })));

      const byKey = new Map(stored.map((item) => [`${item.pk} ${item.sk}`, item]));
      expect(await suite.table.getAll(keys)).toEqual(keys.map(({ pk, sk }) => byKey.get(`${pk} ${sk}`)));
    });

    it('gives sixty large items at once, more than fit into one answer of DynamoDB', async () => {
      const pk = suite.partition();
      const keys = Array.from({ length: 60 }, (_, index) => ({ pk, sk: `${index}` }));
      const text = 'x'.repeat(300_000);
      for (const key of keys) await suite.table.put({ ...key, text });

      const items = await suite.table.getAll(keys);
      expect(items.map((item) => item?.sk)).toEqual(keys.map(({ sk }) => sk));
    });

    it('replaces a whole item by a put', async () => {
      const item = await suite.stored({ before: 1 });
      await suite.table.put({ pk: item.pk, sk: item.sk, after: 2 });
      expect(await suite.table.get(item)).toEqual({ pk: item.pk, sk: item.sk, after: 2 });
    });
  });

  describe('updates', () => {
    it('sets and removes attributes, keeps the others and returns the result', async () => {
      const item = await suite.stored({ kept: 'k', changed: 1, removed: true });
      const updated = await suite.table.update({
        key: item,
        set: { changed: 2, added: null },
        remove: ['removed', 'none'],
      });
      expect(updated).toEqual({ pk: item.pk, sk: item.sk, kept: 'k', changed: 2, added: null });
      expect(await suite.table.get(item)).toEqual(updated);
    });

    it('makes an item that was absent', async () => {
      const target = { pk: suite.partition(), sk: 'one' };
      expect(await suite.table.update({ key: target, set: { a: 1 }, remove: ['b'] })).toEqual({
        ...target,
        a: 1,
      });
    });

    it('adds to numbers, counts an absent one as 0, and keeps the rest', async () => {
      const item = await suite.stored({ polls: 40, failed: 1, kept: 'k' });
      const updated = await suite.table.update({
        key: item,
        set: { v: 1 },
        add: { polls: 2, failed: -1, signals: 7 },
        remove: ['none'],
      });
      expect(updated).toEqual({ ...item, polls: 42, failed: 0, signals: 7, v: 1 });
      expect(await suite.table.get(item)).toEqual(updated);
    });

    it('makes an item by adding to nothing', async () => {
      const target = { pk: suite.partition(), sk: 'one' };
      expect(await suite.table.update({ key: target, add: { 'a.b': 1, size: 0 } })).toEqual({
        ...target,
        'a.b': 1,
        size: 0,
      });
    });

    it('loses nothing when many add at once', async () => {
      const target = { pk: suite.partition(), sk: 'one' };
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => suite.table.update({ key: target, add: { count: n } })),
      );
      expect(await suite.table.get(target)).toEqual({ ...target, count: 190 });
    });

    it.each([
      ['text', '1'],
      ['null', null],
      ['a list', [1]],
    ])('adds nothing to %s, and changes nothing else then', async (_, value) => {
      const item = await suite.stored({ count: value });
      const update = { key: item, set: { other: 1 }, add: { count: 1 } };
      await expect(suite.table.update(update)).rejects.toBeInstanceOf(TypeError);
      await expect(suite.table.transact([{ kind: 'update', ...update }])).rejects.toBeInstanceOf(Error);
      expect(await suite.table.get(item)).toEqual(item);
    });

    it('adds only where the condition holds', async () => {
      const item = await suite.stored({ count: 1 });
      const update = { key: item, add: { count: 1 }, condition: { kind: 'absent' } } as const;
      await expect(suite.table.update(update)).rejects.toMatchObject({ code: 'CONDITION_FAILED', item });
      expect(await suite.table.get(item)).toEqual(item);
    });

    it('only removes, where the item is there', async () => {
      const item = await suite.stored({ a: 1 });
      const removed = await suite.table.update({
        key: item,
        set: {},
        remove: ['a'],
        condition: { kind: 'present' },
      });
      expect(removed).toEqual({ pk: item.pk, sk: item.sk });
    });

    it('tells null from absent', async () => {
      const item = await suite.stored({ nothing: null });
      const missing: Condition = { kind: 'missing', attribute: 'nothing' };
      await expect(suite.table.put(item, missing)).rejects.toMatchObject({ code: 'CONDITION_FAILED' });
      await suite.table.update({ key: item, remove: ['nothing'], condition: { kind: 'present' } });
      await expect(suite.table.put(item, missing)).resolves.toBeUndefined();
    });
  });
}

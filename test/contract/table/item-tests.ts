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
      await suite.table.update({ key: target, set, condition: { kind: 'all', of: conditions } });
      const item = await suite.table.get(target);
      expect(new Map(Object.entries(item ?? {}))).toEqual(new Map(Object.entries({ ...target, ...set })));
    });

    it('stores -0 as 0, and half of a surrogate pair in a value as U+FFFD', async () => {
      const item = await suite.stored({ zero: -0, text: 'a\ud800b', list: ['\udc00'] });
      expect(await suite.table.get(item)).toEqual({ ...item, zero: 0, text: 'a\ufffdb', list: ['\ufffd'] });
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
  });

  describe('updates', () => {
    it('lets one of many that claim it win', async () => {
      const item = await suite.stored({ fence: 0 });
      const condition = { kind: 'compare', attribute: 'fence', is: '=', value: 0 } as const;
      const claims = Array.from({ length: 20 }, (_, owner) =>
        suite.table.update({ key: item, set: { fence: 1, owner }, condition }),
      );
      const settled = await Promise.allSettled(claims);
      const won = settled.flatMap(({ status }, owner) => (status === 'fulfilled' ? [owner] : []));
      expect(won).toHaveLength(1);
      expect(await suite.table.get(item)).toMatchObject({ fence: 1, owner: won[0] });
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
  });
}

import { expect, it } from 'vitest';
import { createDraftTable } from '../../../shared/ledger/table/draft-table.ts';
import type { Item, Key, Table } from '../../../shared/ledger/table/table.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';
import { seededRandom } from '../../support/seeded-random.ts';

it('answers like a table with the changes, and changes nothing in the one below', async () => {
  const random = seededRandom(7);
  const pick = (most: number): number => Math.floor(random() * most);
  for (let round = 0; round < 30; round += 1) {
    const [base, twin] = [createMemoryTable(), createMemoryTable()];
    for (let count = 0; count < 20; count += 1) {
      const item = { pk: 'a', sk: `${'xy'[pick(2)]}${pick(30)}`, n: count };
      await Promise.all([base.put(item), twin.put(item)]);
    }
    const before = JSON.stringify([...base.all()]);
    const draft = createDraftTable(base);
    for (let count = 0; count < 20; count += 1) {
      const key: Key = { pk: 'a', sk: `${'xyz'[pick(3)]}${pick(30)}` };
      const item = { ...key, n: 100 + count };
      const add = { key, add: { n: 1 } };
      const condition = { kind: pick(2) === 0 ? 'absent' : 'present' } as const;
      const works = [
        (table: Table) => table.put(item, condition),
        (table: Table) => table.update({ ...add, condition }),
        (table: Table) => table.transact([{ kind: 'delete', key, condition }]),
        (table: Table) => table.transact([{ kind: 'update', ...add }]),
        (table: Table) => table.getAll([key, { pk: 'a', sk: 'x1' }]),
      ];
      const work = works[pick(works.length)] as (table: Table) => Promise<unknown>;
      const [drafted, done] = await Promise.allSettled([work(draft), work(twin)]);
      expect(drafted).toEqual(done);
    }
    const limit = 1 + pick(6);
    const backwards = pick(2) === 0;
    const readAll = async (table: Table): Promise<Item[]> => {
      const items: Item[] = [];
      let cursor: Key | undefined;
      do {
        const page = await table.query({ pk: 'a', prefix: 'x', limit, backwards, cursor });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        items.push(...page.items);
        ({ cursor } = page);
      } while (cursor !== undefined);
      return items;
    };
    expect(await readAll(draft)).toEqual(await readAll(twin));
    expect(JSON.stringify([...base.all()])).toBe(before);
  }
});

it('loses nothing when many write at once', async () => {
  const draft = createDraftTable(createMemoryTable());
  const key = { pk: 'a', sk: '1' };
  const adds = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0
      ? draft.update({ key, add: { n: 1 } })
      : draft.transact([{ kind: 'update', key, add: { n: 1 } }]),
  );
  await Promise.all(adds);
  expect(await draft.get(key)).toEqual({ ...key, n: 20 });
});

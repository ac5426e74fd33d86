import { describe, expect, it } from 'vitest';
import { queryMerged } from '../../../shared/ledger/table/query-all.ts';
import type { Item, Table, TableQuery } from '../../../shared/ledger/table/table.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';

type Contents = Readonly<Record<string, readonly string[]>>;

async function open(contents: Contents) {
  const table = createMemoryTable();
  for (const [pk, sks] of Object.entries(contents)) for (const sk of sks) await table.put({ pk, sk });
  const queries: TableQuery[] = [];
  const watched: Table = {
    ...table,
    query: (query) => {
      queries.push(query);
      return table.query(query);
    },
  };
  const pks = Object.keys(contents);
  const read = async (limit?: number): Promise<(readonly Item[])[]> => {
    const pages: (readonly Item[])[] = [];
    for await (const page of queryMerged(watched, pks, 'OUT#', limit)) pages.push(page);
    return pages;
  };
  return { watched, pks, queries, read };
}

/** Numbers that look unordered, and are the same in each run. */
const scattered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `OUT#${String((index * 7919) % 10_007).padStart(5, '0')}`);
/** Into as many partitions as there are shares. */
const deal = (sks: readonly string[], shares: readonly number[]): Contents => {
  const takers = shares.flatMap((share, partition) => Array.from({ length: share }, () => partition));
  const of = (partition: number) => sks.filter((_, index) => takers[index % takers.length] === partition);
  return Object.fromEntries(shares.map((_, partition) => [`P${partition}`, of(partition)]));
};

describe('several partitions read as one', () => {
  it.each([
    ['even', [1, 1, 1, 1]],
    ['uneven', [9, 1, 3, 1]],
    ['all in one', [0, 0, 1, 0]],
    ['alone', [1]],
  ])(
    'give every item once, in the order of the sort keys, across all borders of pages: %s',
    async (_, shares) => {
      const sks = scattered(200);
      const { read } = await open(deal(sks, shares));
      for (const limit of [1, 2, 3, 7, 50, 49, 199, 200, undefined]) {
        const items = (await read(limit)).flat();
        expect(items.map(({ sk }) => sk)).toEqual(sks.toSorted());
      }
    },
  );

  it('give the next items of one where another comes to the end of its page first', async () => {
    const { read } = await open({
      P0: ['OUT#1', 'OUT#2', 'OUT#3', 'OUT#9'],
      P1: ['OUT#4', 'OUT#5', 'OUT#6'],
    });
    const pages = (await read(2)).map((page) => page.map(({ sk }) => sk.slice(-1)).join(''));
    expect(pages).toEqual(['12', '345', '69']);
  });

  it('hold a page of each and read no further than they are asked', async () => {
    const { watched, pks, queries } = await open(deal(scattered(200), [1, 1, 1, 1]));
    for await (const page of queryMerged(watched, pks, 'OUT#', 5)) {
      expect(page.length).toBeLessThanOrEqual(20);
      break;
    }
    expect(queries.map(({ pk, limit }) => `${pk} ${limit}`)).toEqual(pks.map((pk) => `${pk} 5`));
  });

  it('go on behind an empty page, as a table may give one', async () => {
    const { watched, pks } = await open({ P0: ['OUT#1', 'OUT#4'], P1: ['OUT#2', 'OUT#3'] });
    const halting: Table = {
      ...watched,
      query: async ({ cursor, ...query }) => {
        if (cursor === undefined) return { items: [], cursor: 'first' };
        return watched.query(cursor === 'first' ? query : { ...query, cursor });
      },
    };
    const found: string[] = [];
    for await (const page of queryMerged(halting, pks, 'OUT#', 1)) found.push(...page.map(({ sk }) => sk));
    expect(found).toEqual(['OUT#1', 'OUT#2', 'OUT#3', 'OUT#4']);
  });

  it('compare sort keys as the table does, by their bytes', async () => {
    const { read } = await open({ P0: ['OUT#\u{1F600}'], P1: ['OUT#\uFF5E', 'OUT#a'] });
    expect((await read()).flat().map(({ sk }) => sk)).toEqual(['OUT#a', 'OUT#\uFF5E', 'OUT#\u{1F600}']);
  });

  it('fail as a whole where one can not be read, and leave nothing behind that still reads', async () => {
    const { watched, pks } = await open({ P0: ['OUT#1'], P1: ['OUT#2'] });
    let ended = 0;
    const broken: Table = {
      ...watched,
      query: async (query) => {
        if (query.pk === 'P0') throw new Error('throttled');
        await new Promise((resolve) => setImmediate(resolve));
        ended += 1;
        return watched.query(query);
      },
    };
    await expect(queryMerged(broken, pks, 'OUT#').next()).rejects.toThrow('throttled');
    expect(ended).toBe(1);
  });
});

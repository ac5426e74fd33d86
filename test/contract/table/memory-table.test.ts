import { describe, expect, it } from 'vitest';
import { createMemoryTable, type TableChange } from '../../support/ledger/memory-table.ts';
import { describeTable } from './table-suite.ts';

describeTable({ name: 'memory, as the simulation uses it', open: async () => createMemoryTable() });

describe('the table of the simulation', () => {
  it('tells of a transaction as one commit', async () => {
    const commits: (readonly TableChange[])[] = [];
    const table = createMemoryTable((changes) => commits.push(changes));
    await table.put({ pk: 'a', sk: '1' });
    await table.transact([
      { kind: 'put', item: { pk: 'a', sk: '2', text: 'new' } },
      { kind: 'delete', key: { pk: 'a', sk: '1' } },
    ]);
    expect(commits[1]).toEqual([
      {
        key: expect.objectContaining({ sk: '2' }),
        before: undefined,
        after: { pk: 'a', sk: '2', text: 'new' },
      },
      { key: { pk: 'a', sk: '1' }, before: { pk: 'a', sk: '1' }, after: undefined },
    ]);
  });

  it('drops what has expired and nothing else', async () => {
    const table = createMemoryTable();
    for (const [sk, expiresAt] of Object.entries({ past: 99, now: 100, later: 101 }))
      await table.put({ pk: 'a', sk, expiresAt });
    expect(table.deleteExpired(100)).toBe(1);
    expect([...table.all()].map(({ sk }) => sk)).toEqual(['later', 'now']);
  });
});

import { describe, expect, it } from 'vitest';
import { countTable, type TableCall } from '../../../local/cost/counting-table.ts';
import { ConditionFailedError, TransactionCancelledError } from '../../../shared/ledger/table/table.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';

const absent = { kind: 'absent' } as const;
const item = (sk: string, bytes = 10) => ({ pk: 'p', sk, text: 'x'.repeat(bytes) });

function openCounted() {
  const calls: TableCall[] = [];
  const inner = createMemoryTable();
  const table = countTable(inner, async (call) => void calls.push(call));
  return { calls, inner, table };
}

describe('a table with its units counted', () => {
  it('does what the table does', async () => {
    const { inner, table } = openCounted();

    await table.put(item('a'));
    const updated = await table.update({ key: { pk: 'p', sk: 'a' }, set: { v: 1 } });

    expect(updated).toEqual({ ...item('a'), v: 1 });
    expect(await table.get({ pk: 'p', sk: 'a' })).toEqual(inner.peek({ pk: 'p', sk: 'a' }));
  });

  it('counts a single write by its size', async () => {
    const { calls, table } = openCounted();

    await table.put(item('a', 3000));

    expect(calls).toEqual([{ kind: 'write', units: 3, indexUnits: 0 }]);
  });

  it('counts each write of a transaction twice, a mere check among them', async () => {
    const { calls, inner, table } = openCounted();
    await inner.put(item('c'));

    await table.transact([
      { kind: 'put', item: item('a', 1500), condition: absent },
      { kind: 'put', item: item('b'), condition: absent },
      { kind: 'check', key: { pk: 'p', sk: 'c' }, condition: { kind: 'present' } },
    ]);

    expect(calls).toEqual([{ kind: 'transaction', units: 2 * (2 + 1 + 1), indexUnits: 0 }]);
  });

  it('counts what the due index takes beside it', async () => {
    const { calls, table } = openCounted();
    const key = { pk: 'p', sk: 'a' };

    await table.put({ ...key, dueShard: 'due-0', dueAt: 1 });
    await table.update({ key, set: { dueAt: 2 } });
    await table.update({ key, remove: ['dueShard', 'dueAt'], condition: { kind: 'present' } });

    expect(calls.map((call) => 'indexUnits' in call && call.indexUnits)).toEqual([1, 2, 1]);
  });

  it('counts a refused write by what it would have written, and refuses it', async () => {
    const { calls, inner, table } = openCounted();
    await inner.put(item('a'));

    const refused = table.put(item('a', 2500), absent);

    await expect(refused).rejects.toBeInstanceOf(ConditionFailedError);
    expect(calls).toEqual([{ kind: 'write', units: 3, indexUnits: 0 }]);
  });

  it('counts a cancelled transaction, and cancels it', async () => {
    const { calls, inner, table } = openCounted();
    await inner.put(item('a'));

    const cancelled = table.transact([{ kind: 'put', item: item('a'), condition: absent }]);

    await expect(cancelled).rejects.toBeInstanceOf(TransactionCancelledError);
    expect(calls).toEqual([{ kind: 'transaction', units: 2, indexUnits: 0 }]);
  });

  it('rounds a query up once, not for each of its items', async () => {
    const { calls, inner, table } = openCounted();
    for (const sk of ['a', 'b', 'c']) await inner.put(item(sk, 2000));

    const { items } = await table.query({ pk: 'p' });

    expect(items).toHaveLength(3);
    expect(calls).toEqual([{ kind: 'read', units: 2 }]);
  });

  it('counts half a unit for a look into the due index', async () => {
    const { calls, table } = openCounted();

    await table.due({ shard: 'due-0', until: 1 });

    expect(calls).toEqual([{ kind: 'read', units: 0.5 }]);
  });
});

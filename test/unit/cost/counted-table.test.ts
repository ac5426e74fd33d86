import { describe, expect, it } from 'vitest';
import { countTable, storedSizes, type TableCall } from '../../../cli/cost/counted-table.ts';
import { itemSize } from '../../../shared/ledger/table/item-size.ts';
import {
  ConditionFailedError,
  type Item,
  TransactionCancelledError,
} from '../../../shared/ledger/table/table.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';

const absent = { kind: 'absent' } as const;
const key = { pk: 'p', sk: 'a' };

/** An item of exactly so many bytes: `pk`, `sk` and `text` with their values. */
function item(sk: string, bytes = 100): Item {
  const empty = { pk: 'p', sk, text: '' };
  return { ...empty, text: 'x'.repeat(bytes - itemSize(empty)) };
}

async function openCounted(...items: readonly (Item | undefined)[]) {
  const calls: TableCall[] = [];
  const inner = createMemoryTable();
  for (const one of items) if (one) await inner.put(one);
  const table = countTable(inner, async (call) => void calls.push(call));
  return { calls, inner, table };
}

describe('a table with its units counted', () => {
  it('does what the table does', async () => {
    const { inner, table } = await openCounted();

    await table.put(item('a'));
    const updated = await table.update({ key, set: { v: 1 } });

    expect(updated).toEqual({ ...item('a'), v: 1 });
    expect(await table.get(key)).toEqual(inner.peek(key));
  });

  it.each([
    [100, 1],
    [1024, 1],
    [1025, 2],
    [10_240, 10],
  ])('counts a write by its size, rounded up to a KB: %i bytes take %i', async (bytes, units) => {
    const { calls, table } = await openCounted();

    await table.put(item('a', bytes));

    expect(calls).toEqual([{ kind: 'write', units }]);
  });

  it.each([
    [5000, 100],
    [100, 5000],
  ])('counts a write by the larger of what was there and what is there now: %i, %i', async (was, is) => {
    const { calls, table } = await openCounted(item('a', was));

    await table.put(item('a', is));

    expect(calls).toEqual([{ kind: 'write', units: 5 }]);
  });

  it('counts one for a delete of nothing, twice since it is in a transaction', async () => {
    const { calls, table } = await openCounted();

    await table.transact([{ kind: 'delete', key }]);

    expect(calls).toEqual([{ kind: 'transaction', units: 2 }]);
  });

  it('counts each write of a transaction twice, a mere check among them', async () => {
    const { calls, table } = await openCounted(item('c'));

    await table.transact([
      { kind: 'put', item: item('a', 1500), condition: absent },
      { kind: 'put', item: item('b'), condition: absent },
      { kind: 'check', key: { pk: 'p', sk: 'c' }, condition: { kind: 'present' } },
    ]);

    expect(calls).toEqual([{ kind: 'transaction', units: 2 * (2 + 1 + 1) }]);
  });

  const plain = item('a');
  const due = { ...plain, dueShard: 'due-0', dueAt: 1000 };

  it.each([
    ['an item that is in it and stays where it is', due, { ...due, state: 'SENDING' }, 0],
    ['an item that never was in it', plain, { ...plain, v: 1 }, 0],
    ['an item that has half of its attributes', plain, { ...plain, dueAt: 1000 }, 0],
    ['an item that enters', undefined, due, 1],
    ['an item that leaves', due, plain, 1],
    ['an item that moves to another time', due, { ...due, dueAt: 2000 }, 2],
  ])('counts what the due index takes beside the write: %s', async (_, before, after, units) => {
    const { calls, table } = await openCounted(before);

    await table.put(after);

    expect(calls).toEqual([{ kind: 'write', units: 1 + units }]);
  });

  it('counts a refused write by what it would have written, and refuses it', async () => {
    const { calls, table } = await openCounted(item('a'));

    const refused = table.put(item('a', 2500), absent);

    await expect(refused).rejects.toBeInstanceOf(ConditionFailedError);
    expect(calls).toEqual([{ kind: 'write', units: 3 }]);
  });

  it('counts a cancelled transaction, and cancels it', async () => {
    const { calls, table } = await openCounted(item('a'));

    const cancelled = table.transact([{ kind: 'put', item: item('a'), condition: absent }]);

    await expect(cancelled).rejects.toBeInstanceOf(TransactionCancelledError);
    expect(calls).toEqual([{ kind: 'transaction', units: 2 }]);
  });

  it.each([
    ['nothing found', undefined, 1],
    ['4 KB', item('a', 4096), 1],
    ['a byte more than 4 KB', item('a', 4097), 2],
    ['40 KB', item('a', 40_960), 10],
  ])('counts a read by its size, rounded up to 4 KB: %s', async (_, found, units) => {
    const { calls, table } = await openCounted(found);

    await table.get(key);

    expect(calls).toEqual([{ kind: 'read', units }]);
  });

  it('rounds a query up once, not for each of its items', async () => {
    const { calls, table } = await openCounted(...['a', 'b', 'c'].map((sk) => item(sk, 2000)));

    const { items } = await table.query({ pk: 'p' });

    expect(items).toHaveLength(3);
    expect(calls).toEqual([{ kind: 'read', units: 2 }]);
  });

  it('counts half a unit for a look into the due index', async () => {
    const { calls, table } = await openCounted();

    await table.due({ shard: 'due-0', until: 1 });

    expect(calls).toEqual([{ kind: 'read', units: 0.5 }]);
  });

  it('keeps an item that is due twice, the second time by its keys alone', () => {
    expect(storedSizes(plain)).toEqual([itemSize(plain)]);
    expect(storedSizes(due)).toEqual([
      itemSize(due),
      itemSize({ pk: 'p', sk: 'a', dueShard: 'due-0', dueAt: 1000 }),
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { itemSize } from '../../../shared/ledger/table/item-size.ts';
import { ConditionFailedError, type Item, type Table } from '../../../shared/ledger/table/table.ts';
import { billTable, type TableCall } from '../../support/ledger/billed-table.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';

const key = { pk: 'p', sk: 'a' };

/** An item of exactly so many bytes: `pk`, `sk` and `text` with their values. */
function item(sk: string, bytes = 100): Item {
  const empty = { pk: 'p', sk, text: '' };
  return { ...empty, text: 'x'.repeat(bytes - itemSize(empty)) };
}
const due = { ...item('a'), dueShard: 'due-0', dueAt: 1000 };

async function unitsOf(before: readonly Item[], call: (table: Table) => Promise<unknown>): Promise<number> {
  const calls: TableCall[] = [];
  const inner = createMemoryTable();
  for (const one of before) await inner.put(one);
  await call(billTable(inner, async (one) => void calls.push(one)));
  return calls.reduce((sum, { units }) => sum + units, 0);
}

describe("DynamoDB's units", () => {
  it.each<[string, readonly Item[], (table: Table) => Promise<unknown>, number]>([
    ['a write of 1 KB', [], (table) => table.put(item('a', 1024)), 1],
    ['a write of a byte more', [], (table) => table.put(item('a', 1025)), 2],
    ['a write over a larger item', [item('a', 5000)], (table) => table.put(item('a')), 5],
    ['a delete of nothing in a transaction', [], (table) => table.transact([{ kind: 'delete', key }]), 2],
    ['an item that enters the due index', [], (table) => table.put(due), 2],
    ['one that leaves it', [due], (table) => table.put(item('a')), 2],
    ['one that moves in it', [due], (table) => table.put({ ...due, dueAt: 2000 }), 3],
    ['one that stays in its place', [due], (table) => table.put({ ...due, state: 'SENDING' }), 1],
    ['a read of nothing', [], (table) => table.get(key), 1],
    ['a read of 4 KB', [item('a', 4096)], (table) => table.get(key), 1],
    ['a read of a byte more', [item('a', 4097)], (table) => table.get(key), 2],
    [
      'two items at once, each rounded up',
      [item('a'), item('b')],
      (table) => table.getAll([key, item('b')]),
      2,
    ],
    [
      'a query, rounded up once',
      ['a', 'b', 'c'].map((sk) => item(sk, 2000)),
      (table) => table.query({ pk: 'p' }),
      2,
    ],
    ['a look into the due index', [], (table) => table.due({ shard: 'due-0', until: 1 }), 0.5],
  ])('of %s', async (_, before, call, units) => {
    expect(await unitsOf(before, call)).toBe(units);
  });

  it('are taken by a write that is refused', async () => {
    const refuse = (table: Table) =>
      expect(table.put(item('a', 2500), { kind: 'absent' })).rejects.toBeInstanceOf(ConditionFailedError);

    expect(await unitsOf([item('a')], refuse)).toBe(3);
  });
});

import { expect, it } from 'vitest';
import { absent, equals } from '../../../shared/ledger/table/conditions.ts';
import { ifHolds } from '../../../shared/ledger/table/if-holds.ts';
import { TableUnavailableError, TransactionCancelledError } from '../../../shared/ledger/table/table.ts';
import { openLedger } from './open-ledger.ts';

const item = { pk: 'R#sales', sk: 'META', owner: 'Ada' };
const other = { pk: 'R#crm', sk: 'META' };

it('tells that a write was made', async () => {
  const { table } = openLedger();

  expect(await ifHolds(table.put(item, absent))).toEqual({ holds: true });
  expect(await table.get(item)).toEqual(item);
});

it('tells what stood there instead', async () => {
  const { table } = openLedger();
  await table.put(item);

  expect(await ifHolds(table.put({ ...item, owner: 'Grace' }, absent))).toEqual({
    holds: false,
    found: item,
  });
  expect(await ifHolds(table.put(other, equals('owner', 'Ada')))).toEqual({
    holds: false,
    found: undefined,
  });
});

it('tells it of the first write of a transaction', async () => {
  const { table } = openLedger();
  await table.put(item);

  const write = table.transact([
    { kind: 'put', item, condition: absent },
    { kind: 'put', item: other },
  ]);

  expect(await ifHolds(write)).toEqual({ holds: false, found: item });
});

it('throws when the condition of another write of the transaction fails', async () => {
  const { table } = openLedger();
  await table.put(item);

  const write = table.transact([
    { kind: 'put', item: other, condition: absent },
    { kind: 'put', item, condition: absent },
  ]);

  await expect(ifHolds(write)).rejects.toBeInstanceOf(TransactionCancelledError);
});

it('throws what says nothing about the condition', async () => {
  const conflict = new TransactionCancelledError([{ code: 'conflict' }]);
  const unavailable = new TableUnavailableError('cut off');

  await expect(ifHolds(Promise.reject(conflict))).rejects.toBe(conflict);
  await expect(ifHolds(Promise.reject(unavailable))).rejects.toBe(unavailable);
});

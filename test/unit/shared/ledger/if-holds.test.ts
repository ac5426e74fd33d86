import { expect, it } from 'vitest';
import { absent, ifHolds } from '../../../../shared/ledger/table/conditions.ts';
import { TransactionCancelledError } from '../../../../shared/ledger/table/table.ts';
import { openLedger } from '../../../support/ledger/open-ledger.ts';

it('throws when the condition of another write than the first of a transaction fails', async () => {
  const item = { pk: 'R#sales', sk: 'META' };
  const { table } = openLedger();
  await table.put(item);

  const write = table.transact([
    { kind: 'put', item: { pk: 'R#crm', sk: 'META' }, condition: absent },
    { kind: 'put', item, condition: absent },
  ]);

  await expect(ifHolds(write)).rejects.toBeInstanceOf(TransactionCancelledError);
});

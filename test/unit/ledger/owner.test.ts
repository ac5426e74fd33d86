import { expect, it } from 'vitest';
import { onlyAt } from '../../support/fault-injector.ts';
import { openLedger, passingFaults } from './open-ledger.ts';

it('is the ledger of the stage that was first, until it is handed over', async () => {
  const { ledger } = openLedger();
  expect(await ledger.readOwner()).toBeNull();
  await ledger.claimLedger('sales');
  await ledger.claimLedger('sales');

  await expect(ledger.claimLedger('ops')).rejects.toThrow(
    'table: it is the ledger of the stage sales, and ops may not use it, too; give ops a table of its own; if it was sales before, ' +
      'or the table was restored from sales: signalpost doctor --stage ops --take-ledger-from sales',
  );
  expect(await ledger.readOwner()).toBe('sales');

  await expect(ledger.handOver('other', 'ops')).rejects.toThrow();
  await ledger.handOver('sales', 'ops');
  await ledger.claimLedger('ops');
  await expect(ledger.claimLedger('sales')).rejects.toThrow('the ledger of the stage ops, and sales may not');
});

it.each(passingFaults)('is claimed all the same where the first call is %s', async (fault) => {
  const { ledger, plan } = openLedger();
  plan(onlyAt(1, fault));

  await ledger.claimLedger('sales');

  expect(await ledger.readOwner()).toBe('sales');
});

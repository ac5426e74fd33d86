import { expect, it } from 'vitest';
import { onlyAt } from '../../../support/fault-injector.ts';
import { openLedger, passingFaults } from '../../../support/ledger/open-ledger.ts';

it('is the ledger of the stage that was first, until it is handed over', async () => {
  const { ledger } = openLedger();
  expect(await ledger.owner.read()).toBeNull();
  await ledger.owner.claim('sales');
  await ledger.owner.claim('sales');

  await expect(ledger.owner.claim('ops')).rejects.toThrow(
    'table: it is the ledger of the stage sales, and ops may not use it, too; give ops a table of its own; if it was sales before, ' +
      'or the table was restored from sales: signalpost doctor --stage ops --take-ledger-from sales',
  );
  expect(await ledger.owner.read()).toBe('sales');

  await expect(ledger.owner.handOver('other', 'ops')).rejects.toThrow();
  await ledger.owner.handOver('sales', 'ops');
  await ledger.owner.claim('ops');
  await expect(ledger.owner.claim('sales')).rejects.toThrow('the ledger of the stage ops, and sales may not');
});

it.each(passingFaults)('is claimed all the same where the first call is %s', async (fault) => {
  const { ledger, plan } = openLedger();
  plan(onlyAt(1, fault));

  await ledger.owner.claim('sales');

  expect(await ledger.owner.read()).toBe('sales');
});

import { expect, it } from 'vitest';
import { buyerA } from '../../../support/examples/example-signals.ts';
import { now, openLedger } from '../../../support/ledger/open-ledger.ts';

it('stores the end of a wait before its next reading, so that no reader takes it for over', async () => {
  const { ledger, table } = openLedger();
  const sets: string[][] = [];
  const { update } = table;
  table.update = (one) => {
    sets.push(Object.keys(one.set ?? {}));
    return update(one);
  };
  await ledger.awaited.addWait({ buyerId: buyerA, dueAt: now, until: now + 60_000 });
  expect(sets.map((names) => names.includes('until'))).toEqual([true, false]);
  expect(sets.map((names) => names.includes('dueAt'))).toEqual([false, true]);
});

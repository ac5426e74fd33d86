import { expect, it } from 'vitest';
import { createLedger } from '../../../../shared/ledger/ledger.ts';
import type { TableUpdate } from '../../../../shared/ledger/table/table.ts';
import { buyerA } from '../../../support/examples/example-signals.ts';
import { now, openLedger } from '../../../support/ledger/open-ledger.ts';

it('stores the end of a wait before its next reading, so that no reader takes it for over', async () => {
  const { table } = openLedger();
  const sets: string[][] = [];
  const update = (one: TableUpdate) => {
    sets.push(Object.keys(one.set ?? {}));
    return table.update(one);
  };
  const clock = { now: () => now, sleep: async () => {} };
  const ledger = createLedger({ table: { ...table, update }, clock, random: () => 0.5 });
  await ledger.awaited.addWait({ buyerId: buyerA, dueAt: now, until: now + 60_000 });
  expect(sets.map((names) => names.includes('until'))).toEqual([true, false]);
  expect(sets.map((names) => names.includes('dueAt'))).toEqual([false, true]);
});

import { expect, it } from 'vitest';
import { createLedger, type Ledger } from '../../../shared/ledger/ledger.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { openLedger, passingFaults } from './open-ledger.ts';

const slot = '2026-11-21T08:00:00.000Z';
const idOf = (ledger: Ledger): Promise<string> => ledger.digestIdOf('crm', slot, 1);

/** Another process over the same table. */
function openBeside({ table }: ReturnType<typeof openLedger>, seed: number): Ledger {
  const clock = { now: () => 0, sleep: async () => undefined };
  return createLedger({ table, clock, random: seededRandom(seed) });
}

it('two installations give the same route, slot and part different ids', async () => {
  const [one, other] = [openBeside(openLedger(), 1), openBeside(openLedger(), 2)];

  expect(await idOf(one)).not.toBe(await idOf(other));
});

it('two processes of one installation give the same id, also when both are the first', async () => {
  const opened = openLedger();

  const ids = await Promise.all([idOf(openBeside(opened, 1)), idOf(openBeside(opened, 2))]);
  const later = await idOf(openBeside(opened, 3));

  expect(new Set([...ids, later]).size).toBe(1);
});

it.each(passingFaults)('keeps its id when the write that creates it meets: %s', async (fault) => {
  const opened = openLedger();
  opened.plan((call, name) => (call <= 2 && name === 'put' ? fault : null));

  const id = await idOf(opened.ledger);

  expect(await idOf(openBeside(opened, 1))).toBe(id);
});

import { describe, expect, it } from 'vitest';
import { digestKey } from '../../../shared/ledger/keys.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { freezeOldest, settleDue } from '../../support/ledger/digests.ts';
import { crashes, now, type OpenedLedger, openLedger } from './open-ledger.ts';

const slot = '2026-11-21T08:00:00.000Z';
const pointer = { routeId: 'crm', slot, part: 1 };
const key = digestKey('crm', slot, 1);

/** A digest that was kept because its route is disabled. */
async function openHeld(): Promise<OpenedLedger> {
  const opened = openLedger();
  const { ledger } = opened;
  await ledger.record(exampleNewSignal(1));
  await freezeOldest(ledger, pointer, now);
  await ledger.disableRoute('crm', 'answered 410', now);
  await settleDue(ledger, pointer, now, { to: 'HELD', reason: 'answered 410' });
  return opened;
}

const release = async ({ ledger }: OpenedLedger): Promise<number> => {
  const [route] = await ledger.listRoutes();
  if (route === undefined) throw new Error('the route is not registered');
  return ledger.releaseResumed(route, now);
};

describe('releasing what a resumed route kept', () => {
  it('makes its digests due although the command that resumed it was cut off', async () => {
    const opened = await openHeld();
    await opened.ledger.enableRoute('crm', now);

    expect(await release(opened)).toBe(1);
    expect(await opened.item(key)).toMatchObject({ state: 'FROZEN', attempts: 0, dueAt: now });
    expect(await opened.item(key)).not.toHaveProperty('reason');
  });

  it('looks once after each resume', async () => {
    const opened = await openHeld();
    await opened.ledger.enableRoute('crm', now);
    await release(opened);
    const callsBefore = opened.injector.calls.length;

    expect(await release(opened)).toBe(0);
    expect(opened.injector.calls.slice(callsBefore)).toEqual(['table.query']);
  });

  it('leaves what is kept of a route that nobody resumed, or that is disabled again', async () => {
    const opened = await openHeld();
    expect(await release(opened)).toBe(0);
    await opened.ledger.enableRoute('crm', now);
    await opened.ledger.disableRoute('crm', 'answered 410', now);

    expect(await release(opened)).toBe(0);
    expect(await opened.item(key)).toMatchObject({ state: 'HELD' });
  });

  it.each(crashes)('looks again after a %s at any of its calls', async (fault) => {
    for (const call of [2, 3, 4, 5]) {
      const opened = await openHeld();
      await opened.ledger.enableRoute('crm', now);
      await opened.cutOff(call, fault, () => release(opened));
      await release(opened);
      expect(await opened.item(key)).toMatchObject({ state: 'FROZEN', dueAt: now });
    }
  });
});

import { expect, it } from 'vitest';
import type { NewSignal } from '../../../../shared/domain/signals/recording.ts';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { freezeOldest, pointer } from '../../../support/ledger/digests.ts';
import { crashes, now, openLedger, passingFaults } from '../../../support/ledger/open-ledger.ts';

function newSignal(number: number, routeIds: readonly string[]): NewSignal {
  return exampleNewSignal(number, { routeIds });
}

it.each([...crashes, ...passingFaults])(
  'the registry of routes never misses a route that has an entry: %s at any call',
  async (fault) => {
    for (const call of [1, 2, 3, 4]) {
      const { ledger, cutOff, outboxKeys } = openLedger();
      await cutOff(call, fault, () => ledger.signals.record(newSignal(1, ['crm', 'sales'])));
      const registered = (await ledger.routes.list()).map(({ routeId }) => routeId);
      for (const routeId of ['crm', 'sales']) {
        if (outboxKeys(routeId).length > 0) expect(registered).toContain(routeId);
      }
      await ledger.signals.record(newSignal(1, ['crm', 'sales']));
      expect((await ledger.routes.list()).map(({ routeId }) => routeId)).toEqual(['crm', 'sales']);
    }
  },
);

it('what is pending for a route is its signals, those held, its digests, and how old the oldest is', async () => {
  const { ledger } = openLedger();
  for (const number of [1, 2, 3]) await ledger.signals.record(newSignal(number, ['crm']));
  await freezeOldest(ledger, pointer, now + 50);
  const [second] = await ledger.outbox.read('crm', 10);
  await ledger.outbox.setAside({ routeId: 'crm', keys: [second?.key ?? ''], ver: 0 });
  expect(await ledger.pending.describe('crm', now)).toMatchObject({
    routeId: 'crm',
    waiting: { signals: 1 },
    signalsHeld: 1,
    digests: [{ digestId: 'msg_1', state: 'FROZEN', destinationType: 'webhook', frozenAt: now + 50 }],
    oldestAt: now + 2,
  });
  expect(await ledger.pending.describe('sales', now)).toMatchObject({
    routeId: 'sales',
    waiting: { signals: 0 },
    signalsHeld: 0,
    digests: [],
    oldestAt: null,
  });
});

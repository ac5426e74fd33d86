import { describe, expect, it } from 'vitest';
import type { NewSignal } from '../../../shared/domain/signals/recording.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { claimDue, freezeOldest, settleDue } from '../../support/ledger/digests.ts';
import { crashes, now, openLedger, passingFaults } from './open-ledger.ts';

function newSignal(number: number, routeIds: readonly string[]): NewSignal {
  return exampleNewSignal(number, { routeIds });
}

const pointer = { routeId: 'crm', slot: '2026-11-21T08:00:00.000Z', part: 1 };

const untouched = { misplaced: null, looked: null, resumedAt: null, releasedAt: null };

describe('the registry of routes', () => {
  it('has each route that anything was recorded for, once', async () => {
    const { ledger } = openLedger();
    await ledger.record(newSignal(1, ['sales', 'crm']));
    await ledger.record(newSignal(2, ['crm']));
    expect(await ledger.listRoutes()).toEqual([
      { routeId: 'crm', firstSeenAt: now, ...untouched },
      { routeId: 'sales', firstSeenAt: now, ...untouched },
    ]);
  });

  it('asks the table once for each route, not once for each signal', async () => {
    const { ledger, injector } = openLedger();
    for (const number of [1, 2, 3]) await ledger.record(newSignal(number, ['crm']));
    expect(injector.calls.filter((name) => name === 'table.put')).toHaveLength(1);
  });

  it.each([...crashes, ...passingFaults])(
    'never misses a route that has an entry: %s at any call',
    async (fault) => {
      for (const call of [1, 2, 3, 4]) {
        const { ledger, cutOff, outboxKeys } = openLedger();
        await cutOff(call, fault, () => ledger.record(newSignal(1, ['crm', 'sales'])));
        const registered = (await ledger.listRoutes()).map(({ routeId }) => routeId);
        for (const routeId of ['crm', 'sales']) {
          if (outboxKeys(routeId).length > 0) expect(registered).toContain(routeId);
        }
        await ledger.record(newSignal(1, ['crm', 'sales']));
        expect((await ledger.listRoutes()).map(({ routeId }) => routeId)).toEqual(['crm', 'sales']);
      }
    },
  );
});

describe('what is pending for a route', () => {
  it('is its signals, those held back, its digests, and how old the oldest is', async () => {
    const { ledger } = openLedger();
    for (const number of [1, 2, 3]) await ledger.record(newSignal(number, ['crm']));
    await freezeOldest(ledger, pointer, now + 50);
    const [second] = await ledger.readOutbox('crm', 10);
    await ledger.openFlood('crm', 1);
    await ledger.setAside({ routeId: 'crm', keys: [second?.key ?? ''], fate: 'held', floodId: 1 }, now);
    expect(await ledger.describePending('crm')).toMatchObject({
      routeId: 'crm',
      signalsWaiting: 1,
      signalsHeld: 1,
      digests: [{ digestId: 'msg_1', state: 'FROZEN', destinationType: 'webhook', frozenAt: now + 50 }],
      oldestAt: now + 2,
    });
    expect(await ledger.describePending('sales')).toEqual({
      routeId: 'sales',
      signalsWaiting: 0,
      signalsHeld: 0,
      digests: [],
      oldestAt: null,
    });
  });

  it('is found for routes that the config has no more, and only where something is left', async () => {
    const { ledger } = openLedger();
    for (const [number, routeId] of ['crm', 'sales', 'done'].entries())
      await ledger.record(newSignal(number, [routeId]));
    const done = { ...pointer, routeId: 'done' };
    await freezeOldest(ledger, done, now);
    await settleDue(ledger, done, now, { to: 'DELIVERED' });
    const vanished = await ledger.findVanished(['sales']);
    expect(vanished.map(({ routeId, signalsWaiting }) => [routeId, signalsWaiting])).toEqual([['crm', 1]]);
    expect(await ledger.findVanished(['crm', 'sales'])).toEqual([]);
  });

  it('is counted one by one up to a limit', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 7; number++) await ledger.record(newSignal(number, ['crm']));
    expect(await ledger.findVanished([], 5)).toMatchObject([{ signalsWaiting: 5, oldestAt: now }]);
  });
});

describe('a digest that its route can not take', () => {
  async function openKept(reason = 'its route is not in the config') {
    const opened = openLedger();
    await opened.ledger.record(newSignal(1, ['crm']));
    await freezeOldest(opened.ledger, pointer, now);
    const claim = await claimDue(opened.ledger, pointer, now);
    await opened.ledger.settleDigest(claim, { to: 'HELD', reason, misplaced: true }, now, false);
    const registered = async () => {
      const [route] = await opened.ledger.listRoutes();
      if (!route) throw new Error('the route is not registered');
      return route;
    };
    return { ...opened, claim, registered };
  }

  it('is due again once the route can take it, as it was', async () => {
    const { ledger, registered, claim } = await openKept();
    expect(await ledger.placeMisplaced(await registered(), 'slack', now)).toBe(0);
    expect(await ledger.placeMisplaced(await registered(), 'webhook', now)).toBe(1);
    const again = await ledger.claimDigest(pointer, now, 1000);
    expect(again).toMatchObject({
      digestId: claim.digestId,
      body: claim.body,
      attempts: 0,
      ambiguous: false,
    });
  });

  it('is looked for once, and again when one more was kept or the kind has changed', async () => {
    const { ledger, registered, injector } = await openKept();
    const reads = async (type: 'slack' | 'webhook') => {
      const route = await registered();
      const before = injector.calls.length;
      await ledger.placeMisplaced(route, type, now);
      return injector.calls.length - before;
    };
    expect(await reads('slack')).toBeGreaterThan(0);
    expect(await reads('slack')).toBe(0);
    expect(await reads('webhook')).toBeGreaterThan(0);
    expect(await reads('webhook')).toBe(0);
    await settleDue(ledger, pointer, now, { to: 'HELD', reason: 'gone', misplaced: true }, false);
    expect(await reads('webhook')).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

const first = { routeId: 'sales', slot: '2026-11-21T08:00:00.000Z' };
const second = { routeId: 'sales', slot: '2026-11-22T08:00:00.000Z' };

describe('a route', () => {
  it('is enabled until its destination wants no more, and again when somebody resumes it', async () => {
    const { ledger } = openLedger();
    const fresh = { routeId: 'sales', reason: null, since: null, flood: null, keptUntil: null };
    const enabled = { ...fresh, state: 'ENABLED' };
    expect(await ledger.readRoute('sales')).toEqual(enabled);
    await ledger.disableRoute('sales', 'no_service', now);
    expect(await ledger.readRoute('sales')).toEqual({
      ...enabled,
      state: 'DISABLED',
      reason: 'no_service',
      since: now,
    });
    expect((await ledger.readRoute('crm')).state).toBe('ENABLED');
    await ledger.enableRoute('sales', now + 1);
    expect(await ledger.readRoute('sales')).toEqual({ ...enabled, keptUntil: now + 1 });
  });

  it.each(['is disabled', 'was resumed'] as const)(
    'that %s meanwhile drops nothing, and can hold it',
    async (how) => {
      const opened = openLedger();
      const { ledger } = opened;
      await ledger.record(exampleNewSignal(1, { routeIds: ['sales'] }));
      const [entry] = await ledger.readOutbox('sales', 1);
      await ledger.openFlood('sales', 7);
      if (how === 'is disabled') await ledger.disableRoute('sales', 'no_service', now);
      else await ledger.enableRoute('sales', now);
      const aside = { routeId: 'sales', keys: [entry?.key ?? ''], floodId: 7, keptUntil: null };

      expect(await ledger.setAside({ ...aside, fate: 'dropped' }, now)).toBe(0);
      expect(await ledger.countFlood('sales', 7)).toEqual({ aside: 0, dropped: 0 });
      expect(await ledger.setAside({ ...aside, fate: 'held' }, now)).toBe(1);
      expect(await ledger.countFlood('sales', 7)).toEqual({ aside: 1, dropped: 0 });
    },
  );

  it('drops what came since it was resumed, and counts it', async () => {
    const { ledger } = openLedger();
    await ledger.enableRoute('sales', now);
    await ledger.record(exampleNewSignal(1, { routeIds: ['sales'] }));
    const [entry] = await ledger.readOutbox('sales', 1);
    await ledger.openFlood('sales', 7);
    const aside = { routeId: 'sales', keys: [entry?.key ?? ''], fate: 'dropped', floodId: 7 } as const;

    expect(await ledger.setAside({ ...aside, keptUntil: now }, now)).toBe(1);
    expect(await ledger.countFlood('sales', 7)).toEqual({ aside: 1, dropped: 1 });
  });

  it('that was never disabled can be resumed all the same', async () => {
    const { ledger } = openLedger();
    await ledger.enableRoute('sales', now);
    expect((await ledger.readRoute('sales')).state).toBe('ENABLED');
  });
});

describe('the mark of a late slot', () => {
  it('is due at its time, and gone once it is cleared', async () => {
    const { ledger } = openLedger();
    expect(await ledger.readLate('sales')).toBeNull();
    await ledger.markLate(first, now);
    expect((await ledger.listDue(now - 1)).lateRoutes).toEqual([]);
    expect((await ledger.listDue(now)).lateRoutes).toEqual(['sales']);
    expect(await ledger.readLate('sales')).toEqual(first);
    await ledger.clearLate(first);
    expect(await ledger.readLate('sales')).toBeNull();
    await ledger.clearLate(first);
  });

  it('of a newer slot stays when an older one is cleared', async () => {
    const { ledger } = openLedger();
    await ledger.markLate(first, now);
    await ledger.markLate(second, now);
    await ledger.clearLate(first);
    expect(await ledger.readLate('sales')).toEqual(second);
  });

  it('of a newer slot stays when an older one is marked again: it covers what that one left', async () => {
    const { ledger } = openLedger();
    await ledger.markLate(second, now);
    await ledger.markLate(first, now + 1);
    expect(await ledger.readLate('sales')).toEqual(second);
    await ledger.markLate(second, now + 2);
    expect((await ledger.listDue(now + 1)).lateRoutes).toEqual([]);
  });
});

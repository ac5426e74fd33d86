import { describe, expect, it } from 'vitest';
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

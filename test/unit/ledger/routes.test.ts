import { describe, expect, it } from 'vitest';
import { now, openLedger } from './open-ledger.ts';

describe('a route', () => {
  it('is enabled until its destination wants no more, and again when somebody resumes it', async () => {
    const { ledger } = openLedger();
    const counts = { ver: 0, held: 0, untold: 0, dropped: 0, round: null, heartbeat: null };
    const fresh = { routeId: 'sales', reason: null, since: null, keptUntil: null, ...counts };
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
    expect(await ledger.readRoute('sales')).toEqual({ ...enabled, keptUntil: now + 1, ver: 1 });
  });
});

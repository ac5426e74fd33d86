import { describe, expect, it } from 'vitest';
import { now, openLedger } from '../../../../support/ledger/open-ledger.ts';

describe('a route', () => {
  it('is enabled until its destination wants no more, and again when somebody resumes it', async () => {
    const { ledger } = openLedger();
    const counts = {
      ver: 0,
      held: 0,
      untold: 0,
      round: null,
      heartbeat: null,
      recap: null,
      reminder: null,
      place: null,
      turnSince: null,
    };
    const fresh = { routeId: 'sales', reason: null, since: null, ...counts };
    const enabled = { ...fresh, state: 'ENABLED' };
    expect(await ledger.routes.read('sales')).toEqual(enabled);
    await ledger.routes.disable('sales', 'no_service', now);
    expect(await ledger.routes.read('sales')).toEqual({
      ...enabled,
      state: 'DISABLED',
      reason: 'no_service',
      since: now,
    });
    expect((await ledger.routes.read('crm')).state).toBe('ENABLED');
    await ledger.routes.enable('sales', now + 1);
    expect(await ledger.routes.read('sales')).toEqual({ ...enabled, ver: 1, since: now + 1 });
    await ledger.routes.enable('sales', now + 2);
    expect((await ledger.routes.read('sales')).since).toBe(now + 1);
  });

  it('is paused until somebody resumes it, unless it was disabled already: that reason stays', async () => {
    const { ledger } = openLedger();
    await ledger.routes.disable('crm', 'no_service', now);

    expect([await ledger.routes.pause('sales', now), await ledger.routes.pause('crm', now + 1)]).toEqual([
      true,
      false,
    ]);
    expect(await ledger.routes.read('sales')).toMatchObject({
      state: 'DISABLED',
      reason: 'paused by hand',
      since: now,
    });
    expect(await ledger.routes.read('crm')).toMatchObject({ reason: 'no_service', since: now });
    expect(await ledger.routes.pause('sales', now + 1)).toBe(false);
    await ledger.routes.enable('sales', now + 2);
    expect(await ledger.routes.pause('sales', now + 3)).toBe(true);
  });

  it('is paused although the answer to the write was lost', async () => {
    const { ledger, plan } = openLedger();
    plan((call) => (call === 1 ? 'answer-lost' : null));
    expect(await ledger.routes.pause('sales', now)).toBe(true);
  });
});

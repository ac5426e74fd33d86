import { describe, expect, it } from 'vitest';
import { mutesListedDays } from '../../../../../shared/domain/routes/mute.ts';
import { muteKey } from '../../../../../shared/ledger/items/keys.ts';
import { exampleNewSignal } from '../../../../support/examples/example-signals.ts';
import { now, openLedger, passingFaults } from '../../../../support/ledger/open-ledger.ts';

const buyer = { kind: 'buyer', id: 'b0b0', until: now + 3_600_000, because: 'they signed' } as const;
const route = { kind: 'route', id: 'crm', until: now + 60_000, because: '' } as const;

describe('mutes', () => {
  it.each(passingFaults)('are begun and ended, and say so, when the first try is %s', async (fault) => {
    const { ledger, cutOff } = openLedger();
    await cutOff(1, fault, () => ledger.mutes.begin(buyer));
    let ended = false;
    await cutOff(1, fault, async () => {
      ended = await ledger.mutes.end(buyer, now);
    });
    expect(ended).toBe(true);
    expect(await ledger.mutes.list()).toEqual([{ ...buyer, until: now }]);
  });

  it('that are over, or that never were, can not be ended', async () => {
    const { ledger } = openLedger();
    await ledger.mutes.begin({ ...buyer, until: now });
    expect(await ledger.mutes.end(route, now)).toBe(false);
    expect(await ledger.mutes.end(buyer, now + 1)).toBe(false);
    expect(await ledger.mutes.list()).toEqual([{ ...buyer, until: now }]);
  });

  it('expire long after their end', async () => {
    const { ledger, table } = openLedger();
    await ledger.mutes.begin(buyer);
    const item = await table.get(muteKey(buyer));
    expect(item?.expiresAt).toBe(buyer.until / 1000 + mutesListedDays * 86_400);
  });

  it('of one route stand beside that of all routes: each is ended alone, and counted alone', async () => {
    const { ledger } = openLedger();
    await ledger.signals.record(exampleNewSignal(1, { buyerId: buyer.id }));
    const onRoute = { ...buyer, routeId: 'crm', until: now + 7_200_000, because: 'by ann in Slack' };
    await ledger.mutes.begin(buyer);
    await ledger.mutes.begin(onRoute);
    expect(await ledger.mutes.list()).toEqual([buyer, onRoute]);
    const count = async (routeId: string) => ledger.mutes.count(routeId, await ledger.mutes.list(), now);
    expect(await count('crm')).toMatchObject([
      { id: 'b0b0', routeId: 'crm', until: onRoute.until, signals: 1 },
    ]);
    expect(await ledger.mutes.end(onRoute, now)).toBe(true);
    expect(await count('crm')).toMatchObject([{ id: 'b0b0', until: buyer.until, signals: 1 }]);
    await ledger.mutes.begin(onRoute, now + 1);
    expect(await ledger.mutes.end(buyer, now)).toBe(true);
    expect((await ledger.mutes.list()).map(({ until }) => until)).toEqual([now, onRoute.until]);
  });
});

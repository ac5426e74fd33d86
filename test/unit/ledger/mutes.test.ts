import { describe, expect, it } from 'vitest';
import { mutesListedMs } from '../../../shared/domain/routes/mute.ts';
import { lateKey, muteKey } from '../../../shared/ledger/keys.ts';
import { crashes, now, type OpenedLedger, openLedger, passingFaults } from './open-ledger.ts';

const buyer = { kind: 'buyer', id: 'b0b0', until: now + 3_600_000, because: 'they signed' } as const;
const route = { kind: 'route', id: 'crm', until: now + 60_000, because: '' } as const;

describe('mutes', () => {
  it('are listed as they were given, and replaced by a new one of the same thing', async () => {
    const { ledger } = openLedger();
    await ledger.mute(buyer);
    await ledger.mute(route);
    await ledger.mute({ ...buyer, until: now + 1 });
    expect(await ledger.listMutes()).toEqual([{ ...buyer, until: now + 1 }, route]);
  });

  it('end at once by unmute, and stay listed as ended', async () => {
    const { ledger } = openLedger();
    await ledger.mute(buyer);
    expect(await ledger.unmute(buyer, now)).toBe(true);
    expect(await ledger.listMutes()).toEqual([{ ...buyer, until: now }]);
  });

  it('that are over can not be ended again', async () => {
    const { ledger } = openLedger();
    await ledger.mute({ ...buyer, until: now });
    expect(await ledger.unmute(buyer, now + 1)).toBe(false);
    expect(await ledger.listMutes()).toEqual([{ ...buyer, until: now }]);
  });

  it('can not be ended where there is none, which leaves nothing behind', async () => {
    const { ledger } = openLedger();
    expect(await ledger.unmute(buyer, now)).toBe(false);
    expect(await ledger.listMutes()).toEqual([]);
  });

  it('expire long after their end', async () => {
    const { ledger, table } = openLedger();
    await ledger.mute(buyer);
    const item = await table.get(muteKey(buyer.kind, buyer.id));
    expect(item?.expiresAt).toBe((buyer.until + mutesListedMs) / 1000);
  });
});

describe('a slot that waits for the end of a mute', () => {
  const slot = new Date(now).toISOString();
  const routeIds = Array.from({ length: 3 }, (_, index) => `route-${index}`);

  /** Each of the routes has left entries behind that wait for the end of the mute. */
  async function openHeld(ids: readonly string[] = routeIds): Promise<OpenedLedger> {
    const opened = openLedger();
    await opened.ledger.registerRoutes(ids);
    await opened.ledger.mute(buyer);
    for (const routeId of ids) await opened.ledger.markLate({ routeId, slot }, buyer.until);
    return opened;
  }
  const dueTimes = async ({ item }: OpenedLedger, ids: readonly string[] = routeIds) =>
    Promise.all(ids.map(async (id) => (await item(lateKey(id)))?.dueAt));

  it('is due as soon as the mute is ended', async () => {
    const opened = await openHeld();
    expect(await opened.ledger.unmute(buyer, now + 5)).toBe(true);
    expect(await dueTimes(opened)).toEqual([now + 5, now + 5, now + 5]);
    expect((await opened.ledger.listDue(now + 5)).lateRoutes.toSorted()).toEqual(routeIds);
    expect(await opened.ledger.readLate('route-0')).toEqual({ routeId: 'route-0', slot });
  });

  it('is due at the end of the mute that replaces it, where that is earlier', async () => {
    const opened = await openHeld();
    await opened.ledger.mute({ ...buyer, until: now + 60_000 });
    expect(await dueTimes(opened)).toEqual([now + 60_000, now + 60_000, now + 60_000]);
  });

  it('stays due when it is due already, and none is made', async () => {
    const opened = await openHeld();
    await opened.ledger.registerRoutes(['without']);
    await opened.ledger.markLate({ routeId: 'route-0', slot }, now);
    await opened.ledger.unmute(buyer, now + 5);
    expect(await dueTimes(opened, ['route-0', 'without'])).toEqual([now, undefined]);
  });

  it('is due with more routes than a transaction takes', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `route-${index}`);
    const opened = await openHeld(many);
    expect(await opened.ledger.unmute(buyer, now + 5)).toBe(true);
    expect(await dueTimes(opened, many)).toEqual(many.map(() => now + 5));
  });

  it.each([...passingFaults, ...crashes])(
    'is due exactly if the mute is ended, after %s at any call',
    async (fault) => {
      const whole = await openHeld();
      const calls = await whole.cutOff(Number.NaN, fault, () => whole.ledger.unmute(buyer, now + 5));
      expect(calls).toBeGreaterThan(4);
      for (let call = 1; call <= calls; call += 1) {
        const opened = await openHeld();
        await opened.cutOff(call, fault, () => opened.ledger.unmute(buyer, now + 5));
        const [mute] = await opened.ledger.listMutes();
        const dueAt = mute?.until === now + 5 ? now + 5 : buyer.until;
        expect(await dueTimes(opened)).toEqual([dueAt, dueAt, dueAt]);
      }
    },
  );

  it('is due when a composer marks it while the mute is being ended', async () => {
    const opened = await openHeld();
    const { get } = opened.table;
    let left = 1;
    opened.table.get = async (key) => {
      const item = await get(key);
      // Composed and cleared right after it was read.
      if (key.sk === 'LATE' && left > 0) {
        left -= 1;
        await opened.ledger.clearLate({ routeId: 'route-0', slot });
      }
      return item;
    };
    expect(await opened.ledger.unmute(buyer, now + 5)).toBe(true);
    expect(await dueTimes(opened)).toEqual([undefined, now + 5, now + 5]);
  });
});

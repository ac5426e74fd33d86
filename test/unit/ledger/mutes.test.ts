import { describe, expect, it } from 'vitest';
import { mutesListedMs } from '../../../shared/domain/routes/mute.ts';
import { muteKey } from '../../../shared/ledger/keys.ts';
import { now, openLedger, passingFaults } from './open-ledger.ts';

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

  it('keep the name of what they mute', async () => {
    const { ledger } = openLedger();
    await ledger.mute({ ...buyer, name: 'Fort Worth ISD' });
    expect(await ledger.listMutes()).toEqual([{ ...buyer, name: 'Fort Worth ISD' }]);
  });

  it('end at once by unmute, and stay listed as ended', async () => {
    const { ledger } = openLedger();
    await ledger.mute(buyer);
    expect(await ledger.unmute(buyer, now)).toBe(true);
    expect(await ledger.listMutes()).toEqual([{ ...buyer, until: now }]);
  });

  it.each(passingFaults)('are begun and ended, and say so, when the first try is %s', async (fault) => {
    const { ledger, cutOff } = openLedger();
    await cutOff(1, fault, () => ledger.mute(buyer));
    let ended = false;
    await cutOff(1, fault, async () => {
      ended = await ledger.unmute(buyer, now);
    });
    expect(ended).toBe(true);
    expect(await ledger.listMutes()).toEqual([{ ...buyer, until: now }]);
  });

  it('that are over, or that never were, can not be ended', async () => {
    const { ledger } = openLedger();
    await ledger.mute({ ...buyer, until: now });
    expect(await ledger.unmute(route, now)).toBe(false);
    expect(await ledger.unmute(buyer, now + 1)).toBe(false);
    expect(await ledger.listMutes()).toEqual([{ ...buyer, until: now }]);
  });

  it('expire long after their end', async () => {
    const { ledger, table } = openLedger();
    await ledger.mute(buyer);
    const item = await table.get(muteKey(buyer.kind, buyer.id));
    expect(item?.expiresAt).toBe((buyer.until + mutesListedMs) / 1000);
  });
});

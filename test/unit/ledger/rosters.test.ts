import { describe, expect, it } from 'vitest';
import { bridgeId, buyerA, buyerB } from '../../support/examples/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

describe('the roster of a bridge', () => {
  it('keeps each buyer once with when it was seen last, and apart from those of other bridges', async () => {
    const { ledger } = openLedger();
    await ledger.saveRosterBuyer(bridgeId, buyerA, now - 9);
    await ledger.saveRosterBuyer(bridgeId, buyerB, now - 8);
    await ledger.saveRosterBuyer(bridgeId, buyerA, now);
    await ledger.saveRosterBuyer('another', 'buyer', now);
    const seen = new Map([
      [buyerA, now],
      [buyerB, now - 8],
    ]);
    expect(await ledger.readRosterBuyers(bridgeId)).toEqual(seen);
    expect(await ledger.isInRoster(bridgeId, buyerB)).toBe(true);
  });

  it('says which of some buyers it has', async () => {
    const { ledger } = openLedger();
    await ledger.saveRosterBuyer(bridgeId, buyerA, now);
    expect(await ledger.findInRoster(bridgeId, [buyerB, buyerA])).toEqual([buyerA]);
    expect(await ledger.findInRoster('another', [buyerA])).toEqual([]);
  });

  it('drops a buyer that was not seen again, and no other', async () => {
    const { ledger } = openLedger();
    await ledger.saveRosterBuyer(bridgeId, buyerA, now);
    await ledger.saveRosterBuyer(bridgeId, buyerB, now);
    await ledger.dropRosterBuyer(bridgeId, buyerA, now - 1);
    await ledger.dropRosterBuyer(bridgeId, buyerB, now);
    await ledger.dropRosterBuyer(bridgeId, buyerB, now);
    expect([...(await ledger.readRosterBuyers(bridgeId)).keys()]).toEqual([buyerA]);
  });

  it('keeps what is known of the reading until it is changed or taken back', async () => {
    const { ledger, item } = openLedger();
    const reading = { startedAt: now - 5, nextPage: 21, rows: 20 };
    await ledger.saveRosterProgress(bridgeId, { reading });
    await ledger.saveRosterProgress(bridgeId, { firstFullAt: now - 4, lastFullAt: now, reading });
    const times = { firstFullAt: now - 4, lastFullAt: now };
    expect(await ledger.readRoster(bridgeId)).toMatchObject({ ...times, reading });
    await ledger.saveRosterProgress(bridgeId, { reading: { ...reading, failures: 2, passedOver: 1 } });
    expect((await ledger.readRoster(bridgeId)).reading).toEqual({ ...reading, failures: 2, passedOver: 1 });
    await ledger.saveRosterProgress(bridgeId, { reading });
    expect((await ledger.readRoster(bridgeId)).reading).toEqual(reading);
    await ledger.saveRosterProgress(bridgeId, { reading: null });
    expect(await ledger.readRoster(bridgeId)).toMatchObject({ ...times, reading: null });
    expect(await item({ pk: `BR#${bridgeId}`, sk: 'META' })).toMatchObject({ v: 1 });
  });
});

describe('a buyer that appeared in a bridge that was read through', () => {
  it('is known by the first moment that was noted, whatever results stayed unknown', async () => {
    const { ledger, plan } = openLedger();
    expect(await ledger.readNewsSince(buyerA)).toBeNull();
    plan((call) => (call === 1 ? 'answer-lost' : null));
    await ledger.noteNewcomer(buyerA, now - 5);
    await ledger.noteNewcomer(buyerA, now);
    expect(await ledger.readNewsSince(buyerA)).toBe(now - 5);
    expect(await ledger.readNewsSince(buyerB)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { bridgeId, buyerA, buyerB } from '../../../../support/examples/example-signals.ts';
import { now, openLedger } from '../../../../support/ledger/open-ledger.ts';

describe('the roster of a bridge', () => {
  it('keeps each buyer once with when it was seen last, and apart from those of other bridges', async () => {
    const { ledger } = openLedger();
    await ledger.rosters.saveBuyer(bridgeId, buyerA, now - 9);
    await ledger.rosters.saveBuyer(bridgeId, buyerB, now - 8);
    await ledger.rosters.saveBuyer(bridgeId, buyerA, now);
    await ledger.rosters.saveBuyer('another', 'buyer', now);
    const seen = new Map([
      [buyerA, now],
      [buyerB, now - 8],
    ]);
    expect(await ledger.rosters.listBuyers(bridgeId)).toEqual(seen);
    expect(await ledger.rosters.hasBuyer(bridgeId, buyerB)).toBe(true);
  });

  it('drops a buyer that was not seen again, and no other', async () => {
    const { ledger } = openLedger();
    await ledger.rosters.saveBuyer(bridgeId, buyerA, now);
    await ledger.rosters.saveBuyer(bridgeId, buyerB, now);
    await ledger.rosters.dropBuyer(bridgeId, buyerA, now - 1);
    await ledger.rosters.dropBuyer(bridgeId, buyerB, now);
    await ledger.rosters.dropBuyer(bridgeId, buyerB, now);
    expect([...(await ledger.rosters.listBuyers(bridgeId)).keys()]).toEqual([buyerA]);
  });

  it('keeps what is known of the reading until it is changed or taken back', async () => {
    const { ledger, item } = openLedger();
    const reading = { startedAt: now - 5, nextPage: 21, rows: 20 };
    await ledger.rosters.saveProgress(bridgeId, { reading });
    await ledger.rosters.saveProgress(bridgeId, { firstFullAt: now - 4, lastFullAt: now, reading });
    const times = { firstFullAt: now - 4, lastFullAt: now };
    expect(await ledger.rosters.read(bridgeId)).toMatchObject({ ...times, reading });
    await ledger.rosters.saveProgress(bridgeId, { reading: { ...reading, failures: 2, passedOver: 1 } });
    expect((await ledger.rosters.read(bridgeId)).reading).toEqual({ ...reading, failures: 2, passedOver: 1 });
    await ledger.rosters.saveProgress(bridgeId, { reading });
    expect((await ledger.rosters.read(bridgeId)).reading).toEqual(reading);
    await ledger.rosters.saveProgress(bridgeId, { reading: null });
    expect(await ledger.rosters.read(bridgeId)).toMatchObject({ ...times, reading: null });
    expect(await item({ pk: `BR#${bridgeId}`, sk: 'META' })).toMatchObject({ v: 1 });
  });
});

it('a buyer that appeared in a bridge that was read through is known by the first moment that was noted, whatever results stayed unknown', async () => {
  const { ledger, plan } = openLedger();
  expect(await ledger.rosters.readNewsSince(buyerA)).toBeNull();
  plan((call) => (call === 1 ? 'answer-lost' : null));
  await ledger.rosters.noteNewcomer(buyerA, now - 5);
  await ledger.rosters.noteNewcomer(buyerA, now);
  expect(await ledger.rosters.readNewsSince(buyerA)).toBe(now - 5);
  expect(await ledger.rosters.readNewsSince(buyerB)).toBeNull();
});

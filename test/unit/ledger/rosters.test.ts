import { describe, expect, it } from 'vitest';
import { bridgeId, buyerA, buyerB } from '../../support/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

describe('the roster of a bridge', () => {
  it('knows nothing at first', async () => {
    expect(await openLedger().ledger.readRoster(bridgeId)).toEqual({
      bridgeId,
      buyerIds: new Set(),
      lastFullAt: null,
      nextPage: null,
    });
  });

  it('keeps each buyer once, and apart from those of other bridges', async () => {
    const { ledger } = openLedger();
    for (const buyerId of [buyerA, buyerB, buyerA]) await ledger.addRosterBuyer(bridgeId, buyerId, now);
    await ledger.addRosterBuyer('another', 'buyer', now);
    expect((await ledger.readRoster(bridgeId)).buyerIds).toEqual(new Set([buyerA, buyerB]));
  });

  it('keeps what is known of the reading until it is changed or taken back', async () => {
    const { ledger, item } = openLedger();
    await ledger.saveRosterProgress(bridgeId, { nextPage: 21 });
    await ledger.saveRosterProgress(bridgeId, { lastFullAt: now });
    expect(await ledger.readRoster(bridgeId)).toMatchObject({ lastFullAt: now, nextPage: 21 });
    await ledger.saveRosterProgress(bridgeId, { nextPage: null });
    expect(await ledger.readRoster(bridgeId)).toMatchObject({ lastFullAt: now, nextPage: null });
    expect(await item({ pk: `BR#${bridgeId}`, sk: 'META' })).toMatchObject({ v: 1 });
  });
});

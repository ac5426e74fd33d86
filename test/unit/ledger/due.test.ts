import { describe, expect, it } from 'vitest';
import { freezeOldest } from '../../support/ledger/digests.ts';
import { now, openLedger } from './open-ledger.ts';

describe('what is due', () => {
  it('comes in the order of its times, whichever shards it is in', async () => {
    const { ledger } = openLedger();
    const parts = Array.from({ length: 12 }, (_, index) => index + 1);
    for (const part of parts) {
      await freezeOldest(ledger, { routeId: 'crm', slot: '2026-11-21T08:00:00.000Z', part }, now - part);
    }
    const { digests } = await ledger.listDue(now);
    expect(digests.map(({ part }) => part)).toEqual(parts.toReversed());
  });

  it('is brought forward whole, however much it is', async () => {
    const { ledger } = openLedger();
    const many = Array.from(
      { length: 2_100 },
      (_, index) => `bbbbbbbb-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    for (const buyerId of many) await ledger.requestSummary(buyerId, now + 1e6, now);
    await ledger.bringForwardAll(now);
    expect((await ledger.listDue(now)).summaries.length).toBeGreaterThan(1_900);
    // A sweep takes 500 of each shard; the next one takes the rest.
    expect((await ledger.listDue(now)).summaries.length).toBeLessThanOrEqual(2_000);
  });
});

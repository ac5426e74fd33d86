import { describe, expect, it } from 'vitest';
import { freezeOldest } from '../../../support/ledger/digests.ts';
import { now, openLedger } from '../../../support/ledger/open-ledger.ts';

describe('what is due', () => {
  it('is brought forward whole, and hides no digest, however much it is', async () => {
    const { ledger } = openLedger();
    const pointer = { routeId: 'crm', slot: '2026-11-21T08:00:00.000Z', part: 1 };
    const many = Array.from(
      { length: 2_100 },
      (_, index) => `bbbbbbbb-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    for (const buyerId of many) await ledger.summaries.request(buyerId, now + 1e6, now);
    await ledger.due.bringForwardAll(now);
    await freezeOldest(ledger, pointer, now + 5_000);
    const { summaries, digests } = await ledger.due.list(now + 5_000);
    expect(digests).toEqual([pointer]);
    // The next sweep takes the rest.
    expect(summaries).toHaveLength(2_000);
  });

  it('is of every route, behind whatever a paused one keeps', async () => {
    const { ledger } = openLedger();
    const [slot, most] = ['2026-11-21T08:00:00.000Z', 2_100];
    for (let part = 1; part <= most; part += 1)
      await freezeOldest(ledger, { routeId: 'crm', slot, part }, now);
    await freezeOldest(ledger, { routeId: 'sales', slot, part: 1 }, now + 1);
    const { digests } = await ledger.due.list(now + 1);
    expect(digests.at(-1)).toEqual({ routeId: 'sales', slot, part: 1 });
    expect(digests).toHaveLength(most + 1);
  });
});

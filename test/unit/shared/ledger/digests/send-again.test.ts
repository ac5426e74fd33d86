import { describe, expect, it } from 'vitest';
import { buyerA, exampleNewSignal } from '../../../../support/examples/example-signals.ts';
import { onlyAt } from '../../../../support/fault-injector.ts';
import { claimDue, openClaimed, pointer, pointerKey } from '../../../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger, passingFaults } from '../../../../support/ledger/open-ledger.ts';

const later = now + 3_600_000;

/** A digest that was frozen, sent and taken at `now`. */
async function openDelivered(): Promise<OpenedLedger> {
  const { claim, ...opened } = await openClaimed();
  await opened.ledger.digests.settle(claim, { to: 'DELIVERED' }, now);
  return opened;
}

describe('what was delivered is sent again', () => {
  it('waits since then, and is no slow delivery', async () => {
    const { ledger } = await openDelivered();
    await ledger.digests.resend(await ledger.digests.listDelivered('crm', now), later);
    expect(await ledger.pending.describe('crm', now)).toMatchObject({ oldestAt: later });
    expect(await claimDue(ledger, pointer, later)).toMatchObject({ oldestSeenAt: null });
  });

  it('happens once for each listing, however often it is requested', async () => {
    const { ledger } = await openDelivered();
    const listed = await ledger.digests.listDelivered('crm', now);
    await ledger.digests.resend(listed, later);

    expect(await ledger.digests.resend(listed, later + 1)).toBe(0);
    const claim = await claimDue(ledger, pointer, later);
    expect(await ledger.digests.resend(listed, later + 2)).toBe(0);
    await ledger.digests.settle(claim, { to: 'DELIVERED' }, later + 3);
    expect(await ledger.digests.resend(listed, later + 4)).toBe(0);
  });

  it.each(passingFaults)('goes through, and says so, when its first try is %s', async (fault) => {
    const { ledger, plan, item } = await openDelivered();
    const listed = await ledger.digests.listDelivered('crm', now);
    plan(onlyAt(1, fault));

    expect(await ledger.digests.resend(listed, later)).toBe(1);
    expect(await item(pointerKey)).toMatchObject({ state: 'FROZEN', resentAt: later });
  });
});

it('counting what waits tells the hot ones, the oldest, and what may still wait for a summary', async () => {
  const { ledger } = openLedger();
  await ledger.signals.record(exampleNewSignal(3));
  await ledger.signals.record(exampleNewSignal(1, { hot: true, releaseAt: later }));
  await ledger.signals.record(exampleNewSignal(2, { hot: true, releaseAt: now }));

  expect(await ledger.outbox.count('crm', now)).toEqual({
    signals: 3,
    hot: 2,
    oldestAt: now + 1,
    awaiting: [{ buyerId: buyerA, until: later }],
  });
});

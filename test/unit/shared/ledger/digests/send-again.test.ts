import { describe, expect, it } from 'vitest';
import type { DigestClaim } from '../../../../../shared/domain/digests/delivery.ts';
import { buyerA, exampleNewSignal } from '../../../../support/examples/example-signals.ts';
import { onlyAt } from '../../../../support/fault-injector.ts';
import { claimDue, freezeOldest } from '../../../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger, passingFaults } from '../../../../support/ledger/open-ledger.ts';

const slot = '2026-11-21T08:00:00.000Z';
const pointer = { routeId: 'crm', slot, part: 1 };
const key = { pk: 'R#crm', sk: `DIG#${slot}#0001` };
const later = now + 3_600_000;

async function record(
  { ledger }: OpenedLedger,
  number: number,
  over: Parameters<typeof exampleNewSignal>[1] = {},
): Promise<void> {
  await ledger.signals.record(exampleNewSignal(number, over));
}

/** A digest that was frozen, sent and taken at `now`. */
async function openDelivered(): Promise<OpenedLedger & { claim: DigestClaim }> {
  const opened = openLedger();
  await record(opened, 1);
  await freezeOldest(opened.ledger, pointer, now);
  const claim = await claimDue(opened.ledger, pointer, now);
  await opened.ledger.digests.settle(claim, { to: 'DELIVERED' }, now);
  return { ...opened, claim };
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
    expect(await item(key)).toMatchObject({ state: 'FROZEN', resentAt: later });
  });
});

describe('counting what waits', () => {
  it('tells the hot ones, the oldest, and what may still wait for a summary', async () => {
    const opened = openLedger();
    await record(opened, 3);
    await record(opened, 1, { hot: true, hotnessRank: 1, releaseAt: later });
    await record(opened, 2, { hot: true, hotnessRank: 2, releaseAt: now });

    const counted = await opened.ledger.outbox.count('crm', now);

    expect(counted).toEqual({
      signals: 3,
      hot: 2,
      oldestAt: now + 1,
      awaiting: [{ buyerId: buyerA, until: later }],
    });
  });
});

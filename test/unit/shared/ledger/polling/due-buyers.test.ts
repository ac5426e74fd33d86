import { describe, expect, it } from 'vitest';
import { afterFailure, regularAt, timesAfterRefusal } from '../../../../../shared/domain/polling/due.ts';
import { buyerKey } from '../../../../../shared/ledger/items/keys.ts';
import type { Ledger } from '../../../../../shared/ledger/ledger.ts';
import { failingSince } from '../../../../support/examples/example-reading.ts';
import { buyerA, buyerB } from '../../../../support/examples/example-signals.ts';
import { now, openLedger } from '../../../../support/ledger/open-ledger.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const idOf = (index: number) => `aaaaaaaa-0000-4000-8000-${String(index).padStart(12, '0')}`;

async function complete(ledger: Ledger, buyerId: string, startedAt: number): Promise<void> {
  const dueAt = regularAt(buyerId, startedAt, dayMs);
  await ledger.buyers.completeScan(await ledger.buyers.read(buyerId), { startedAt, listing: null, dueAt });
}

describe('the buyers that are due', () => {
  it('are found in whichever shard they are, apart from what is due of digests', async () => {
    const { ledger, table } = openLedger();
    const ids = Array.from({ length: 40 }, (_, index) => idOf(index));
    for (const [index, buyerId] of ids.entries()) await ledger.buyers.wake(buyerId, now - index);
    const due = await ledger.buyers.listDue(now);
    expect([...due.keys()].sort()).toEqual(ids);
    expect(due.get(idOf(3))).toEqual({ dueAt: now - 3, isFailing: false });
    expect(new Set([...table.all()].map(({ dueShard }) => dueShard)).size).toBe(4);
    expect(await ledger.due.list(now)).toMatchObject({ digests: [], summaries: [], values: [] });
  });

  it('are those of the past, and those whose time only a wrong clock can have written', async () => {
    const { ledger } = openLedger();
    await ledger.buyers.wake(idOf(1), now + 1);
    await ledger.buyers.wake(idOf(2), now + dayMs);
    await ledger.buyers.wake(idOf(3), now + 400 * dayMs);
    expect([...(await ledger.buyers.listDue(now)).keys()]).toEqual([idOf(3)]);
    expect((await ledger.buyers.listScheduled()).size).toBe(3);
  });

  it('are no longer those that are retired, unless they were woken since they were listed', async () => {
    const { ledger, item } = openLedger();
    const refused = { dueAt: now, failingSince: now, refusals: 1 };
    await ledger.buyers.postpone(await ledger.buyers.read(buyerA), refused, { denial: { deniedAt: now } });
    await ledger.buyers.wake(buyerB, now);
    await ledger.buyers.wake(buyerB, now + 1);
    for (const buyerId of [buyerA, buyerB]) await ledger.buyers.retire(buyerId, now);
    expect([...(await ledger.buyers.listScheduled()).keys()]).toEqual([buyerB]);
    expect(await item(buyerKey(buyerA))).toEqual({ ...buyerKey(buyerA), v: 1 });
  });
});

describe('a buyer whose list is refused', () => {
  async function refuse(ledger: Ledger): Promise<void> {
    const before = await ledger.buyers.read(buyerA);
    await ledger.buyers.postpone(before, timesAfterRefusal(before, now), { denial: { deniedAt: now } });
  }

  it('is not woken, and is listed with since when it is refused and when it is tried next', async () => {
    const { ledger } = openLedger();
    await refuse(ledger);
    await ledger.buyers.wake(buyerA, now);
    expect((await ledger.buyers.listDue(now)).size).toBe(0);
    await ledger.buyers.wake(buyerB, now);
    const refused = { buyerId: buyerA, nextTryAt: now + hourMs, isRefused: true };
    expect(await ledger.buyers.readFailing()).toEqual(failingSince(now, 1, refused));
  });

  it.each([
    [60, 60, 50],
    [60, 1, 50],
    [3, 60, 50],
    [3, 4, 7],
  ])(
    'is listed beside others that just failed, and hides none of them: %i due, %i refused',
    async (due, refused, read) => {
      const { ledger } = openLedger();
      const fail = async (buyerId: string, dueAt: number, refusals: number) =>
        ledger.buyers.postpone(await ledger.buyers.read(buyerId), { failingSince: now, dueAt, refusals });
      for (let index = 0; index < due; index += 1) await fail(idOf(index), now - index, 0);
      for (let index = 0; index < refused; index += 1) await fail(idOf(100 + index), now + hourMs + index, 1);
      const { count, first } = await ledger.buyers.readFailing();
      expect([count, first.length]).toEqual([due + refused, read]);
      const refusedRead = first.filter(({ isRefused }) => isRefused).length;
      expect(refusedRead).toBeGreaterThanOrEqual(Math.min(refused, 25));
      expect(read - refusedRead).toBeGreaterThanOrEqual(Math.min(due, 25));
    },
  );

  it('is not refused by a poll that began before another one read it completely', async () => {
    const { ledger } = openLedger();
    const before = await ledger.buyers.read(buyerA);
    await complete(ledger, buyerA, now);
    await ledger.buyers.postpone(before, timesAfterRefusal(before, now), { denial: { deniedAt: now } });
    expect(await ledger.buyers.readFailing()).toEqual({ count: 0, first: [] });
  });

  it.each([
    ['was denied, which concludes nothing', { denial: { deniedAt: now } }],
    ['failed otherwise', {}],
  ])('stays refused where a poll that began before %s', async (_, failed) => {
    const { ledger } = openLedger();
    const before = await ledger.buyers.read(buyerA);
    await refuse(ledger);
    await ledger.buyers.postpone(before, afterFailure(before, now), failed);
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ refusals: 1, dueAt: now + hourMs });
  });
});

describe('a buyer whose poll failed', () => {
  async function fail(ledger: Ledger, buyerId: string, dueAt = now): Promise<void> {
    const before = await ledger.buyers.read(buyerId);
    await ledger.buyers.postpone(before, { ...afterFailure(before, now), dueAt });
  }

  it('is due and found beside the others, stays among the failing when it is woken, and is none once it was read', async () => {
    const { ledger } = openLedger();
    await fail(ledger, buyerA, now + hourMs);
    await ledger.buyers.wake(buyerA, now);
    expect(await ledger.buyers.listFailing()).toEqual([buyerA]);
    expect([...(await ledger.buyers.listDue(now))]).toEqual([[buyerA, { dueAt: now, isFailing: true }]]);
    expect(await ledger.buyers.readFirstDue(now)).toBeNull();
    await complete(ledger, buyerA, now);
    expect(await ledger.buyers.listFailing()).toEqual([]);
  });

  it('is asked last whether the service shows any list: first that of the last one shown, while it is watched', async () => {
    const { ledger } = openLedger();
    await fail(ledger, idOf(1));
    await ledger.buyers.wake(idOf(2), now + 1);
    await ledger.buyers.wake(idOf(3), now + 2);
    expect(await ledger.buyers.listControls(idOf(2))).toEqual([idOf(2), idOf(3), idOf(1)]);
    await ledger.buyers.retire(idOf(2), now + 1);
    expect(await ledger.buyers.listControls(idOf(2))).toEqual([idOf(3), idOf(1)]);
    expect(await ledger.buyers.listControls(null)).toEqual([idOf(3), idOf(1)]);
  });
});

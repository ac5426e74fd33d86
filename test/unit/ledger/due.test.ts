import { describe, expect, it } from 'vitest';
import { now, openLedger } from './open-ledger.ts';

const uuids = Array.from(
  { length: 40 },
  (_, index) => `aaaaaaaa-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

describe('what is due', () => {
  it('is found in whichever shard it is, by its kind', async () => {
    const { ledger, table } = openLedger();
    for (const buyerId of uuids) await ledger.requestSummary(buyerId, now, now);
    const due = await ledger.listDue(now);
    expect([...due.summaries].sort()).toEqual(uuids);
    expect(due.digests).toEqual([]);
    expect(new Set([...table.all()].map(({ dueShard }) => dueShard)).size).toBe(4);
  });

  it('comes in the order of its times, whichever shards it is in', async () => {
    const { ledger } = openLedger();
    const parts = Array.from({ length: 12 }, (_, index) => index + 1);
    for (const part of parts) {
      const slot = '2026-11-21T08:00:00.000Z';
      const digest = {
        routeId: 'crm',
        slot,
        part,
        digestId: `msg_${part}`,
        destinationType: 'webhook',
        body: '{}',
      };
      await ledger.freeze({ ...digest, destinationType: 'webhook', members: [] }, now - part);
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

describe('every item that the ledger writes', () => {
  it('carries the version of its shape', async () => {
    const { ledger, table } = openLedger();
    await ledger.completeScan(await ledger.readBuyer('b'), { startedAt: now, dueAt: now, listing: null });
    await ledger.requestSummary('b', now, now);
    await ledger.disableRoute('crm', 'gone', now);
    await ledger.enableRoute('sales', now);
    await ledger.saveRosterBuyer('bridge', 'b', now);
    await ledger.noteNewcomer('b', now);
    await ledger.saveRosterProgress('bridge', { reading: { startedAt: now, nextPage: 2, rows: 1 } });
    await ledger.reserveCalls('lists', { calls: 1 });
    expect([...table.all()].filter(({ v }) => typeof v !== 'number')).toEqual([]);
    expect([...table.all()].length).toBe(8);
  });
});

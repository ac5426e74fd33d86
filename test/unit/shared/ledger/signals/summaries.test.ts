import { describe, expect, it } from 'vitest';
import type { SummaryClaim } from '../../../../../shared/domain/signals/summary.ts';
import { itemSize } from '../../../../../shared/ledger/table/item-size.ts';
import { exampleSummary } from '../../../../support/examples/example-digest.ts';
import { buyerA } from '../../../../support/examples/example-signals.ts';
import { now, type OpenedLedger, openLedger } from '../../../../support/ledger/open-ledger.ts';

const minuteMs = 60_000;
const leaseMs = 200_000;
const askUntil = now + 10 * minuteMs;
const ready = { result: 'ready', summary: exampleSummary() } as const;

async function openWanted(): Promise<OpenedLedger> {
  const opened = openLedger();
  await opened.ledger.summaries.request(buyerA, now, askUntil);
  return opened;
}

async function claimed({ ledger }: OpenedLedger, at = now): Promise<SummaryClaim> {
  const claim = await ledger.summaries.claim(buyerA, at, leaseMs);
  if (claim === null) throw new Error('a summary that is wanted could not be claimed');
  return claim;
}

describe('a summary that is wanted', () => {
  it('is fetched by another once the lease has run out; the first can no longer settle it', async () => {
    const opened = await openWanted();
    const first = await claimed(opened);
    expect(await opened.ledger.summaries.claim(buyerA, now + leaseMs - 1, leaseMs)).toBeNull();
    expect((await opened.ledger.due.list(now + leaseMs)).summaries).toEqual([buyerA]);
    const second = await claimed(opened, now + leaseMs);
    expect(second).toMatchObject({ fence: 2, asks: 2 });
    await opened.ledger.summaries.settle(first, { result: 'none' }, now + leaseMs);
    expect(await opened.ledger.summaries.read(buyerA)).toMatchObject({ state: 'wanted' });
  });

  it('is fetched though a fetch by a clock a day ahead crashed', async () => {
    const opened = openLedger();
    const ahead = now + 24 * 60 * minuteMs;
    await opened.ledger.summaries.request(buyerA, ahead, ahead + minuteMs);
    await claimed(opened, ahead);
    await opened.ledger.summaries.request(buyerA, now, askUntil);
    expect(await opened.ledger.summaries.claim(buyerA, now, leaseMs)).toMatchObject({ fence: 2 });
  });

  it.each([ready, { result: 'none' }] as const)(
    'is fetched though a clock a day ahead found it $result',
    async (answer) => {
      const opened = await openWanted();
      await opened.ledger.summaries.settle(await claimed(opened), answer, now + 24 * 60 * minuteMs);
      expect(await opened.ledger.summaries.request(buyerA, now, askUntil)).toBe(true);
    },
  );
});

describe('a summary that came', () => {
  it('is fresh for fifteen minutes', async () => {
    const opened = await openWanted();
    await opened.ledger.summaries.settle(await claimed(opened), ready, now);
    const wantAt = (at: number) => opened.ledger.summaries.request(buyerA, at, at + minuteMs);
    expect(await wantAt(now + 15 * minuteMs)).toBe(false);
    expect(await wantAt(now + 15 * minuteMs + 1)).toBe(true);
    expect(await opened.ledger.summaries.read(buyerA)).toEqual({ state: 'wanted', summary: null });
  });

  it('is kept as far as a digest can show it when it is too large for its item', async () => {
    const opened = await openWanted();
    const long = exampleSummary({ scoreReasoning: 'x'.repeat(2_000_000) });
    await opened.ledger.summaries.settle(await claimed(opened), { result: 'ready', summary: long }, now);
    const kept = (await opened.ledger.summaries.read(buyerA))?.summary;
    expect(kept).toMatchObject({ whatsRecent: long.whatsRecent, score: long.score });
    expect(itemSize((await opened.item({ pk: `B#${buyerA}`, sk: 'SUMMARY' })) ?? {})).toBeLessThan(9_000);
  });
});

describe('a buyer without a summary', () => {
  it('is not asked about again for a day', async () => {
    const opened = await openWanted();
    await opened.ledger.summaries.settle(await claimed(opened), { result: 'none' }, now);
    expect(await opened.ledger.summaries.read(buyerA)).toEqual({
      state: 'none',
      summary: null,
      fetchedAt: now,
    });
    const dayMs = 24 * 60 * minuteMs;
    expect(await opened.ledger.summaries.request(buyerA, now + dayMs, now + 2 * dayMs)).toBe(false);
    expect(await opened.ledger.summaries.request(buyerA, now + dayMs + 1, now + 2 * dayMs)).toBe(true);
  });
});

describe('a summary that is being generated', () => {
  it('is given up once nobody waits for it any more, and can be wanted again', async () => {
    const opened = await openWanted();
    const claim = await claimed(opened, askUntil);
    const pending = { result: 'pending', askAgainAt: askUntil + minuteMs } as const;
    await opened.ledger.summaries.settle(claim, pending, askUntil);
    expect(await opened.ledger.summaries.read(buyerA)).toEqual({ state: 'given-up', summary: null });
    expect((await opened.ledger.due.list(Number.MAX_SAFE_INTEGER)).summaries).toEqual([]);
    expect(await opened.ledger.summaries.request(buyerA, askUntil, askUntil + minuteMs)).toBe(true);
    expect(await claimed(opened, askUntil)).toMatchObject({ asks: 1 });
  });

  it('is asked for at once in a run by hand, but not while another fetches it', async () => {
    const opened = await openWanted();
    const pending = { result: 'pending', askAgainAt: now + minuteMs } as const;
    await opened.ledger.summaries.settle(await claimed(opened), pending, now);
    await opened.ledger.due.bringForwardAll(now);
    await claimed(opened);
    await opened.ledger.due.bringForwardAll(now);
    expect(await opened.ledger.summaries.claim(buyerA, now, leaseMs)).toBeNull();
  });
});

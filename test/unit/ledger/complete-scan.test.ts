import { describe, expect, it } from 'vitest';
import type { Listing } from '../../../shared/domain/signals/recording.ts';
import { buyerA } from '../../support/examples/example-signals.ts';
import { onlyAt } from '../../support/fault-injector.ts';
import { now, openLedger, passingFaults } from './open-ledger.ts';

const hourMs = 3_600_000;
const listing: Listing = { period: 'LastOneMonths', totalItems: 2, ids: ['a', 'b'] };
const routine = (startedAt: number, ids = listing.ids) => ({
  startedAt,
  deep: false,
  listing: { ...listing, ids },
});
const deep = (startedAt: number) => ({ startedAt, deep: true, listing: null });

describe('a buyer', () => {
  it('that nobody knows is baselining, and was never complete', async () => {
    expect(await openLedger().ledger.readBuyer(buyerA)).toEqual({
      buyerId: buyerA,
      state: 'BASELINING',
      lastCompleteAt: null,
      lastDeepAt: null,
      baselineAt: null,
      emptySince: null,
      baselineSince: null,
      fingerprint: null,
      ver: 0,
    });
  });

  it('turns live with its first complete deep scan, and stays so', async () => {
    const { ledger, item } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), deep(now));
    const live = await ledger.readBuyer(buyerA);
    expect(live).toMatchObject({ state: 'LIVE', lastCompleteAt: now, lastDeepAt: now, ver: 1 });
    await ledger.completeScan(live, routine(now + 1));
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ state: 'LIVE', lastDeepAt: now, ver: 2 });
    expect(await item({ pk: `B#${buyerA}`, sk: 'META' })).toMatchObject({
      state: 'LIVE',
      baselineAt: now,
      v: 1,
    });
  });

  it('has its baseline when its list was served, if our clock is ahead', async () => {
    const { ledger } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), { ...deep(now), servedAt: now - hourMs });
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ baselineAt: now - hourMs, lastCompleteAt: now });
  });

  it('has its baseline when its scan began, however long the list took', async () => {
    const { ledger } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), { ...deep(now - hourMs), servedAt: now });
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ baselineAt: now - hourMs });
  });

  it('does not turn live with a routine scan', async () => {
    const { ledger, item } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), routine(now));
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ state: 'BASELINING', lastCompleteAt: now });
    expect(await item({ pk: `B#${buyerA}`, sk: 'META' })).toMatchObject({ state: 'BASELINING' });
  });
});

describe('a buyer whose first list was empty', () => {
  const dayMs = 86_400_000;
  const first = { ...deep(now), emptyAt: now - 5 };

  it('is known as such until a deep scan that began a day later', async () => {
    const { ledger } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), first);
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ baselineAt: now, emptySince: now - 5 });

    await ledger.completeScan(await ledger.readBuyer(buyerA), deep(now + dayMs - 6));
    await ledger.completeScan(await ledger.readBuyer(buyerA), routine(now + dayMs));
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ emptySince: now - 5 });

    await ledger.completeScan(await ledger.readBuyer(buyerA), deep(now + dayMs + 1));
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ emptySince: null });
  });

  it('is not known as such once it is live', async () => {
    const { ledger } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), deep(now));
    await ledger.completeScan(await ledger.readBuyer(buyerA), { ...first, startedAt: now + 1 });
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ emptySince: null });
  });
});

describe('a baseline that is not complete', () => {
  it('is noted once, and keeps nobody from completing it', async () => {
    const { ledger } = openLedger();
    await ledger.beginBaseline(buyerA, now);
    await ledger.beginBaseline(buyerA, now + hourMs);
    const before = await ledger.readBuyer(buyerA);
    expect(before).toMatchObject({ state: 'BASELINING', baselineSince: now, ver: 0 });
    expect(await ledger.completeScan(before, deep(now + hourMs))).toBe(true);
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ state: 'LIVE', ver: 1 });
  });

  it('is not noted of a buyer that another scan has turned live', async () => {
    const { ledger } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), deep(now));
    await ledger.beginBaseline(buyerA, now + 1);
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ state: 'LIVE', baselineSince: null });
  });
});

describe('completing a scan', () => {
  it.each(passingFaults)('goes through, and knows its own write, when its first try is %s', async (fault) => {
    const { ledger, plan } = openLedger();
    const before = await ledger.readBuyer(buyerA);
    plan(onlyAt(1, fault));
    expect(await ledger.completeScan(before, deep(now))).toBe(true);
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ lastCompleteAt: now, ver: 1 });
  });

  it('writes nothing for an unchanged list within the hour, and then does', async () => {
    const { ledger, injector, item } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), routine(now));
    const known = await ledger.readBuyer(buyerA);
    const calls = injector.calls.length;
    expect(await ledger.completeScan(known, routine(now + hourMs - 1))).toBe(true);
    expect(injector.calls).toHaveLength(calls);
    expect(await ledger.completeScan(known, routine(now + hourMs))).toBe(true);
    expect(await item({ pk: `B#${buyerA}`, sk: 'META' })).toMatchObject({ lastCompleteAt: now + hourMs });
  });

  it('writes at once for a list that changed, and for a deep scan', async () => {
    const { ledger } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), routine(now));
    await ledger.completeScan(await ledger.readBuyer(buyerA), routine(now + 1, ['b', 'a']));
    const changed = await ledger.readBuyer(buyerA);
    expect(changed.lastCompleteAt).toBe(now + 1);
    await ledger.completeScan(changed, deep(now + 2));
    expect(await ledger.readBuyer(buyerA)).toMatchObject({
      lastCompleteAt: now + 2,
      fingerprint: changed.fingerprint,
    });
  });
});

describe('the fingerprint of a list', () => {
  it('differs by period, total, ids and their order', () => {
    const { ledger } = openLedger();
    const others = [
      listing,
      { ...listing, period: 'LastTwoMonths' as const },
      { ...listing, totalItems: 3 },
      { ...listing, ids: ['b', 'a'] },
      { ...listing, ids: ['a'] },
      { ...listing, ids: [] },
    ];
    expect(new Set(others.map((one) => ledger.fingerprintOf(one))).size).toBe(others.length);
    expect(ledger.fingerprintOf({ ...listing })).toBe(ledger.fingerprintOf(listing));
  });
});

import { describe, expect, it } from 'vitest';
import type { Listing } from '../../../../shared/domain/polling/buyer-state.ts';
import { buyerA } from '../../../support/examples/example-signals.ts';
import { onlyAt } from '../../../support/fault-injector.ts';
import { now, openLedger, passingFaults } from '../../../support/ledger/open-ledger.ts';

const hourMs = 3_600_000;
const listing: Listing = { period: 'LastOneMonths', totalItems: 2, pages: [['a'], ['b']] };
const dueAt = now + 12 * hourMs;
const listed = (startedAt: number, pages = listing.pages) => ({
  startedAt,
  dueAt,
  listing: { ...listing, pages },
});
const plain = (startedAt: number) => ({ startedAt, dueAt, listing: null });

it.each([
  ['its list was served, if our clock is ahead', now, now - hourMs],
  ['its scan began, however long the list took', now - hourMs, now],
])('a buyer has its baseline when %s', async (_, startedAt, servedAt) => {
  const { ledger } = openLedger();
  await ledger.buyers.completeScan(await ledger.buyers.read(buyerA), { ...plain(startedAt), servedAt });
  expect(await ledger.buyers.read(buyerA)).toMatchObject({
    baselineAt: now - hourMs,
    lastCompleteAt: startedAt,
  });
});

describe('a buyer whose first list was empty', () => {
  const dayMs = 86_400_000;
  const begun = now - 2 * dayMs;
  const first = { ...plain(begun), emptyAt: begun - 5 };

  it('turns live once its emptiness is proven, and is known as such until a scan that began a day later', async () => {
    const { ledger } = openLedger();
    const complete = async (over: object, startedAt: number) => {
      await ledger.buyers.completeScan(await ledger.buyers.read(buyerA), { ...first, ...over, startedAt });
      return ledger.buyers.read(buyerA);
    };
    const empty = {
      state: 'BASELINING',
      lastCompleteAt: begun,
      baselineAt: null,
      emptySince: begun - 5,
      dueAt,
    };
    expect(await complete({}, begun)).toMatchObject(empty);
    const provenAt = begun + hourMs;
    const live = { state: 'LIVE', baselineAt: provenAt, emptySince: begun - 5 };
    expect(await complete({ emptyAt: provenAt, isProvenEmpty: true }, provenAt)).toMatchObject(live);
    expect(await complete({ emptyAt: undefined }, provenAt + dayMs - hourMs)).toMatchObject(live);
    expect(await complete({ emptyAt: undefined }, provenAt + dayMs)).toMatchObject({ emptySince: null });
  });
});

describe('completing a scan', () => {
  it.each(passingFaults)('goes through, and knows its own write, when its first try is %s', async (fault) => {
    const { ledger, plan } = openLedger();
    const before = await ledger.buyers.read(buyerA);
    plan(onlyAt(1, fault));
    await ledger.buyers.completeScan(before, plain(now));
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ lastCompleteAt: now, ver: 1 });
  });

  it('writes nothing for an unchanged list within the hour, and then does', async () => {
    const { ledger, injector, item } = openLedger();
    await ledger.buyers.completeScan(await ledger.buyers.read(buyerA), listed(now));
    const known = await ledger.buyers.read(buyerA);
    const calls = injector.calls.length;
    await ledger.buyers.completeScan(known, listed(now + hourMs - 1));
    expect(injector.calls).toHaveLength(calls);
    await ledger.buyers.completeScan(known, listed(now + hourMs));
    expect(await item({ pk: `B#${buyerA}`, sk: 'META' })).toMatchObject({ lastCompleteAt: now + hourMs });
  });

  it('leaves a list that lacks items as failed as it was, and due as before', async () => {
    const { ledger } = openLedger();
    const failing = { dueAt: now, failingSince: now - 1, refusals: 0 };
    await ledger.buyers.postpone(await ledger.buyers.read(buyerA), failing);
    await ledger.buyers.completeScan(await ledger.buyers.read(buyerA), { ...plain(now), dueAt: null });
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ ...failing, lastCompleteAt: now });
  });
});

it('the fingerprints of a list differ by period, total, ids and their order; that of the first page by this page alone', () => {
  const { ledger } = openLedger();
  const others = [
    listing,
    { ...listing, period: 'LastTwoMonths' as const },
    { ...listing, totalItems: 3 },
    { ...listing, pages: [['b'], ['a']] },
    { ...listing, pages: [['c'], ['b']] },
    { ...listing, pages: [] },
  ];
  for (const fingerprint of [ledger.buyers.fingerprintOf, ledger.buyers.listHashOf]) {
    expect(new Set(others.map(fingerprint)).size).toBe(others.length);
  }
  const longer = { ...listing, pages: [['a'], ['b', 'c']] };
  expect(ledger.buyers.fingerprintOf(longer)).toBe(ledger.buyers.fingerprintOf(listing));
  expect(ledger.buyers.listHashOf(longer)).not.toBe(ledger.buyers.listHashOf(listing));
  expect(ledger.buyers.listHashOf({ ...listing, pages: [['a', 'b']] })).toBe(
    ledger.buyers.listHashOf(listing),
  );
});

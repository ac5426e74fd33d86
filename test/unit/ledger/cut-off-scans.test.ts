import { describe, expect, it } from 'vitest';
import type { Listing } from '../../../shared/domain/signals/recording.ts';
import { buyerA } from '../../support/examples/example-signals.ts';
import { CrashError } from '../../support/fault-injector.ts';
import { now, openLedger } from './open-ledger.ts';

const ids = Array.from({ length: 20 }, (_, index) => `bridge#row-${index}`);
const pages = (count: number) => Array.from({ length: count }, () => ({ totalItems: count * 20, ids }));
const cutOff = (count: number) => ({
  ...{ mode: 'deep', period: 'LastThreeMonths', startedAt: now, position: count * 20, stuck: 0 },
  pages: pages(count),
});

describe('a scan that was cut off', () => {
  it.each([3, 2_000])('of %i pages is kept whole, and marked at its buyer', async (count) => {
    const { ledger } = openLedger();

    await ledger.saveCutOff(buyerA, cutOff(count));

    expect(await ledger.readCutOff(buyerA)).toEqual(cutOff(count));
    expect(await ledger.readBuyer(buyerA)).toMatchObject({ cutOff: true, state: 'BASELINING', ver: 0 });
  });

  it('of a very long list takes several items, each of which the table takes', async () => {
    const { ledger, keys } = openLedger();
    const long = { ...cutOff(1), pages: [{ totalItems: 1, ids: Array(3_000).fill(`x${'😀'.repeat(60)}`) }] };

    await ledger.saveCutOff(buyerA, long);

    expect(keys(`B#${buyerA}`, 'CUTOFF#').length).toBeGreaterThan(3);
    expect(await ledger.readCutOff(buyerA)).toEqual(long);
  });

  it('counts as none when another invocation wrote some of its parts', async () => {
    const { ledger, table } = openLedger();
    await ledger.saveCutOff(buyerA, cutOff(2_000));

    await table.put({ pk: `B#${buyerA}`, sk: 'CUTOFF#0002', text: '"other":[]}]', v: 1 });

    expect(await ledger.readCutOff(buyerA)).toBeNull();
  });

  it('counts as none when it was cut off itself, and is whole once it is saved again', async () => {
    const opened = openLedger();
    await opened.ledger.saveCutOff(buyerA, cutOff(2_000));
    opened.plan((call) => (call === 3 ? 'crash-before' : null));
    await expect(opened.ledger.saveCutOff(buyerA, cutOff(3_000))).rejects.toThrow(CrashError);
    opened.injector.restart();

    expect(await opened.ledger.readCutOff(buyerA)).toBeNull();
    await opened.ledger.saveCutOff(buyerA, cutOff(3_000));

    expect(await opened.ledger.readCutOff(buyerA)).toEqual(cutOff(3_000));
  });

  it('expires, all of it', async () => {
    const { ledger, table, keys } = openLedger();
    await ledger.saveCutOff(buyerA, cutOff(2_000));

    table.deleteExpired(now / 1000 + 3 * 86_400);

    expect(keys(`B#${buyerA}`, 'CUTOFF')).toEqual([]);
    expect(await ledger.readCutOff(buyerA)).toBeNull();
  });

  it('is written over by the next', async () => {
    const { ledger } = openLedger();
    await ledger.saveCutOff(buyerA, cutOff(2_000));

    await ledger.saveCutOff(buyerA, cutOff(3));

    expect(await ledger.readCutOff(buyerA)).toEqual(cutOff(3));
  });

  it('loses its mark when it is dropped, and nobody minds one that is not there', async () => {
    const { ledger } = openLedger();
    await ledger.dropCutOff(buyerA);
    await ledger.saveCutOff(buyerA, cutOff(3));

    await ledger.dropCutOff(buyerA);

    expect((await ledger.readBuyer(buyerA)).cutOff).toBeUndefined();
  });

  it('leaves the completion of another scan alone', async () => {
    const { ledger } = openLedger();
    await ledger.completeScan(await ledger.readBuyer(buyerA), { startedAt: now, deep: true, listing: null });
    const before = await ledger.readBuyer(buyerA);

    await ledger.saveCutOff(buyerA, cutOff(3));

    expect(await ledger.readBuyer(buyerA)).toEqual({ ...before, cutOff: true });
  });
});

it('a deep scan that routine scans have overtaken completes, and does not move lastCompleteAt back', async () => {
  const { ledger } = openLedger();
  const listing: Listing = { period: 'LastOneMonths', totalItems: 2, ids: ['a', 'b'] };
  await ledger.completeScan(await ledger.readBuyer(buyerA), { startedAt: now, deep: true, listing: null });
  await ledger.completeScan(await ledger.readBuyer(buyerA), { startedAt: now + 20, deep: false, listing });

  const held = await ledger.completeScan(await ledger.readBuyer(buyerA), {
    ...{ startedAt: now + 10, deep: true, listing: null },
  });

  expect(held).toBe(true);
  expect(await ledger.readBuyer(buyerA)).toMatchObject({ lastCompleteAt: now + 20, lastDeepAt: now + 10 });
});

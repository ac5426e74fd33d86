import { describe, expect, it } from 'vitest';
import { findCutOff, keepCutOff } from '../../../functions/poll-signals/cut-off-scan.ts';
import { TransportError } from '../../../shared/domain/errors.ts';
import type { CutOffScan } from '../../../shared/domain/signals/recording.ts';
import { buyerKey } from '../../../shared/ledger/keys.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const hour = 3_600_000;
const outOfTime = new TransportError('TIMEOUT', 'out of time');
const buyerId = 'b';
const kept: CutOffScan = {
  ...{ mode: 'deep', period: 'LastThreeMonths', startedAt: now - hour, position: 600, stuck: 0 },
  pages: [{ totalItems: 900, ids: ['a'] }],
};
const scan = { buyerId, period: 'LastThreeMonths', resume: { mode: 'deep', cutOff: true } } as const;

/** A ledger with a saved scan, or with the mark of one that is gone. */
async function open(found: CutOffScan | null) {
  const { ledger, table } = openFunctions();
  if (found) await ledger.saveCutOff(buyerId, found);
  else await table.put({ ...buyerKey(buyerId), cutOff: true, v: 1 });
  return {
    ledger,
    saved: () => ledger.readCutOff(buyerId),
    isMarked: async () => (await ledger.readBuyer(buyerId)).cutOff === true,
  };
}

describe('a scan that was cut off', () => {
  it('is resumed', async () => {
    expect(await findCutOff(await open(kept), scan, now)).toEqual(kept);
  });

  it.each([
    ['is too old', { ...kept, startedAt: now - 6 * hour }],
    ['was of another period', { ...kept, period: 'LastSixMonths' }],
    ['has expired, or was written over in part', null],
  ])('is dropped when it %s', async (_why, found) => {
    const { ledger, isMarked } = await open(found);

    expect(await findCutOff({ ledger }, scan, now)).toBeNull();
    expect(await isMarked()).toBe(false);
  });

  it('is left to the other kind of scan when it was one', async () => {
    const { ledger, isMarked } = await open({ ...kept, mode: 'routine' });

    expect(await findCutOff({ ledger }, scan, now)).toBeNull();
    expect(await isMarked()).toBe(true);
  });

  it.each([
    ['nothing was cut off', { ...scan, resume: { mode: 'deep', cutOff: false } } as const],
    ['the scan is always read in one go', { buyerId, period: 'LastThreeMonths' } as const],
  ])('is not looked for when %s', async (_why, request) => {
    expect(await findCutOff(await open(kept), request, now)).toBeNull();
  });
});

describe('what was read when the time ran out', () => {
  const pagesOf = (count: number) =>
    Array.from({ length: count }, (_, page) => ({ totalItems: 900, ids: [`a${page}`, `b${page}`] }));
  const read = { startedAt: now, position: 20, pages: pagesOf(10) };

  it('is kept', async () => {
    const { ledger, saved } = await open(null);

    await keepCutOff({ ledger }, outOfTime, scan, null, read);

    expect(await saved()).toEqual({ ...read, mode: 'deep', period: 'LastThreeMonths', stuck: 0 });
  });

  it.each([
    ['few pages were read', outOfTime, scan, { ...read, pages: pagesOf(9) }],
    ['something else went wrong', new Error('no JSON'), scan, read],
    ['the scan is always read in one go', outOfTime, { buyerId, period: 'LastThreeMonths' } as const, read],
  ])('is not kept when %s', async (_why, error, request, reading) => {
    const { ledger, saved } = await open(null);

    await keepCutOff({ ledger }, error, request, null, reading);

    expect(await saved()).toBeNull();
  });

  it('counts as stuck if it did not grow, and is dropped the third time', async () => {
    const { ledger, saved, isMarked } = await open(kept);
    const same = { ...read, position: kept.position };

    for (const stuck of [0, 1]) {
      await keepCutOff({ ledger }, outOfTime, scan, { ...kept, stuck }, same);
      expect(await saved()).toEqual({ ...kept, stuck: stuck + 1 });
    }
    await keepCutOff({ ledger }, outOfTime, scan, { ...kept, stuck: 2 }, same);
    expect(await isMarked()).toBe(false);
  });
});

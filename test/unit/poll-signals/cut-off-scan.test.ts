import { describe, expect, it } from 'vitest';
import { findCutOff, keepCutOff } from '../../../functions/poll-signals/cut-off-scan.ts';
import type { CutOffScan } from '../../../shared/domain/signals/recording.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const hour = 3_600_000;
const outOfTime = new Error('out of time');
const buyerId = 'b';
const kept: CutOffScan = {
  ...{ mode: 'deep', period: 'LastThreeMonths', startedAt: now - hour, position: 600, stuck: 0 },
  pages: [{ totalItems: 900, ids: ['a'] }],
};
const scan = { buyerId, period: 'LastThreeMonths', resume: { mode: 'deep', cutOff: true } } as const;

function portsWith(found: CutOffScan | null) {
  const writes: (CutOffScan | 'dropped')[] = [];
  const ports = {
    isOutOfTime: (error: unknown) => error === outOfTime,
    isPageRefused: () => false,
    readCutOff: async () => found,
    saveCutOff: async (_buyerId: string, saved: CutOffScan) => void writes.push(saved),
    dropCutOff: async () => void writes.push('dropped'),
  };
  return { ports, writes };
}

describe('a scan that was cut off', () => {
  it('is resumed', async () => {
    expect(await findCutOff(portsWith(kept).ports, scan, now)).toEqual(kept);
  });

  it.each([
    ['is too old', { ...kept, startedAt: now - 6 * hour }],
    ['was of another period', { ...kept, period: 'LastSixMonths' }],
    ['has expired, or was written over in part', null],
  ])('is dropped when it %s', async (_why, found) => {
    const { ports, writes } = portsWith(found);

    expect(await findCutOff(ports, scan, now)).toBeNull();
    expect(writes).toEqual(['dropped']);
  });

  it('is left to the other kind of scan when it was one', async () => {
    const { ports, writes } = portsWith({ ...kept, mode: 'routine' });

    expect(await findCutOff(ports, scan, now)).toBeNull();
    expect(writes).toEqual([]);
  });

  it.each([
    ['nothing was cut off', { ...scan, resume: { mode: 'deep', cutOff: false } } as const],
    ['the scan is always read in one go', { buyerId, period: 'LastThreeMonths' } as const],
  ])('is not looked for when %s', async (_why, request) => {
    expect(await findCutOff(portsWith(kept).ports, request, now)).toBeNull();
  });
});

describe('what was read when the time ran out', () => {
  const pagesOf = (count: number) =>
    Array.from({ length: count }, (_, page) => ({ totalItems: 900, ids: [`a${page}`, `b${page}`] }));
  const read = { startedAt: now, position: 20, pages: pagesOf(10) };

  it('is kept', async () => {
    const { ports, writes } = portsWith(null);

    await keepCutOff(ports, outOfTime, scan, null, read);

    expect(writes).toEqual([{ ...read, mode: 'deep', period: 'LastThreeMonths', stuck: 0 }]);
  });

  it.each([
    ['few pages were read', outOfTime, scan, { ...read, pages: pagesOf(9) }],
    ['something else went wrong', new Error('no JSON'), scan, read],
    ['the scan is always read in one go', outOfTime, { buyerId, period: 'LastThreeMonths' } as const, read],
  ])('is not kept when %s', async (_why, error, request, reading) => {
    const { ports, writes } = portsWith(null);

    await keepCutOff(ports, error, request, null, reading);

    expect(writes).toEqual([]);
  });

  it('counts as stuck if it did not grow, and is dropped the third time', async () => {
    const { ports, writes } = portsWith(null);
    const same = { ...read, position: kept.position };

    for (const stuck of [0, 1, 2]) await keepCutOff(ports, outOfTime, scan, { ...kept, stuck }, same);

    expect(writes).toEqual([{ ...kept, stuck: 1 }, { ...kept, stuck: 2 }, 'dropped']);
  });
});

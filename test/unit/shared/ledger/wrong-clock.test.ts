import { describe, expect, it } from 'vitest';
import { bridgeId, buyerA } from '../../../support/examples/example-signals.ts';
import { now, type OpenedLedger, openLedger } from '../../../support/ledger/open-ledger.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** What an instance wrote whose clock was 400 days ahead. */
const ahead = now + 400 * dayMs;

const buyerKey = { pk: `B#${buyerA}`, sk: 'META' };
const listing = { period: 'LastOneMonths', totalItems: 1, pages: [['a']] } as const;

async function openWith(attributes: Record<string, number | string>, key = buyerKey): Promise<OpenedLedger> {
  const opened = openLedger();
  await opened.table.put({ ...key, v: 1, ...attributes });
  return opened;
}

const live = { state: 'LIVE', ver: 3, baselineAt: now - 90 * dayMs };

describe('a buyer of whom a wrong clock wrote', () => {
  it('was complete at its baseline, and is corrected by the next scan', async () => {
    const { ledger, item } = await openWith({
      ...live,
      lastCompleteAt: ahead,
      dueAt: ahead,
      failingSince: ahead,
    });
    const before = await ledger.buyers.read(buyerA);
    expect(before).toMatchObject({ state: 'LIVE', failingSince: null, lastCompleteAt: live.baselineAt });

    await ledger.buyers.completeScan(before, { startedAt: now, dueAt: now + dayMs, listing });

    expect(await item(buyerKey)).toMatchObject({ lastCompleteAt: now, dueAt: now + dayMs, ver: 4 });
  });
});

describe('a plan of polls of which a wrong clock wrote', () => {
  it('has given no buyer a due time, and polls not everyone', async () => {
    const { ledger } = await openWith(
      {
        scheduledAt: ahead,
        watch: 'all',
        unannouncedUntil: ahead,
        unannouncedAt: ahead,
        unannouncedBuyer: 'b',
      },
      { pk: 'P#all', sk: 'META' },
    );
    expect(await ledger.polls.readPlan()).toMatchObject({ scheduled: null, unannouncedUntil: null });

    expect(await ledger.polls.noteUnannounced(buyerA)).toBe(false);
    expect(await ledger.polls.noteUnannounced('another')).toBe(true);

    expect((await ledger.polls.readPlan()).unannouncedUntil).toBe(now + dayMs);
  });

  it('knows nothing of its bridges', async () => {
    const { ledger } = openLedger();
    const times = {
      lookedAt: ahead,
      newestRowAt: now,
      newestSeenAt: ahead,
      unsortedAt: ahead,
      failingSince: ahead,
      wholeAt: ahead,
    };
    await ledger.polls.savePlan({ marks: [{ bridgeId, seenAt: null, ...times }] });
    const unknown = Object.fromEntries(Object.keys(times).map((name) => [name, null]));
    expect(await ledger.polls.readMark(bridgeId)).toEqual({ bridgeId, seenAt: null, ...unknown });
  });

  it('reads all rows of a bridge anew, and knows that they were read before', async () => {
    const { ledger } = openLedger();
    const reading = { startedAt: ahead, nextPage: 3, rows: 40 };
    await ledger.rosters.saveProgress(bridgeId, { firstFullAt: ahead, lastFullAt: ahead, reading });
    expect(await ledger.rosters.read(bridgeId)).toMatchObject({
      firstFullAt: 0,
      lastFullAt: null,
      reading: null,
    });
  });
});

it('a read that takes minutes believes a time within the difference of clocks from its end', async () => {
  const { ledger, table, time } = await openWith({ ...live, lastCompleteAt: now + 14 * 60_000 });
  const { get } = table;
  table.get = async (key) => {
    time.now += 5 * 60_000;
    return get(key);
  };
  expect(await ledger.buyers.read(buyerA)).toMatchObject({ lastCompleteAt: now + 14 * 60_000 });
});

describe('the calls upstream', () => {
  const key = { pk: 'U#api', sk: 'LIMITER#lists' };

  it.each([
    ['a pause', { pausedUntil: ahead, pauseReason: 'failing' }],
    ['a probe', { probeUntil: ahead, pauseReason: 'failing' }],
    ['a complaint', { heldUntil: ahead, perSecond: 8 }],
  ])('are not held up by %s of a wrong clock', async (_, state) => {
    const { ledger } = await openWith({ ver: 1, nextFreeAt: ahead, ...state }, key);
    const { moments } = await ledger.upstream.reserve('lists', { calls: 1 });
    expect(moments).toHaveLength(1);
    expect(moments[0]).toBeLessThan(now + 1_000);
  });

  it('are held up for an hour where upstream asks for it', async () => {
    const { ledger } = await openWith({ ver: 1, heldUntil: now + hourMs }, key);
    expect(await ledger.upstream.reserve('lists', { calls: 1, latest: now + 60_000 })).toMatchObject({
      moments: [],
      askAgainAt: now + hourMs,
    });
  });
});

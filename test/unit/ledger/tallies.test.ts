import { describe, expect, it } from 'vitest';
import type { Tally } from '../../../shared/domain/tally.ts';
import { now, openLedger } from './open-ledger.ts';

const hourMs = 3_600_000;
const tally = (over: Partial<Tally> = {}): Tally => ({
  counts: { polls: 1 },
  newByRoute: {},
  lastNewAt: null,
  ...over,
});

describe('tallies in the ledger', () => {
  it('add up what many invocations counted on a day, each day by itself', async () => {
    const { ledger } = openLedger();
    await Promise.all([
      ledger.addTally(tally({ counts: { polls: 1, throttles: 3 } }), now),
      ledger.addTally(
        tally({ counts: { buyersRead: 10, newSignals: 2 }, newByRoute: { crm: 2, sales: 1 } }),
        now,
      ),
      ledger.addTally(tally({ counts: { newSignals: 1 }, newByRoute: { crm: 1 } }), now + hourMs),
      ledger.addTally(tally(), now - 24 * hourMs),
    ]);

    const { days } = await ledger.readTallies(now);

    expect(days).toEqual([
      { day: '2026-11-20', counts: { polls: 1 }, newByRoute: {} },
      {
        day: '2026-11-21',
        counts: { polls: 1, throttles: 3, buyersRead: 10, newSignals: 3 },
        newByRoute: { crm: 3, sales: 1 },
      },
    ]);
  });

  it('are one write for an invocation without new signals', async () => {
    const { ledger, injector } = openLedger();
    await ledger.addTally(tally(), now);
    expect(injector.calls).toEqual(['table.update']);
  });

  it('count nothing twice: a write whose result is unknown is not tried again', async () => {
    const { ledger, plan } = openLedger();
    plan((call) => (call === 1 ? 'answer-lost' : null));
    await expect(ledger.addTally(tally(), now)).rejects.toMatchObject({ code: 'TABLE_UNAVAILABLE' });
    expect((await ledger.readTallies(now)).days[0]?.counts).toEqual({ polls: 1 });
  });

  it('expire after two months, and the time of the last new signal never', async () => {
    const { ledger, table } = openLedger();
    await ledger.addTally(tally({ lastNewAt: now }), now);
    table.deleteExpired(Math.floor((now + 61 * 24 * hourMs) / 1000));
    expect(await ledger.readTallies(now)).toEqual({ days: [], news: { lastNewAt: now, since: now } });
  });

  it('leave out what another version counts, and read what is no number as nothing', async () => {
    const { ledger, table } = openLedger();
    const key = { pk: 'T#all', sk: 'DAY#2026-11-21' };
    await table.put({ ...key, polls: 'many', buyersRead: 2, later: 5, 'new#crm': null, v: 2 });
    expect((await ledger.readTallies(now)).days).toEqual([
      { day: '2026-11-21', counts: { buyersRead: 2 }, newByRoute: { crm: 0 } },
    ]);
  });
});

describe('when something new came last', () => {
  it('is the newest time that any invocation told, in whatever order they did', async () => {
    const { ledger } = openLedger();
    for (const at of [now - 5, now, now - 9]) await ledger.addTally(tally({ lastNewAt: at }), now);
    expect(await ledger.openNews(now + 1)).toEqual({ lastNewAt: now, since: now });
  });

  it('is counted from the first question on where nothing ever came', async () => {
    const { ledger } = openLedger();
    await ledger.openNews(now);
    expect(await ledger.openNews(now + hourMs)).toEqual({ lastNewAt: null, since: now });
  });
});

describe('the last tick', () => {
  it('is when polls were last planned or called off, whatever else was counted since', async () => {
    const { ledger } = openLedger();
    await ledger.addTally(tally({ counts: { newSignals: 1 } }), now - 50 * hourMs);
    expect(await ledger.readLastTick()).toBeNull();

    await ledger.addTally(tally({ counts: { polls: 1 } }), now - 48 * hourMs);
    await ledger.addTally(tally({ counts: { pollsSkipped: 1 } }), now - 24 * hourMs);
    await ledger.addTally(tally({ counts: { digestsDelivered: 1 } }), now);

    expect(await ledger.readLastTick()).toBe(now - 24 * hourMs);
  });
});

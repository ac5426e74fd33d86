import { describe, expect, it } from 'vitest';
import { bridgeId, buyerA, buyerB } from '../../support/examples/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

const plan = { pk: 'P#all', sk: 'META' };
const dayMs = 86_400_000;
const mark = {
  bridgeId,
  seenAt: null,
  lookedAt: now,
  newestRowAt: now - 5,
  newestSeenAt: now - 4,
  unsortedAt: now - 3,
  failingSince: now - 2,
};

describe('the plan of polls', () => {
  it('knows nothing at first', async () => {
    const { ledger } = openLedger();
    expect(await ledger.readPollPlan()).toEqual({
      turnsUntil: null,
      distrust: null,
      marks: new Map(),
      buyers: null,
      listed: null,
    });
    expect(await ledger.readBridgeMark(bridgeId)).toMatchObject({ bridgeId, seenAt: null, lookedAt: null });
  });

  it('keeps how far it looked, and drops what is no longer known', async () => {
    const { ledger, item } = openLedger();
    const recent = [buyerA, buyerB];
    await ledger.savePolled(now - 1, [mark], 80);
    await ledger.savePolled(now, [{ ...mark, unsortedAt: null, recent }]);
    const { turnsUntil, marks, buyers } = await ledger.readPollPlan();
    expect([turnsUntil, buyers]).toEqual([now, 80]);
    expect(marks).toEqual(new Map([[bridgeId, { ...mark, unsortedAt: null, recent }]]));
    expect(await ledger.readBridgeMark(bridgeId)).toEqual(marks.get(bridgeId));
    expect(await item(plan)).toMatchObject({ v: 1 });
  });

  it('learns bridges and saves looks, without overwriting either', async () => {
    const { ledger } = openLedger();
    await ledger.learnBridges([bridgeId, 'another']);
    await ledger.savePolled(now, [mark]);
    const { marks } = await ledger.readPollPlan();
    expect(marks.get(bridgeId)).toEqual({ ...mark, seenAt: now });
    expect(marks.get('another')).toMatchObject({ seenAt: now, lookedAt: null });
  });

  it('writes a learned bridge down once a process and day', async () => {
    const { ledger, injector } = openLedger();
    await ledger.learnBridges([bridgeId]);
    const before = injector.calls.length;
    await ledger.learnBridges([bridgeId, bridgeId]);
    expect(injector.calls).toHaveLength(before);
  });

  it('writes it down once for many readers at once, and again after a failure', async () => {
    const { ledger, injector, plan } = openLedger();
    const writes = () => injector.calls.filter((name) => name === 'table.update').length;
    await Promise.all([ledger.learnBridges([bridgeId]), ledger.learnBridges([bridgeId])]);
    expect(writes()).toBe(1);

    plan((_, name) => (name === 'table.update' ? 'refused' : null));
    await expect(ledger.learnBridges(['another'])).rejects.toThrow();
    plan(() => null);
    await ledger.learnBridges(['another']);
    expect((await ledger.readPollPlan()).marks.get('another')).toMatchObject({ seenAt: now });
  });

  it('distrusts the rows for a day, once', async () => {
    const { ledger } = openLedger();
    expect(await ledger.distrustRows()).toBe(true);
    expect(await ledger.distrustRows()).toBe(false);
    expect((await ledger.readPollPlan()).distrust).toEqual({ until: now + dayMs, ms: dayMs });
  });
});

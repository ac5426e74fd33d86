import { describe, expect, it } from 'vitest';
import { bridgeId, buyerA, buyerB } from '../../../../support/examples/example-signals.ts';
import { now, openLedger } from '../../../../support/ledger/open-ledger.ts';

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
  wholeAt: now - 1,
};

describe('the plan of polls', () => {
  it('keeps how far it looked, and drops what is no longer known', async () => {
    const { ledger, item } = openLedger();
    const scheduled = { at: now, watch: 'all' };
    await ledger.polls.savePlan({ marks: [mark], buyers: 80, scheduled });
    await ledger.polls.savePlan({ marks: [{ ...mark, unsortedAt: null }] });
    const { marks, ...rest } = await ledger.polls.readPlan();
    expect(rest).toEqual({ buyers: 80, scheduled, unannouncedUntil: null, bridgeNames: new Map() });
    expect(marks).toEqual(new Map([[bridgeId, { ...mark, unsortedAt: null }]]));
    expect(await ledger.polls.readMark(bridgeId)).toEqual(marks.get(bridgeId));
    expect(await item(plan)).toMatchObject({ v: 1 });
  });

  it.each<[string, Partial<typeof mark>, object, number | null]>([
    // Its day is over, and no tick has looked since.
    ['an unsorted bridge by its whole reading', { unsortedAt: now - 25 * 3_600_000 }, {}, now - 4],
    ['a bridge by a reading that an earlier version stored', {}, {}, now - 4],
    ['no bridge by a reading that passed a page over', {}, { wholeAt: 0 }, null],
    ['a bridge by its last reading that passed no page over', {}, { wholeAt: now - 9 }, now - 9],
  ])('proves %s', async (_, over, whole, readAt) => {
    const { ledger } = openLedger();
    await ledger.polls.savePlan({ marks: [{ ...mark, ...over }] });
    const times = { firstFullAt: 1, lastFullAt: now - 4, reading: null };
    await ledger.rosters.saveProgress(bridgeId, { ...times, ...whole });
    const { bridges } = await ledger.polls.readProof({ bridges: [bridgeId] }, now);
    expect(bridges).toMatchObject([{ readAt, isUnsorted: true }]);
  });

  it('learns bridges and saves looks, without overwriting either', async () => {
    const { ledger } = openLedger();
    await ledger.polls.learnBridges(
      new Map([
        [bridgeId, 'Tenders'],
        ['another', null],
      ]),
    );
    await ledger.polls.savePlan({ marks: [mark] });
    const { marks, bridgeNames } = await ledger.polls.readPlan();
    expect(bridgeNames).toEqual(new Map([[bridgeId, 'Tenders']]));
    expect(marks.get(bridgeId)).toEqual({ ...mark, seenAt: now });
    expect(marks.get('another')).toMatchObject({ seenAt: now, lookedAt: null });
  });

  it('polls everyone for a day after the second buyer within a day that no row announced', async () => {
    const { ledger } = openLedger();
    expect(await ledger.polls.noteUnannounced(buyerA)).toBe(false);
    expect(await ledger.polls.noteUnannounced(buyerA)).toBe(false);
    expect((await ledger.polls.readPlan()).unannouncedUntil).toBeNull();
    expect(await ledger.polls.noteUnannounced(buyerB)).toBe(true);
    expect(await ledger.polls.noteUnannounced(buyerA)).toBe(false);
    expect((await ledger.polls.readPlan()).unannouncedUntil).toBe(now + dayMs);
  });

  it.each([
    ['the first was a day ago', { unannouncedBuyer: buyerB, unannouncedAt: now - dayMs }, false],
    ['the first was less than a day ago', { unannouncedBuyer: buyerB, unannouncedAt: now - dayMs + 1 }, true],
    ['such a day is over', { unannouncedBuyer: buyerB, unannouncedAt: now - 1, unannouncedUntil: now }, true],
  ])('if %s, polls everyone after another one: %j', async (_, attributes, isSecond) => {
    const { ledger, table } = openLedger();
    await table.put({ ...plan, ...attributes, v: 1 });
    expect((await ledger.polls.readPlan()).unannouncedUntil).toBeNull();
    expect(await ledger.polls.noteUnannounced(buyerA)).toBe(isSecond);
  });
});

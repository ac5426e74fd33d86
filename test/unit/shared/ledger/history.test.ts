import { describe, expect, it } from 'vitest';
import type { NewSignal } from '../../../../shared/domain/signals/recording.ts';
import { buyerA, exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { freezeOldest, openFrozen, pointer, settleDue } from '../../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger } from '../../../support/ledger/open-ledger.ts';

const day = 86_400_000;
const anyTime = { since: 0, until: now + day };
const outline = {
  headline: '2 new signals at Springfield',
  hot: 1,
  buyers: [{ buyerId: buyerA, name: 'S' }],
};

const record = ({ ledger }: OpenedLedger, number: number, over: Partial<NewSignal> = {}) =>
  ledger.signals.record(exampleNewSignal(number, over));

const digestsOf = ({ ledger }: OpenedLedger, span = anyTime) =>
  Array.fromAsync(ledger.history.readDigests(span));

describe('the record of a signal', () => {
  it.each([
    ['baseline', { baseline: true, firstRun: '"baseline"' }],
    ['left-out', { baseline: true, leftOut: true, firstRun: null }],
  ] as const)('says that it was not sent as %s', async (notSent, { firstRun, ...over }) => {
    const opened = openLedger();
    await record(opened, 1, firstRun === null ? over : { ...over, firstRun });
    expect(await opened.ledger.history.listSignals(anyTime)).toMatchObject([{ notSent, firstRun }]);
  });

  it('cuts long texts, so that it stays under 3 kB', async () => {
    const opened = openLedger();
    const { content } = exampleNewSignal(1);
    await record(opened, 1, { content: { ...content, columns: { Text: 'é'.repeat(50_000) } } as never });
    const [item] = [...opened.table.all()].filter(({ pk }) => pk.startsWith('H#SIG'));
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(3_000);
  });

  it('is listed by span and by buyer, the latest first, over the ends of months', async () => {
    const opened = openLedger();
    for (const [number, days] of [0, 1, 30, 31, 70].entries()) {
      await record(opened, number, { firstSeenAt: now - days * day, buyerId: `b-${number % 2}` });
    }
    const listed = async (since: number, buyerId?: string) =>
      (await opened.ledger.history.listSignals({ since, until: now }, buyerId)).map(({ firstSeenAt }) =>
        Math.round((now - firstSeenAt) / day),
      );
    expect(await listed(now - 90 * day)).toEqual([0, 1, 30, 31, 70]);
    expect(await listed(now - 30 * day)).toEqual([0, 1, 30]);
    expect(await listed(now - 90 * day, 'b-1')).toEqual([1, 31]);
  });
});

describe('the entry of a digest', () => {
  const openDigest = () => openFrozen({ outline });
  const sent = { outcome: 'delivered', status: 200, reason: 'answered 200' } as const;

  it('tells what it says, of which signals, without its body', async () => {
    const opened = await openDigest();
    const [entry] = await digestsOf(opened);
    expect(entry).toEqual({
      ...pointer,
      ...outline,
      digestId: 'msg_1',
      state: 'FROZEN',
      kind: 'digest',
      followed: [],
      destinationType: 'webhook',
      signalIds: [exampleNewSignal(1).signalId],
      createdAt: now,
      deliveredAt: null,
      attempts: [],
      instead: null,
      clicks: [],
    });
  });

  it('does not expire while its digest waits, and 90 days after its delivery', async () => {
    const opened = await openDigest();
    opened.table.deleteExpired(now / 1000 + 400 * 86_400);
    expect(await digestsOf(opened)).toHaveLength(1);
    await settleDue(opened.ledger, pointer, now, { to: 'DELIVERED' }, true, sent);
    opened.table.deleteExpired(now / 1000 + 89 * 86_400);
    expect(await digestsOf(opened)).toHaveLength(1);
    opened.table.deleteExpired(now / 1000 + 91 * 86_400);
    expect(await digestsOf(opened)).toEqual([]);
  });

  it('is found by its slot, and so is its text until it is kept no more', async () => {
    const opened = await openFrozen({ body: '{"text":"as sent"}', outline });
    await settleDue(opened.ledger, pointer, now, { to: 'DELIVERED' });

    expect(await opened.ledger.history.findDigest(pointer)).toMatchObject({ digestId: 'msg_1', ...outline });
    expect(await opened.ledger.digests.read(pointer)).toMatchObject({
      digestId: 'msg_1',
      body: '{"text":"as sent"}',
    });
    opened.table.deleteExpired(now / 1000 + 31 * 86_400);
    expect(await opened.ledger.history.findDigest(pointer)).toMatchObject({ digestId: 'msg_1' });
    expect(await opened.ledger.digests.read(pointer)).toBeNull();
    expect(await opened.ledger.history.findDigest({ ...pointer, part: 2 })).toBeNull();
  });

  it('costs no read of what came later', async () => {
    const opened = openLedger();
    for (let hours = 0; hours < 300; hours++) {
      const at = { ...pointer, slot: new Date(now - hours * 3_600_000).toISOString() };
      await freezeOldest(opened.ledger, at, now);
    }
    const before = opened.injector.calls.length;
    const until = now - 250 * 3_600_000;

    expect(await digestsOf(opened, { since: until, until })).toMatchObject([
      { slot: new Date(until).toISOString() },
    ]);
    expect(opened.injector.calls.length - before).toBe(1);
  });
});

it('tallies count by hour what was recorded, and what each route sent', async () => {
  const { ledger } = openLedger();
  for (const at of [now, now + 60_000]) {
    await ledger.history.countRecorded({ signals: 3, hot: 1, baseline: 0, untaken: 1 }, at);
  }
  for (const number of [1, 2]) {
    await ledger.signals.record(exampleNewSignal(number));
    await freezeOldest(ledger, { ...pointer, part: number }, now, { outline });
  }
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  expect(await ledger.history.readTallies({ since: now - day, until: now })).toEqual([
    { at: hour, routeId: null, signals: 6, hot: 2, baseline: 0, untaken: 2, digests: 0 },
    { at: hour, routeId: 'crm', signals: 2, hot: 2, baseline: 0, untaken: 0, digests: 2 },
  ]);
});

it('knows the watched buyers by the name that a row had', async () => {
  const { ledger } = openLedger();
  const complete = async (name: string | null, listed: number, startedAt: number) =>
    ledger.buyers.completeScan(await ledger.buyers.read(buyerA), {
      startedAt,
      dueAt: startedAt + day,
      listing: null,
      shown: { name, listed },
      firstRun: `"${name}"`,
    });
  await complete('Springfield', 3, now - day);
  await complete(null, 4, now);
  expect(await ledger.buyers.listKnown()).toEqual([
    // The `firstRun` of the scan that turned it LIVE.
    {
      buyerId: buyerA,
      name: 'Springfield',
      listed: 4,
      readAt: now,
      failingSince: null,
      firstRun: '"Springfield"',
    },
  ]);
});

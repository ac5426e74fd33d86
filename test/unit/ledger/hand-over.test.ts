import { describe, expect, it } from 'vitest';
import type { DigestClaim, DigestPointer, FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import type { Fault } from '../../support/fault-injector.ts';
import { claimDue, freezeOldest, settleDue } from '../../support/ledger/digests.ts';
import { crashes, now, type OpenedLedger, openLedger, passingFaults } from './open-ledger.ts';

const slot = '2026-11-21T08:00:00.000Z';

async function record({ ledger }: OpenedLedger, number: number, ...routeIds: string[]): Promise<void> {
  await ledger.record(exampleNewSignal(number, { routeIds }));
}

async function freeze(
  { ledger }: OpenedLedger,
  routeId: string,
  over: Partial<FrozenDigest> = {},
): Promise<DigestPointer> {
  const pointer = { routeId, slot, part: over.part ?? 1 };
  await freezeOldest(ledger, pointer, now, over);
  return pointer;
}

/** The flood rule of a route sets its oldest entries aside, which are given back. */
async function setAside(
  { ledger }: OpenedLedger,
  routeId: string,
  { fate = 'held', count = 1 }: { fate?: 'held' | 'dropped'; count?: number } = {},
) {
  const keys = (await ledger.readOutbox(routeId, count)).map(({ key }) => key);
  const aside = { routeId, keys, fate, floodId: 7 };
  await ledger.openFlood(routeId, aside.floodId);
  await ledger.setAside(aside, now);
  return aside;
}

/** The numbers of the signals that wait for a route, and of those that it holds back. */
async function waiting({ ledger }: OpenedLedger, routeId: string): Promise<number[]> {
  const entries = await ledger.readOutbox(routeId, 100);
  return entries.map(({ signal }) => Number(signal?.name?.replace('Tender ', '')));
}

const toSales = { from: 'crm', to: 'sales', toType: 'webhook', scope: 'all' } as const;

describe('handing signals over', () => {
  it('moves those that wait into the outbox of the other route, and those held back to what it holds', async () => {
    const opened = openLedger();
    for (const number of [1, 2, 3]) await record(opened, number, 'crm');
    await setAside(opened, 'crm');
    expect(await opened.ledger.handOver(toSales)).toEqual({
      signals: 2,
      signalsHeld: 1,
      signalsHad: 0,
      digests: 0,
      digestsOfOtherType: 0,
    });
    expect([await waiting(opened, 'crm'), await waiting(opened, 'sales')]).toEqual([[], [2, 3]]);
    expect(await opened.ledger.countHeld('crm')).toBe(0);
    await opened.ledger.releaseHeld('sales');
    expect(await waiting(opened, 'sales')).toEqual([1, 2, 3]);
  });

  it('registers the other route, so that what it got can be found when it vanishes too', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm');
    await opened.ledger.handOver(toSales);
    expect((await opened.ledger.listRoutes()).map(({ routeId }) => routeId)).toEqual(['crm', 'sales']);
  });

  it('gives no second copy to a route that received the signal when it was recorded', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm', 'sales');
    await freeze(opened, 'sales');
    expect(await opened.ledger.handOver(toSales)).toMatchObject({ signals: 0, signalsHad: 1 });
    expect([await waiting(opened, 'crm'), await waiting(opened, 'sales')]).toEqual([[], []]);
    const [gone = ''] = opened.keys('R#crm', 'GONE#');
    expect(await opened.item({ pk: 'R#crm', sk: gone })).toMatchObject({
      fate: 'had',
      goneBy: 'sales',
      goneAt: now,
    });
  });

  it('lets a route keep a signal that it only may match: values that say no later do not take it away', async () => {
    const opened = openLedger();
    const { ledger } = opened;
    const until = now + 3_600_000;
    const undecided = { routeIds: ['sales'], until, period: 'LastOneMonths', rankUnknown: false } as const;
    const signal = exampleNewSignal(1, { routeIds: ['crm', 'sales'], undecided });
    await ledger.record(signal);

    expect(await ledger.handOver(toSales)).toMatchObject({ signals: 0, signalsHad: 1 });
    const [before] = await ledger.readUndecided(signal.buyerId);
    const noMatch = { withdrawn: ['sales'], kept: [], added: [], open: [] };

    expect(before && (await ledger.settle(before, signal, noMatch))).toBe(false);
    expect(await ledger.readOutbox('sales', 2)).toMatchObject([{ handedOver: true }]);
  });

  it('gives a signal once to a route that two others hand it to', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm', 'ops');
    await opened.ledger.handOver(toSales);
    await freeze(opened, 'sales');
    expect(await opened.ledger.handOver({ ...toSales, from: 'ops' })).toMatchObject({
      signals: 0,
      signalsHad: 1,
    });
    expect(await waiting(opened, 'sales')).toEqual([]);
  });

  it('moves a signal back and forth between two routes, any number of times', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm');
    for (let round = 0; round < 3; round++) {
      expect(await opened.ledger.handOver(toSales)).toMatchObject({ signals: 1 });
      expect(await opened.ledger.handOver({ ...toSales, from: 'sales', to: 'crm' })).toMatchObject({
        signals: 1,
      });
    }
    expect([await waiting(opened, 'crm'), await waiting(opened, 'sales')]).toEqual([[1], []]);
  });

  it('takes back a signal that it dropped because the other route had it', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm', 'sales');
    await opened.ledger.handOver(toSales);
    expect(await opened.ledger.handOver({ ...toSales, from: 'sales', to: 'crm' })).toMatchObject({
      signals: 1,
    });
    expect([await waiting(opened, 'crm'), await waiting(opened, 'sales')]).toEqual([[1], []]);
  });

  it('gives a signal to a route whose flood rule had dropped it: nobody got it there', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm', 'sales');
    await setAside(opened, 'sales', { fate: 'dropped' });
    expect(await opened.ledger.handOver(toSales)).toMatchObject({ signals: 1, signalsHad: 0 });
    expect(await waiting(opened, 'sales')).toEqual([1]);
  });

  it('marks what was handed over, so that the flood rule that dropped it before holds it now', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm', 'sales');
    const aside = await setAside(opened, 'sales', { fate: 'dropped' });
    await opened.ledger.handOver(toSales);
    expect(await opened.ledger.readOutbox('sales', 2)).toMatchObject([
      { key: aside.keys[0], handedOver: true },
    ]);
    expect([...opened.table.all()].filter(({ sk }) => sk.startsWith('DROP#'))).toEqual([]);
    expect(await opened.ledger.setAside({ ...aside, fate: 'held' }, now + 1)).toBe(1);
    expect(await opened.ledger.countHeld('sales')).toBe(1);
  });

  it('gives a signal to a route from which it was discarded', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm', 'sales');
    await opened.ledger.discardPending({ routeId: 'sales', by: 'ann', scope: 'all' });
    expect(await opened.ledger.handOver(toSales)).toMatchObject({ signals: 1, signalsHad: 0 });
    expect(await waiting(opened, 'sales')).toEqual([1]);
  });

  it('gives a signal once to a route that holds it back', async () => {
    const opened = openLedger();
    await record(opened, 1, 'crm', 'sales');
    await setAside(opened, 'sales');
    expect(await opened.ledger.handOver(toSales)).toMatchObject({ signals: 0, signalsHad: 1 });
  });

  it('leaves what a route still sends by itself where it is, when only what is stuck is asked for', async () => {
    const opened = openLedger();
    for (const number of [1, 2]) await record(opened, number, 'crm');
    await freeze(opened, 'crm');
    const handed = await opened.ledger.handOver({ ...toSales, scope: 'stuck' });
    expect(handed).toMatchObject({ signals: 0, digests: 0 });
    expect(await waiting(opened, 'crm')).toEqual([2]);
  });
});

describe('handing digests over', () => {
  async function openFrozen() {
    const opened = openLedger();
    await record(opened, 1, 'crm');
    return { ...opened, pointer: await freeze(opened, 'crm') };
  }

  describe('whose signals a second route hands over, too', () => {
    async function openTwo() {
      const opened = openLedger();
      await record(opened, 1, 'crm', 'ops');
      return { ...opened, pointer: await freeze(opened, 'crm') };
    }
    const ofOps = { ...toSales, from: 'ops' };

    it('gives each once, whether the digest is sent or still to be sent', async () => {
      const pending = await openTwo();
      await pending.ledger.handOver(toSales);
      expect(await pending.ledger.handOver(ofOps)).toMatchObject({ signals: 0, signalsHad: 1 });
      expect(await waiting(pending, 'sales')).toEqual([]);

      const sent = await openTwo();
      await sent.ledger.handOver(toSales);
      await settleDue(sent.ledger, sent.pointer, now, { to: 'DELIVERED' });
      expect(await sent.ledger.handOver(ofOps)).toMatchObject({ signals: 0, signalsHad: 1 });
      expect(await waiting(sent, 'sales')).toEqual([]);
    });

    it('gives each once, in the digest, where the other route came first', async () => {
      const opened = await openTwo();
      await opened.ledger.handOver(ofOps);
      expect(await waiting(opened, 'sales')).toEqual([1]);
      expect(await opened.ledger.handOver(toSales)).toMatchObject({ digests: 1, signalsHad: 1 });
      expect(await waiting(opened, 'sales')).toEqual([]);
      const [gone = ''] = opened.keys('R#sales', 'GONE#');
      expect(await opened.item({ pk: 'R#sales', sk: gone })).toMatchObject({ fate: 'had', goneBy: 'sales' });
    });

    it('gives it back to a route that handed the digest on', async () => {
      const opened = await openTwo();
      await opened.ledger.handOver(toSales);
      await opened.ledger.handOver({ ...toSales, from: 'sales', to: 'ops' });
      expect(await opened.ledger.handOver(ofOps)).toMatchObject({ digests: 1 });
      expect(await opened.ledger.listUndelivered('sales')).toMatchObject([opened.pointer]);
    });

    it('counts no longer as held what the digest has', async () => {
      const opened = await openTwo();
      await setAside(opened, 'ops');
      await opened.ledger.handOver({ ...toSales, to: 'ops' });
      expect(await opened.ledger.countHeld('ops')).toBe(0);
      expect(opened.keys('R#ops', 'HELD#')).toEqual([]);
    });
  });

  it('leaves them in their place with their bytes and id, and names who sends them', async () => {
    const { ledger, pointer } = await openFrozen();
    expect(await ledger.handOver(toSales)).toMatchObject({ digests: 1 });
    expect(await ledger.listUndelivered('crm')).toEqual([]);
    expect(await ledger.listUndelivered('sales')).toMatchObject([
      { ...pointer, via: 'sales', state: 'FROZEN' },
    ]);
    const claim = await claimDue(ledger, pointer, now);
    expect(claim).toMatchObject({ pointer, digestId: 'msg_1', body: '{}', via: 'sales', attempts: 0 });
    await ledger.settleDigest(claim, { to: 'DELIVERED' }, now);
    expect(await ledger.listUndelivered('sales')).toEqual([]);
  });

  it('hands on what was handed over, and back', async () => {
    const { ledger, pointer, keys } = await openFrozen();
    await ledger.handOver(toSales);
    expect(await ledger.handOver({ ...toSales, from: 'sales', to: 'ops' })).toMatchObject({ digests: 1 });
    expect(await ledger.listUndelivered('sales')).toEqual([]);
    expect(keys('R#sales', 'HAND#')).toEqual([]);
    expect(await ledger.handOver({ ...toSales, from: 'ops', to: 'crm' })).toMatchObject({ digests: 1 });
    expect(await ledger.listUndelivered('crm')).toMatchObject([{ ...pointer, via: null }]);
    expect(keys('R#ops', 'HAND#')).toEqual([]);
  });

  it('makes due again what was kept or given up, with its whole schedule', async () => {
    for (const settlement of [
      { to: 'DEAD', reason: 'invalid_payload' },
      { to: 'HELD', reason: 'its route is not in the config', misplaced: true },
    ] as const) {
      const { ledger, pointer } = await openFrozen();
      await settleDue(ledger, pointer, now, settlement);
      expect(await ledger.handOver({ ...toSales, scope: 'stuck' })).toMatchObject({ digests: 1 });
      expect(await ledger.claimDigest(pointer, now, 1000)).toMatchObject({ via: 'sales', attempts: 0 });
    }
  });

  it('leaves those that were written for another kind of destination', async () => {
    const { ledger, pointer } = await openFrozen();
    expect(await ledger.handOver({ ...toSales, toType: 'slack' })).toMatchObject({
      digests: 0,
      digestsOfOtherType: 1,
    });
    expect(await ledger.listUndelivered('crm')).toMatchObject([{ ...pointer, via: null }]);
  });

  it('is held for the route that sends it now, while that one is disabled, and resumed with it', async () => {
    const { ledger, pointer } = await openFrozen();
    await ledger.handOver(toSales);
    await ledger.disableRoute('sales', 'gone', now);
    await settleDue(ledger, pointer, now, { to: 'HELD', reason: 'gone' });
    const [listed] = await ledger.listUndelivered('sales');
    expect(listed).toMatchObject({ state: 'HELD' });
    expect(await ledger.makeDue(listed ?? pointer, ['HELD'], now)).toBe(true);
  });

  it('is refused, and nothing is moved, while one is being sent', async () => {
    const opened = await openFrozen();
    await record(opened, 2, 'crm');
    await opened.ledger.claimDigest(opened.pointer, now, 30_000);
    await expect(opened.ledger.handOver(toSales)).rejects.toThrow(
      'a digest of crm is being sent right now; try again in 30 s',
    );
    await expect(opened.ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'all' })).rejects.toThrow(
      'try again in 30 s',
    );
    expect(await waiting(opened, 'crm')).toEqual([2]);
  });

  it('takes a digest from a sender that died, which can no longer settle it', async () => {
    const { ledger, pointer } = await openFrozen();
    const dead =
      (await ledger.claimDigest(pointer, now - 10_000, 1000)) ?? (await ledger.claimDigest(pointer, now, 0));
    expect(await ledger.handOver(toSales)).toMatchObject({ digests: 1 });
    expect(await ledger.settleDigest(dead as DigestClaim, { to: 'DELIVERED' }, now)).toBe(false);
    expect(await ledger.claimDigest(pointer, now, 1000)).toMatchObject({ via: 'sales' });
  });

  it('defeats a claim that read the digest just before', async () => {
    const opened = await openFrozen();
    const { ledger, pointer, table } = opened;
    const before = table.get;
    // The claim's read comes first, then the hand-over, then the claim's write.
    table.get = async (key) => {
      const item = await before(key);
      if (key.sk.startsWith('DIG#')) {
        table.get = before;
        await ledger.handOver(toSales);
      }
      return item;
    };
    expect(await ledger.claimDigest(pointer, now, 1000)).toBeNull();
  });
});

describe('discarding', () => {
  async function openPending() {
    const opened = openLedger();
    for (const number of [1, 2, 3]) await record(opened, number, 'crm');
    const pointer = await freeze(opened, 'crm');
    await setAside(opened, 'crm');
    return { ...opened, pointer };
  }

  it('leaves nothing pending, and all of it to be looked up for 30 days with who did it and when', async () => {
    const { ledger, pointer, keys, item } = await openPending();
    const counts = await ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'all' });
    expect(counts).toEqual({ signals: 1, signalsHeld: 1, digests: 1 });
    expect(await ledger.findVanished([])).toEqual([]);
    const expiresAt = now / 1000 + 30 * 86_400;
    for (const sk of keys('R#crm', 'GONE#')) {
      const gone = { fate: 'discarded', goneBy: 'pat', goneAt: now, expiresAt };
      expect(await item({ pk: 'R#crm', sk })).toMatchObject(gone);
    }
    expect(keys('R#crm', 'GONE#')).toHaveLength(2);
    const digest = await item({ pk: 'R#crm', sk: keys('R#crm', 'DIG#')[0] ?? '' });
    expect(digest).toMatchObject({ state: 'DISCARDED', discardedBy: 'pat', discardedAt: now, expiresAt });
    expect(await ledger.claimDigest(pointer, now + 1e9, 1000)).toBeNull();
    expect(await ledger.makeDue(pointer, ['HELD', 'DEAD', 'FROZEN'], now)).toBe(false);
    expect((await ledger.listDue(Number.MAX_SAFE_INTEGER)).digests).toEqual([]);
  });

  it('leaves what a route still sends by itself, when only what is stuck is asked for', async () => {
    const { ledger } = await openPending();
    const counts = await ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'stuck' });
    expect(counts).toEqual({ signals: 0, signalsHeld: 1, digests: 0 });
    const pending = await ledger.describePending('crm');
    expect(pending).toMatchObject({ signalsWaiting: 1, signalsHeld: 0, digests: [{ state: 'FROZEN' }] });
  });

  it('lets no signal come again', async () => {
    const opened = await openPending();
    await opened.ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'all' });
    await record(opened, 2, 'crm');
    expect(await waiting(opened, 'crm')).toEqual([]);
  });

  it('finds nothing to do the second time', async () => {
    const { ledger } = await openPending();
    await ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'all' });
    expect(await ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'all' })).toEqual({
      signals: 0,
      signalsHeld: 0,
      digests: 0,
    });
  });

  it('includes digests that were handed to the route', async () => {
    const { ledger } = await openPending();
    await ledger.handOver(toSales);
    expect(await ledger.discardPending({ routeId: 'sales', by: 'pat', scope: 'all' })).toEqual({
      signals: 1,
      signalsHeld: 1,
      digests: 1,
    });
  });
});

describe('cut off anywhere, and done once more', () => {
  const faults: readonly Fault[] = [...crashes, ...passingFaults];

  async function openPending() {
    const opened = openLedger();
    for (let number = 1; number <= 30; number++) await record(opened, number, 'crm');
    await freeze(opened, 'crm');
    await setAside(opened, 'crm', { count: 2 });
    return opened;
  }

  it.each(faults)(
    'a hand-over loses nothing and repeats nothing: %s',
    async (fault) => {
      for (let call = 1, calls = 1; call <= calls; call += 3) {
        const opened = await openPending();
        const work = () => opened.ledger.handOver(toSales);
        calls = Math.max(calls, await opened.cutOff(call, fault, work));
        await work();
        expect(await opened.ledger.describePending('crm')).toMatchObject({
          signalsWaiting: 0,
          signalsHeld: 0,
          digests: [],
        });
        const got = await opened.ledger.describePending('sales');
        expect(got).toMatchObject({ signalsWaiting: 27, signalsHeld: 2, digests: [{ digestId: 'msg_1' }] });
        expect(opened.keys('R#crm', 'GONE#')).toEqual([]);
      }
    },
    30_000,
  );

  it.each(faults)(
    'a discard leaves nothing and keeps a trace of each: %s',
    async (fault) => {
      for (let call = 1, calls = 1; call <= calls; call += 1) {
        const opened = await openPending();
        const work = () => opened.ledger.discardPending({ routeId: 'crm', by: 'pat', scope: 'all' });
        calls = Math.max(calls, await opened.cutOff(call, fault, work));
        await work();
        expect(await opened.ledger.findVanished([])).toEqual([]);
        expect(opened.keys('R#crm', 'GONE#')).toHaveLength(29);
      }
    },
    30_000,
  );
});

it('why a signal is hot stays with its entry, wherever the entry is moved', async () => {
  const { ledger } = openLedger();
  const hotBecause = [{ rule: 'rank', rank: 1, of: 14 }] as const;
  await ledger.record(exampleNewSignal(1, { hot: true, hotBecause }));
  const [entry] = await ledger.readOutbox('crm', 1);
  await ledger.openFlood('crm', 7);
  await ledger.setAside({ routeId: 'crm', keys: [entry?.key ?? ''], fate: 'held', floodId: 7 }, now);
  await ledger.handOver(toSales);
  await ledger.releaseHeld('sales');

  expect(await ledger.readOutbox('sales', 10)).toMatchObject([{ hot: true, hotBecause, released: true }]);
});

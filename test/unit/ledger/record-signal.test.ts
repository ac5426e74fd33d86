import { describe, expect, it } from 'vitest';
import type { NewSignal } from '../../../shared/domain/recording.ts';
import { bridgeId, buyerA, buyerB, exampleRow, rowUuid } from '../../support/example-signals.ts';
import { CrashError, onlyAt } from '../../support/fault-injector.ts';
import { crashes, now, type OpenedLedger, openLedger, passingFaults } from './open-ledger.ts';

const signalId = `${bridgeId}#${rowUuid(1)}`;

function newSignal(over: Partial<NewSignal> = {}): NewSignal {
  return {
    buyerId: buyerA,
    signalId,
    firstSeenAt: now,
    baseline: false,
    hot: true,
    hotnessRank: 2,
    releaseAt: now + 600_000,
    routeIds: ['crm', 'sales'],
    content: exampleRow(1),
    ...over,
  };
}

/** The routes stand in the registry already, so that the next call is the one that records. */
async function openRegistered(): Promise<OpenedLedger> {
  const opened = openLedger();
  await opened.ledger.registerRoutes(['crm', 'sales']);
  return opened;
}

/** How often the signal is written down, and how often it waits for each of its routes. */
function countEverywhere({ keys }: OpenedLedger): number[] {
  return [keys(`S#${signalId}`, 'SEEN'), keys('R#crm', 'OUT#'), keys('R#sales', 'OUT#')].map(
    ({ length }) => length,
  );
}

describe('recording a signal', () => {
  it('writes it down as seen, together with an entry for each route', async () => {
    const opened = openLedger();
    expect(await opened.ledger.isKnown(signalId)).toBe(false);
    expect(await opened.ledger.record(newSignal())).toBe(true);
    expect(await opened.ledger.isKnown(signalId)).toBe(true);
    expect(await opened.ledger.readOutbox('crm', 10)).toEqual([
      {
        routeId: 'crm',
        key: `OUT#2026-11-21T08:00:00.000Z#${signalId}`,
        buyerId: buyerA,
        firstSeenAt: now,
        releaseAt: now + 600_000,
        hot: true,
        hotnessRank: 2,
        released: false,
        signal: exampleRow(1),
      },
    ]);
    expect(opened.injector.calls.filter((name) => name === 'table.transact')).toHaveLength(1);
  });

  it('does it once, however often and by how many it is tried', async () => {
    const opened = openLedger();
    const again = newSignal({ firstSeenAt: now + 5 });
    const results = await Promise.all([newSignal(), again, again].map((one) => opened.ledger.record(one)));
    expect(results.filter((recorded) => recorded)).toHaveLength(1);
    expect(countEverywhere(opened)).toEqual([1, 1, 1]);
  });

  it.each(passingFaults)('goes through when its first try is %s', async (fault) => {
    const opened = await openRegistered();
    opened.plan(onlyAt(1, fault));
    await opened.ledger.record(newSignal());
    expect(countEverywhere(opened)).toEqual([1, 1, 1]);
    expect(opened.pauses).toEqual([25]);
  });

  it.each(crashes)('is done wholly or not at all at a %s, and then once', async (fault) => {
    const opened = await openRegistered();
    opened.plan(onlyAt(1, fault));
    await expect(opened.ledger.record(newSignal())).rejects.toThrow(CrashError);
    const done = fault === 'crash-after' ? 1 : 0;
    expect(countEverywhere(opened)).toEqual([done, done, done]);
    opened.injector.restart();
    expect(await opened.ledger.record(newSignal({ firstSeenAt: now + 60_000 }))).toBe(done === 0);
    expect(countEverywhere(opened)).toEqual([1, 1, 1]);
  });

  it('is given up after five tries with growing pauses, and says why', async () => {
    const opened = await openRegistered();
    const before = opened.injector.calls.length;
    opened.plan(() => 'throttled');
    await expect(opened.ledger.record(newSignal())).rejects.toMatchObject({ code: 'TRANSACTION_CANCELLED' });
    expect(opened.injector.calls).toHaveLength(before + 5);
    expect(opened.pauses).toEqual([25, 50, 100, 200]);
  });

  it('does not come back after its entries were taken away by a freeze', async () => {
    const opened = openLedger();
    await opened.ledger.record(newSignal());
    for (const pk of ['R#crm', 'R#sales']) {
      for (const sk of opened.keys(pk, 'OUT#'))
        await opened.table.transact([{ kind: 'delete', key: { pk, sk } }]);
    }
    expect(await opened.ledger.record(newSignal())).toBe(false);
    expect(countEverywhere(opened)).toEqual([1, 0, 0]);
  });

  it('of the baseline enters no outbox', async () => {
    const opened = openLedger();
    await opened.ledger.record(newSignal({ baseline: true }));
    expect(countEverywhere(opened)).toEqual([1, 0, 0]);
    expect(await opened.item({ pk: `S#${signalId}`, sk: 'SEEN' })).toMatchObject({
      baseline: true,
      v: 1,
    });
  });

  it('takes a row that another buyer lists now for the same signal', async () => {
    const { ledger } = openLedger();
    await ledger.record(newSignal());
    expect(await ledger.record(newSignal({ buyerId: buyerB }))).toBe(false);
    const entries = await ledger.readOutbox('crm', 10);
    expect(entries.map(({ buyerId }) => buyerId)).toEqual([buyerA]);
  });

  it('keeps an unreadable item with its raw text, and lets routes only count it', async () => {
    const opened = openLedger();
    const content = { buyerId: buyerA, problem: 'row: expected an object', raw: '{"row":7}' };
    await opened.ledger.record(newSignal({ signalId: 'unreadable#abc', hot: false, content }));
    const item = await opened.item({ pk: 'S#unreadable#abc', sk: 'SEEN' });
    expect(item).toMatchObject({ quarantined: true, text: JSON.stringify(content) });
    expect((await opened.ledger.readOutbox('crm', 10)).map(({ signal }) => signal)).toEqual([null]);
    expect(
      JSON.stringify(await opened.item({ pk: 'R#crm', sk: opened.keys('R#crm', 'OUT#')[0] ?? '' })),
    ).not.toContain('row:');
  });
});

describe('a signal too large for an item', () => {
  const large = (bytes: number) =>
    newSignal({ content: exampleRow(1, { columns: { Text: 'x'.repeat(bytes) } }) });

  it('goes to object storage before the item that names it, and is read back', async () => {
    const opened = await openRegistered();
    opened.plan(onlyAt(1, 'crash-before'));
    await expect(opened.ledger.record(large(310_000))).rejects.toThrow(CrashError);
    expect(opened.blobs.kept.size).toBe(1);
    opened.injector.restart();
    await opened.ledger.record(large(310_000));
    expect(opened.blobs.kept.size).toBe(1);
    expect((await opened.ledger.readOutbox('crm', 1))[0]?.signal).toEqual(large(310_000).content);
  });

  it('stays in the item up to about 300 KB', async () => {
    const opened = openLedger();
    await opened.ledger.record(large(290_000));
    expect(opened.blobs.kept.size).toBe(0);
  });

  it('goes there sooner when the entries of many routes share one transaction', async () => {
    const opened = openLedger();
    const routeIds = Array.from({ length: 50 }, (_, index) => `route-${index}`);
    await opened.ledger.record({ ...large(100_000), routeIds });
    expect(opened.blobs.kept.size).toBe(1);
    expect((await opened.ledger.readOutbox('route-49', 1))[0]?.signal).toEqual(large(100_000).content);
  });
});

describe('reading an outbox', () => {
  it('gives the oldest first, and no more than asked for', async () => {
    const { ledger } = openLedger();
    for (const number of [3, 1, 2]) {
      const signal = { signalId: `${bridgeId}#${rowUuid(number)}`, firstSeenAt: now + number };
      await ledger.record(newSignal({ ...signal, content: exampleRow(number) }));
    }
    const read = async (limit: number) =>
      (await ledger.readOutbox('crm', limit)).map(({ signal }) => signal?.name);
    expect(await read(10)).toEqual(['Tender 1', 'Tender 2', 'Tender 3']);
    expect(await read(2)).toEqual(['Tender 1', 'Tender 2']);
  });

  it('goes on over the pages of a large one', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 12; number++) {
      const content = exampleRow(number, { columns: { Text: 'x'.repeat(200_000) } });
      await ledger.record(newSignal({ signalId: `${bridgeId}#${rowUuid(number)}`, content }));
    }
    expect(await ledger.readOutbox('crm', 100)).toHaveLength(12);
  });
});

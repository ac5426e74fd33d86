import { describe, expect, it } from 'vitest';
import type { NewSignal } from '../../../../shared/domain/signals/recording.ts';
import { entryKey } from '../../../../shared/ledger/items/keys.ts';
import { itemSize } from '../../../../shared/ledger/table/item-size.ts';
import {
  bridgeId,
  buyerA,
  exampleNewSignal,
  exampleRow,
  rowUuid,
} from '../../../support/examples/example-signals.ts';
import { onlyAt } from '../../../support/fault-injector.ts';
import { now, type OpenedLedger, openLedger, passingFaults } from '../../../support/ledger/open-ledger.ts';

const { signalId } = exampleNewSignal(1);

function newSignal(over: Partial<NewSignal> = {}): NewSignal {
  const hot = { hot: true, hotnessRank: 2, releaseAt: now + 600_000 };
  return exampleNewSignal(1, { firstSeenAt: now, ...hot, routeIds: ['crm', 'sales'], ...over });
}

/** The routes stand in the registry already, so that the next call is the one that records. */
async function openRegistered(): Promise<OpenedLedger> {
  const opened = openLedger();
  await opened.ledger.routes.register(['crm', 'sales']);
  return opened;
}

/** How often the signal is written down, and how often it waits for each of its routes. */
function countEverywhere({ keys, outboxKeys }: OpenedLedger): number[] {
  return [keys(`S#${signalId}`, 'SEEN'), outboxKeys('crm'), outboxKeys('sales')].map(({ length }) => length);
}

describe('recording a signal', () => {
  it('writes it down as seen, together with an entry for each route', async () => {
    const opened = openLedger();
    expect(await opened.ledger.signals.findKnown([signalId])).toEqual(new Set());
    expect(await opened.ledger.signals.record(newSignal())).toBe(true);
    expect(await opened.ledger.signals.findKnown(['another', signalId])).toEqual(new Set([signalId]));
    expect(await opened.ledger.outbox.read('crm', 10)).toEqual([
      {
        routeId: 'crm',
        key: `OUT#2026-11-21T08:00:00.000Z#${signalId}`,
        buyerId: buyerA,
        firstSeenAt: now,
        enteredAt: now,
        releaseAt: now + 600_000,
        hot: true,
        hotUnknown: false,
        hotnessRank: 2,
        released: false,
        damaged: false,
        signal: exampleRow(1),
      },
    ]);
    expect(opened.injector.calls.filter((name) => name === 'table.transact')).toHaveLength(1);
  });

  it('keeps why it is hot with each entry, and reads nothing where an earlier version kept none', async () => {
    const opened = openLedger();
    const hotBecause = [
      { rule: 'column', name: 'Score \ud800', value: 96.5, atLeast: 90 },
      { rule: 'rank', rank: 1, of: 14 },
    ] as const;
    await opened.ledger.signals.record(newSignal({ hotBecause }));
    await opened.ledger.signals.record(
      newSignal({ signalId: `${bridgeId}#${rowUuid(2)}`, routeIds: ['crm'] }),
    );

    expect((await opened.ledger.outbox.read('crm', 10)).map((entry) => entry.hotBecause)).toEqual([
      hotBecause,
      undefined,
    ]);
    expect(await opened.ledger.outbox.read('sales', 10)).toMatchObject([{ hotBecause }]);
  });

  it.each(['{', '{}', '[{"rule":"rank","rank":1}]', '[{"rule":"column","value":1,"atLeast":1}]', '[null]'])(
    'reads no reason from %s',
    async (hotBecause) => {
      const opened = openLedger();
      await opened.ledger.signals.record(newSignal({ hotBecause: [] }));
      const key = entryKey('crm', opened.outboxKeys('crm')[0] ?? '');
      await opened.table.update({ key, set: { hotBecause } });

      expect((await opened.ledger.outbox.read('crm', 10))[0]).not.toHaveProperty('hotBecause');
    },
  );

  it.each(passingFaults)('goes through when its first try is %s', async (fault) => {
    const opened = await openRegistered();
    opened.plan(onlyAt(1, fault));
    await opened.ledger.signals.record(newSignal());
    expect(countEverywhere(opened)).toEqual([1, 1, 1]);
    expect(opened.pauses).toEqual([25]);
  });

  it('is given up after five tries with growing pauses, and says why', async () => {
    const opened = await openRegistered();
    const before = opened.injector.calls.length;
    opened.plan(() => 'throttled');
    await expect(opened.ledger.signals.record(newSignal())).rejects.toMatchObject({
      code: 'TRANSACTION_CANCELLED',
    });
    expect(opened.injector.calls).toHaveLength(before + 5);
    expect(opened.pauses).toEqual([25, 50, 100, 200]);
  });

  it('keeps an unreadable item with its raw text, and lets routes only count it', async () => {
    const opened = openLedger();
    const content = { buyerId: buyerA, problem: 'row: expected an object', raw: '{"row":7}' };
    await opened.ledger.signals.record(newSignal({ signalId: 'unreadable#abc', hot: false, content }));
    const item = await opened.item({ pk: 'S#unreadable#abc', sk: 'SEEN' });
    expect(item).toMatchObject({ quarantined: true, text: JSON.stringify(content) });
    expect((await opened.ledger.outbox.read('crm', 10)).map(({ signal }) => signal)).toEqual([null]);
    expect(
      JSON.stringify(await opened.item(entryKey('crm', opened.outboxKeys('crm')[0] ?? ''))),
    ).not.toContain('row:');
  });
});

describe('a signal too large for an item', () => {
  const large = (bytes: number) =>
    newSignal({ content: exampleRow(1, { columns: { Short: 'kept', Text: 'x'.repeat(bytes) } }) });
  const columnsOf = async ({ ledger }: OpenedLedger, routeId = 'crm') =>
    (await ledger.outbox.read(routeId, 1))[0]?.signal?.columns;

  it('is kept as far as a digest can show it, in its own items and nowhere else', async () => {
    const opened = openLedger();
    await opened.ledger.signals.record(large(10_000_000));
    expect(await columnsOf(opened)).toMatchObject({ Short: 'kept' });
    expect(countEverywhere(opened)).toEqual([1, 1, 1]);
    expect(Math.max(...[...opened.table.all()].map(itemSize))).toBeLessThan(9_000);
  });

  it('goes to fifty routes, the most that a config has, in one transaction', async () => {
    const opened = openLedger();
    const routeIds = Array.from({ length: 50 }, (_, index) => `route-${index}`);
    expect(await opened.ledger.signals.record({ ...large(2_000_000), routeIds })).toBe(true);
    expect(await columnsOf(opened, 'route-49')).toMatchObject({ Short: 'kept' });
  });

  it('keeps the first 6,000 characters of an item that can not be read, and how large it was', async () => {
    const opened = openLedger();
    const content = { buyerId: buyerA, problem: 'row: expected an object', raw: `"${'é'.repeat(300_000)}"` };
    await opened.ledger.signals.record(newSignal({ signalId: 'unreadable#abc', content }));
    const item = await opened.item({ pk: 'S#unreadable#abc', sk: 'SEEN' });
    const raw = `"${'é'.repeat(5_998)}…`;
    expect(JSON.parse(String(item?.text))).toEqual({ ...content, raw, rawBytes: 600_002 });
  });
});

import { describe, expect, it } from 'vitest';
import { createHandler as createComposer } from '../../../../functions/compose-digests/handler.ts';
import { createHandler as createDeliverer } from '../../../../functions/deliver-digest/handler.ts';
import type { NewSignal } from '../../../../shared/domain/signals/recording.ts';
import { entryKey } from '../../../../shared/ledger/items/keys.ts';
import { present } from '../../../../shared/ledger/table/conditions.ts';
import { bridgeId, exampleNewSignal, rowUuid } from '../../../support/examples/example-signals.ts';
import { benchNow as now, openFunctions } from '../../../support/functions/open-functions.ts';

describe('a signal that is damaged in the ledger', () => {
  const invocation = { getRemainingTimeInMillis: () => 100_000 };

  function setUp() {
    const bench = openFunctions();
    const [compose, deliver] = [createComposer(bench.ports), createDeliverer(bench.ports)];
    return {
      ...bench,
      /** Signals 1 to `count`. */
      record: async (count: number, over: Partial<NewSignal> = {}) => {
        for (let number = 1; number <= count; number += 1) {
          await bench.ledger.signals.record(
            exampleNewSignal(number, { firstSeenAt: now - 3_600_000 + number, ...over }),
          );
        }
      },
      send: async () => {
        await compose({}, invocation);
        await deliver({}, invocation);
      },
      digests: () => bench.sent.map(({ body }) => JSON.parse(body).data),
      damaged: () =>
        bench.observed.flatMap((one) => (one.kind === 'signals-damaged' ? [...one.signalIds] : [])),
    };
  }

  it.each([
    ['is cut short', { set: { text: '{"bridgeId":"0b6e' } }],
    ['is something else', { set: { text: '[]' } }],
    ['is nothing', { set: { text: 'null' } }],
    ['is gone', { remove: ['text'], condition: present }],
  ])(
    'is counted, told and kept to be looked at where its text %s, and holds up no other',
    async (_, damage) => {
      const { record, ledger, table, time, send, digests, damaged } = setUp();
      await record(3);
      const [, second] = await ledger.outbox.read('crm', 3);
      const key = entryKey('crm', second?.key ?? '');
      await table.update({ key, ...damage });
      const before = await table.get(key);

      await send();
      time.now += 60_000;
      await send();

      const [digest, ...others] = digests();
      expect(digest).toMatchObject({ unreadable: 1 });
      expect(others).toEqual([]);
      const rows = digest.buyers.flatMap(({ signals }: { signals: { rowId: string }[] }) => signals);
      expect(rows.map(({ rowId }: { rowId: string }) => rowId).toSorted()).toEqual([rowUuid(1), rowUuid(3)]);
      expect(damaged()).toEqual([`${bridgeId}#${rowUuid(2)}`]);
      expect(await ledger.troubles.list('crm')).toMatchObject([
        { kind: 'damaged', about: digest.digestId, problem: "it counts 1 signal that can't be read" },
      ]);
      const { items } = await table.query({ pk: 'O#crm', prefix: 'GONE#' });
      expect(items).toMatchObject([{ fate: 'damaged', firstSeenAt: before?.firstSeenAt }]);
      expect(items[0]?.text).toBe(before?.text);
      expect(typeof items[0]?.expiresAt).toBe('number');
    },
  );

  it('is no signal that the service sent in no readable form: that one is counted alone', async () => {
    const { record, table, send, digests, damaged } = setUp();
    const content = { buyerId: 'b', problem: 'it has no id', raw: '{}' };
    await record(1, { buyerId: 'b', signalId: 'unreadable#1', content });

    await send();

    expect(digests()).toMatchObject([{ unreadable: 1 }]);
    expect(damaged()).toEqual([]);
    expect((await table.query({ pk: 'O#crm', prefix: 'GONE#' })).items).toEqual([]);
  });

  it('goes out without the summary of its buyer where that is damaged', async () => {
    const { record, ledger, table, send, digests } = setUp();
    await record(1, { hot: true, hotnessRank: 1, releaseAt: now + 600_000 });
    const [entry] = await ledger.outbox.read('crm', 1);
    const key = { pk: `B#${entry?.buyerId}`, sk: 'SUMMARY' };
    await table.put({ ...key, state: 'READY', text: '{"whatsRecent":', v: 1 });

    await send();

    expect(digests()).toMatchObject([{ buyers: [{ summary: null, summaryStatus: 'pending' }] }]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { entryKey } from '../../../shared/ledger/keys.ts';
import { present } from '../../../shared/ledger/table/conditions.ts';
import { createDeliveryBench } from '../../support/destinations/delivery-bench.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';
import { bridgeId, rowUuid } from '../../support/examples/example-signals.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

describe('a signal that is damaged in the ledger', () => {
  const closing: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function setUp() {
    const receiver = await startReceiver();
    const to = { type: 'webhook', url: receiver.url, signingSecret: { secret: 'KEY' } } as const;
    const route: Route = { id: 'crm', match: {}, when: 'immediately', to };
    const bench = createDeliveryBench({ routes: [route], secrets: { KEY: secret } });
    closing.push(() => bench.close(), receiver.close);
    const digests = () => receiver.requests.map(({ body }) => JSON.parse(body).data);
    const damaged = () =>
      bench.observations.flatMap((one) => (one.kind === 'signals-damaged' ? [...one.signalIds] : []));
    return { bench, digests, damaged };
  }

  it.each([
    ['is cut short', { set: { text: '{"bridgeId":"0b6e' } }],
    ['is something else', { set: { text: '[]' } }],
    ['is nothing', { set: { text: 'null' } }],
    ['is gone', { remove: ['text'], condition: present }],
  ])(
    'is counted, told and kept to be looked at where its text %s, and holds up no other',
    async (_, damage) => {
      const { bench, digests, damaged } = await setUp();
      await bench.record(1, 3);
      const [, second] = await bench.ledger.readOutbox('crm', 3);
      const key = entryKey('crm', second?.key ?? '');
      await bench.table.update({ key, ...damage });
      const before = await bench.table.get(key);

      await bench.compose();
      await bench.deliver();
      bench.advance(60_000);
      await bench.compose();
      await bench.deliver();

      const [digest, ...others] = digests();
      expect(digest).toMatchObject({ unreadable: 1 });
      expect(others).toEqual([]);
      const rows = digest.buyers.flatMap(({ signals }: { signals: { rowId: string }[] }) => signals);
      expect(rows.map(({ rowId }: { rowId: string }) => rowId).toSorted()).toEqual([rowUuid(1), rowUuid(3)]);
      expect(damaged()).toEqual([`${bridgeId}#${rowUuid(2)}`]);
      const { items } = await bench.table.query({ pk: 'O#crm', prefix: 'GONE#' });
      expect(items).toMatchObject([{ fate: 'damaged', firstSeenAt: before?.firstSeenAt }]);
      expect(items[0]?.text).toBe(before?.text);
      expect(typeof items[0]?.expiresAt).toBe('number');
    },
  );

  it('is no signal that the service sent in no readable form: that one is counted alone', async () => {
    const { bench, digests, damaged } = await setUp();
    const content = { buyerId: 'b', problem: 'it has no id', raw: '{}' };
    const signalId = 'unreadable#1';
    const signal = { buyerId: 'b', signalId, firstSeenAt: Date.parse('2026-11-21T07:00:00Z'), content };
    const rest = { baseline: false, hot: false, hotnessRank: null, releaseAt: null, routeIds: ['crm'] };
    await bench.ledger.record({ ...signal, ...rest });

    await bench.compose();
    await bench.deliver();

    expect(digests()).toMatchObject([{ unreadable: 1 }]);
    expect(damaged()).toEqual([]);
    expect((await bench.table.query({ pk: 'O#crm', prefix: 'GONE#' })).items).toEqual([]);
  });

  it('goes out without the summary of its buyer where that is damaged', async () => {
    const { bench, digests } = await setUp();
    await bench.record(1, 1, { ranks: { 1: 1 }, waitMs: 600_000 });
    const [entry] = await bench.ledger.readOutbox('crm', 1);
    const key = { pk: `B#${entry?.buyerId}`, sk: 'SUMMARY' };
    await bench.table.put({ ...key, state: 'READY', text: '{"whatsRecent":', v: 1 });

    await bench.compose();
    await bench.deliver();

    expect(digests()).toMatchObject([{ buyers: [{ summary: null, summaryStatus: 'pending' }] }]);
  });
});

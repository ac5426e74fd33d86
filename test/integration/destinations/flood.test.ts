import { afterEach, describe, expect, it } from 'vitest';
import type { FloodRule, Route } from '../../../shared/domain/routes/route.ts';
import { type Table, TableUnavailableError } from '../../../shared/ledger/table/table.ts';
import { createDeliveryBench, type DeliveryBench } from '../../support/destinations/delivery-bench.ts';
import { type Receiver, startReceiver } from '../../support/destinations/receiver.ts';
import { rowUuid } from '../../support/examples/example-signals.ts';
import { createFaultInjector } from '../../support/fault-injector.ts';
import { createFaultyTable } from '../../support/ledger/faulty-table.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

interface Data {
  readonly held: number;
  readonly flood?: { readonly newSignals: number; readonly shown: number; readonly rest: string };
  readonly buyers: readonly { readonly signals: readonly { readonly rowId: string }[] }[];
}

describe('a flood', () => {
  const closing: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function setUp(
    flood: FloodRule | 'off' | undefined,
    wrapTable?: (table: Table) => Table,
  ): Promise<{ bench: DeliveryBench; receiver: Receiver; digests: () => Data[]; rows: () => string[] }> {
    const receiver = await startReceiver();
    const route: Route = {
      id: 'crm',
      match: {},
      when: 'immediately',
      to: { type: 'webhook', url: receiver.url, signingSecret: { secret: 'KEY' } },
      flood,
    };
    const bench = createDeliveryBench({
      routes: [route],
      secrets: { KEY: secret },
      ...(wrapTable ? { wrapTable } : {}),
    });
    closing.push(() => bench.close(), receiver.close);
    const digests = () => receiver.requests.map(({ body }) => JSON.parse(body).data as Data);
    const rows = () =>
      digests().flatMap(({ buyers }) => buyers.flatMap(({ signals }) => signals.map(({ rowId }) => rowId)));
    return { bench, receiver, digests, rows };
  }

  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => rowUuid(from + index));
  const setAside = (bench: DeliveryBench) =>
    bench.observations.flatMap((one) =>
      one.kind === 'signals-set-aside' ? [`${one.signals} ${one.fate}`] : [],
    );

  it('of 143 signals shows the 20 hottest, holds the others back, and says both', async () => {
    const { bench, digests, rows } = await setUp({ over: 100, show: 20, rest: 'hold' });
    await bench.record(1, 143, { ranks: { 7: 2, 3: 1, 5: 3 } });

    const result = await bench.compose();
    await bench.deliver();

    expect(rows().toSorted()).toEqual([3, 5, 7].map(rowUuid).concat(numbers(127, 143)));
    for (const digest of digests()) {
      expect(digest).toMatchObject({ held: 123, flood: { newSignals: 143, shown: 20, rest: 'held' } });
    }
    expect(setAside(bench)).toEqual(['123 held']);
    expect(result).toMatchObject({ routes: [{ setAside: 123, waiting: 0 }] });
    expect(await bench.ledger.countHeld('crm')).toBe(123);
  });

  it('is none with as many signals as the rule permits, nor without a rule', async () => {
    for (const flood of [{ over: 30, show: 5, rest: 'hold' }, 'off', undefined] as const) {
      const { bench, digests, rows } = await setUp(flood);
      await bench.record(1, 30);
      if (flood === 'off' || flood === undefined) await bench.record(31, 300);

      await bench.compose();
      await bench.deliver();

      expect(rows()).toHaveLength(typeof flood === 'object' ? 30 : 300);
      expect(digests().every(({ held, flood: said }) => held === 0 && said === undefined)).toBe(true);
    }
  });

  it('sends what was held exactly once after a release, however much it is, and holds none of it again', async () => {
    const { bench, digests, rows } = await setUp({ over: 100, show: 20, rest: 'hold' });
    await bench.record(1, 143);
    await bench.compose();
    await bench.deliver();
    const before = digests().length;
    await bench.record(144, 150);

    const released = await bench.ledger.releaseHeld('crm');
    bench.advance(60_000);
    await bench.compose();
    await bench.deliver();
    bench.advance(60_000);
    await bench.compose();
    await bench.deliver();

    expect(released).toBe(123);
    expect(rows().toSorted()).toEqual(numbers(1, 150));
    expect(
      digests()
        .slice(before)
        .every(({ flood }) => flood === undefined),
    ).toBe(true);
    expect(
      digests()
        .slice(before)
        .every(({ held }) => held === 0),
    ).toBe(true);
    expect(await bench.ledger.releaseHeld('crm')).toBe(0);
  });

  it('that follows a release is still one: released signals neither count nor hide it', async () => {
    const { bench, rows } = await setUp({ over: 10, show: 2, rest: 'hold' });
    await bench.record(1, 1_300);
    await bench.compose();
    await bench.deliver();
    await bench.ledger.releaseHeld('crm');
    await bench.record(1_301, 1_312);

    bench.advance(60_000);
    await bench.compose();
    await bench.deliver();

    expect(await bench.ledger.countHeld('crm')).toBe(10);
    expect(rows().toSorted()).toEqual(numbers(1, 1_300).concat(numbers(1_311, 1_312)));
  });

  it('is seen although released signals fill what is read at once', async () => {
    const { bench } = await setUp({ over: 10, show: 2, rest: 'hold' });
    await bench.record(1, 997);
    await bench.compose();
    await bench.ledger.releaseHeld('crm');
    await bench.record(998, 1_009);

    bench.advance(60_000);
    await bench.compose();

    expect(await bench.ledger.countHeld('crm')).toBe(10);
  });

  it('does not hold what another composer has frozen in the meantime', async () => {
    let taken = '';
    const { bench, rows } = await setUp({ over: 10, show: 2, rest: 'hold' }, (table) => ({
      ...table,
      async transact(writes) {
        const [held, move] = writes;
        if (taken === '' && held?.kind === 'put' && held.item.sk.startsWith('HELD#')) {
          taken = held.item.sk;
          if (move?.kind === 'delete') await table.transact([move]);
        }
        return table.transact(writes);
      },
    }));
    await bench.record(1, 20);

    await bench.compose();
    await bench.deliver();
    const { items } = await bench.table.query({ pk: 'R#crm', prefix: 'HELD#' });

    expect(taken).not.toBe('');
    expect(items.map(({ sk }) => sk)).not.toContain(taken);
    expect(items).toHaveLength(17);
    expect(rows().toSorted()).toEqual(numbers(19, 20));
  });

  it('says in later digests what is still held', async () => {
    const { bench, digests } = await setUp({ over: 10, show: 5, rest: 'hold' });
    await bench.record(1, 20);
    await bench.compose();
    await bench.record(21, 22);
    bench.advance(60_000);
    await bench.compose();
    await bench.deliver();

    expect(digests().at(-1)).toMatchObject({ held: 15 });
    expect(digests().at(-1)).not.toHaveProperty('flood');
  });

  it('is counted without reading what is held, however much that is', async () => {
    const read: string[] = [];
    const { bench, digests } = await setUp({ over: 10, show: 5, rest: 'hold' }, (table) => ({
      ...table,
      query: async (query) => {
        const page = await table.query(query);
        read.push(...page.items.map(({ sk }) => sk));
        return page;
      },
    }));
    await bench.record(1, 500);
    await bench.compose();
    await bench.record(501, 502);
    bench.advance(60_000);
    await bench.compose();
    await bench.deliver();

    expect(digests().at(-1)).toMatchObject({ held: 495 });
    expect(read.filter((sk) => sk.startsWith('HELD#') || sk.startsWith('DROP#'))).toEqual([]);
  });

  it('is counted right through releases and discards', async () => {
    const { bench } = await setUp({ over: 10, show: 5, rest: 'hold' });
    const { ledger } = bench;
    const held = () => ledger.countHeld('crm');
    await bench.record(1, 130);
    await bench.compose();
    expect(await held()).toBe(125);

    await ledger.releaseHeld('crm');
    expect(await held()).toBe(0);
    await bench.compose({ slot: '2026-11-21T08:05:00.000Z' });
    await bench.record(131, 150);
    await bench.compose({ slot: '2026-11-21T08:10:00.000Z' });
    expect(await held()).toBe(15);
    await ledger.discardPending({ routeId: 'crm', by: 'test', scope: 'stuck' });
    expect(await held()).toBe(0);
  });

  it('is told once: a composer that was overtaken takes what is left for no flood', async () => {
    let overtaken = false;
    const setup = await setUp({ over: 10, show: 3, rest: 'hold' }, (table) => ({
      ...table,
      async transact(writes) {
        if (!overtaken && writes[0]?.kind === 'put' && writes[0].item.sk.startsWith('DIG#')) {
          overtaken = true;
          await setup.bench.compose({ slot: '2026-11-21T08:01:00.000Z' });
          await setup.bench.record(21, 22);
        }
        return table.transact(writes);
      },
    }));
    const { bench, digests } = setup;
    await bench.record(1, 20);

    await bench.compose();
    bench.advance(60_000);
    await bench.deliver();

    expect(digests().flatMap(({ flood }) => flood ?? [])).toMatchObject([{ newSignals: 20, shown: 3 }]);
    expect(digests()).toHaveLength(2);
  });

  it('may be dropped: counted, never sent, and looked up for a month', async () => {
    const { bench, digests, rows } = await setUp({ over: 100, show: 20, rest: 'drop' });
    await bench.record(1, 143);

    await bench.compose();
    await bench.deliver();
    const released = await bench.ledger.releaseHeld('crm');
    const { items } = await bench.table.query({ pk: 'R#crm', prefix: 'DROP#' });

    expect(rows().toSorted()).toEqual(numbers(124, 143));
    expect(digests()[0]).toMatchObject({ held: 0, flood: { newSignals: 143, shown: 20, rest: 'dropped' } });
    expect(setAside(bench)).toEqual(['123 dropped']);
    expect(released).toBe(0);
    expect(items).toHaveLength(123);
    expect(items.every(({ expiresAt }) => typeof expiresAt === 'number')).toBe(true);
  });

  it('holds what it kept while it was disabled, although its rule drops, and sends it with a release', async () => {
    const { bench, digests, rows } = await setUp({ over: 10, show: 2, rest: 'drop' });
    await bench.ledger.disableRoute('crm', 'answered 410', Date.parse('2026-11-21T06:00:00Z'));
    await bench.record(1, 20);
    await bench.compose();
    await bench.ledger.enableRoute('crm', Date.parse('2026-11-21T07:05:00Z'));
    await bench.record(1_001, 1_004);

    await bench.compose();
    await bench.deliver();
    const shown = rows();
    const released = await bench.ledger.releaseHeld('crm');
    bench.advance(60_000);
    await bench.compose();
    await bench.deliver();

    expect(shown.toSorted()).toEqual(numbers(1_003, 1_004));
    expect(setAside(bench).toSorted()).toEqual(['2 dropped', '20 held']);
    expect(digests()[0]).toMatchObject({ held: 20, flood: { newSignals: 24, rest: 'dropped', dropped: 2 } });
    expect(released).toBe(20);
    expect(rows().toSorted()).toEqual([...numbers(1, 20), ...numbers(1_003, 1_004)].toSorted());
  });

  it('waits for no summary with what it holds, and for the summaries of all hot ones as always', async () => {
    const { bench, digests, rows } = await setUp({ over: 10, show: 3, rest: 'hold' });
    await bench.record(1, 14, { ranks: { 1: 1, 2: 2, 3: 3, 4: 4 }, waitMs: 600_000 });

    const first = await bench.compose();
    await bench.deliver();
    const early = rows();
    bench.advance(600_000);
    await bench.compose();
    await bench.deliver();

    expect(first).toMatchObject({ routes: [{ digests: [], waiting: 4, setAside: 10 }] });
    expect(early).toEqual([]);
    expect(rows()).toEqual(numbers(1, 4));
    expect(digests()[0]).toMatchObject({ held: 10, flood: { newSignals: 14, shown: 4 } });
  });

  it('finds the hottest of thousands, although only a thousand are read at once', async () => {
    const { bench, digests, rows } = await setUp({ over: 50, show: 2, rest: 'hold' });
    await bench.record(1, 2_600, { ranks: { 2599: 1, 4: 2 } });

    await bench.compose();
    await bench.deliver();

    expect(rows()).toEqual([2_599, 4].map(rowUuid));
    expect(digests()[0]).toMatchObject({ held: 2_598, flood: { newSignals: 2_600, shown: 2 } });
  });

  it('changes nothing in a dry run', async () => {
    const { bench } = await setUp({ over: 10, show: 2, rest: 'hold' });
    await bench.record(1, 20);

    const result = await bench.compose({ dryRun: true });

    expect(result).toMatchObject({ routes: [{ digests: [{ signals: 2 }], setAside: 0 }] });
    expect(await bench.ledger.readOutbox('crm', 100)).toHaveLength(20);
    expect(await bench.ledger.readRoute('crm')).toMatchObject({ flood: null });
  });

  it('is released by hand in the cloud through compose-digests, which needs the name of the route', async () => {
    const { bench, rows } = await setUp({ over: 10, show: 2, rest: 'hold' });
    await bench.record(1, 20);
    await bench.compose();

    await expect(bench.compose({ release: true })).rejects.toThrow(/routeId: found nothing/);
    await bench.compose({ routeId: 'crm', release: true, slot: '2026-11-21T08:05:00.000Z' });
    await bench.deliver();

    expect(rows().toSorted()).toEqual(numbers(1, 20));
  });

  it('counts right when the result of each write stays unknown at first', async () => {
    const seen = new WeakSet<object>();
    const unknown = async <Result>(request: object, write: () => Promise<Result>): Promise<Result> => {
      const result = await write();
      if (seen.has(request)) return result;
      seen.add(request);
      throw new TableUnavailableError('the connection was cut', 'unknown');
    };
    const { bench, digests, rows } = await setUp({ over: 100, show: 20, rest: 'hold' }, (table) => ({
      ...table,
      transact: (writes) => unknown(writes, () => table.transact(writes)),
    }));
    await bench.record(1, 143);

    await bench.compose();
    await bench.deliver();
    const released = await bench.ledger.releaseHeld('crm');
    bench.advance(60_000);
    await bench.compose();
    await bench.deliver();

    expect(setAside(bench)).toEqual(['123 held']);
    expect(digests()[0]).toMatchObject({ held: 123, flood: { newSignals: 143, shown: 20 } });
    expect(released).toBe(123);
    expect(rows().toSorted()).toEqual(numbers(1, 143));
  });

  describe.each(['crash-before', 'crash-after'] as const)('meets a %s', (fault) => {
    it('at each write in turn: nothing is lost or shown twice, and no more than the hottest are shown', async () => {
      for (let crashAt = 1; ; crashAt++) {
        let writes = 0;
        let armed = false;
        const isWrite = (name: string) => ['table.put', 'table.update', 'table.transact'].includes(name);
        const injector = createFaultInjector((_, name) =>
          armed && isWrite(name) && ++writes === crashAt ? fault : null,
        );
        const { bench, digests, rows } = await setUp({ over: 100, show: 20, rest: 'hold' }, (table) =>
          createFaultyTable(table, injector),
        );
        await bench.record(1, 143, { ranks: { 9: 1 } });

        armed = true;
        const [composed] = await Promise.allSettled([bench.compose()]);
        const { crashed } = injector;
        expect(composed.status).toBe(crashed ? 'rejected' : 'fulfilled');
        armed = false;
        injector.restart();
        // Another slot: the process that knew of the first one is gone.
        bench.advance(60_000);
        await bench.compose();
        await bench.deliver();
        const shown = rows().toSorted();
        const released = await bench.ledger.releaseHeld('crm');
        bench.advance(60_000);
        await bench.compose();
        await bench.deliver();

        const at = `write ${crashAt}`;
        expect(shown, at).toEqual([rowUuid(9)].concat(numbers(125, 143)));
        expect(released, at).toBe(123);
        expect(rows().toSorted(), at).toEqual(numbers(1, 143));
        expect(digests()[0], at).toMatchObject({ held: 123, flood: { rest: 'held' } });
        expect(await bench.ledger.readRoute('crm'), at).toMatchObject({ flood: null });
        if (!crashed) {
          expect(crashAt).toBeGreaterThan(4);
          return;
        }
      }
    });
  });
});

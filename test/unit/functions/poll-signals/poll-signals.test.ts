import { describe, expect, it, vi } from 'vitest';
import type { BridgeApi, BridgeSignal } from '../../../../shared/bridge-api/index.ts';
import { dayMs, hourMs } from '../../../../shared/domain/duration.ts';
import { HttpStatusError, TransportError, UpstreamPausedError } from '../../../../shared/domain/errors.ts';
import type { BuyerState } from '../../../../shared/domain/polling/buyer-state.ts';
import { regularAt } from '../../../../shared/domain/polling/due.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { upstreamKey } from '../../../../shared/ledger/items/keys.ts';
import { bridgeId, buyerA, buyerB } from '../../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../../support/functions/example-routes.ts';
import {
  benchConfig,
  type FunctionsBench,
  benchNow as now,
} from '../../../support/functions/open-functions.ts';
import {
  type ListOf,
  listed,
  liveBuyer,
  openPolling,
  pagesOf,
  type Reading,
} from '../../../support/functions/open-polling.ts';
import { openHandler, routeOf } from '../handler-bench.ts';

const cut = new TransportError('CONNECTION_FAILED', 'the connection was cut');
const three = pagesOf([listed(1), listed(2), listed(3)]);

/** A live buyer whose list shows these readings in turn, the last one for good. */
async function open(
  readings: readonly Reading[] = [three],
  config?: Parameters<typeof openPolling>[1],
  api?: Parameters<typeof openPolling>[2],
) {
  let reads = 0;
  const next = (): Reading => {
    reads += 1;
    return readings[Math.min(reads, readings.length) - 1] ?? [];
  };
  const bench = openPolling(next, config, api);
  await bench.setBuyer(liveBuyer);
  return bench;
}

describe('routes to owners', () => {
  const ownerOf = (slug: string, id: string): Route => ({
    ...immediateRoute,
    id: `sales/${slug}`,
    owner: { set: 'sales', is: { name: slug, id } },
  });
  const routes = [
    ownerOf('ann', 'U0ANN'),
    ownerOf('dev', 'U0DEV'),
    { ...immediateRoute, id: 'sales', owner: { set: 'sales', is: null } },
  ];
  const people = { 'Ann Lee': { slack: 'U0ANN' }, 'dev@example.com': { slack: 'U0DEV' } };
  const config = { routes, people, columns: { owner: 'Owner' } };

  it('read the state of those routes alone that would take a signal', async () => {
    const owned = ['Ann Lee', 'Ann Lee', 'Bo'].map((Owner, at) => listed(at, { columns: { Owner } }));
    const { poll, ledger } = await open([pagesOf(owned)], config);
    const read = vi.spyOn(ledger.routes, 'read');
    await poll();
    expect(read.mock.calls).toEqual([['sales/ann']]);
  });
});

describe('polling a live buyer', () => {
  it('records what is new, completes the scan at its start, and has nothing more to do', async () => {
    const { poll, recorded, outboxKeys, ledger, observed } = await open();
    const slot = '2026-11-21T08:00:00.000Z';
    expect(await poll({ slot })).toEqual({ polled: 1, recorded: 3, hot: 0, baseline: 0, failed: [] });
    expect(recorded()).toEqual([1, 2, 3]);
    expect(outboxKeys('crm')).toHaveLength(3);
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ lastCompleteAt: now });
    const dueAt = regularAt(buyerA, now, 6 * hourMs);
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ dueAt, failingSince: null });
    expect(observed.every((one) => 'slot' in one && one.slot === slot)).toBe(true);
    expect(await poll()).toMatchObject({ recorded: 0 });
  });

  it('stops after an unchanged first page where everyone is polled, unless it is due or a row names it', async () => {
    const { poll, time, recorded, table, ledger } = await open([
      three,
      [three[0] as (typeof three)[0], cut],
      pagesOf([1, 2, 4].map((n) => listed(n))),
    ]);
    await poll();
    time.now += 60_000;
    // But for that a list was shown.
    const stored = () => [...table.all()].filter(({ pk }) => pk !== upstreamKey('lists').pk);
    const before = stored();
    const sought = vi.spyOn(ledger.signals, 'findKnown');
    expect(await poll({ because: 'everyone' })).toMatchObject({ polled: 1, failed: [] });
    expect(sought).not.toHaveBeenCalled();
    expect(stored()).toEqual(before);
    expect(await poll({ because: 'named' })).toMatchObject({ recorded: 1 });
    expect(recorded()).toEqual([1, 2, 3, 4]);
  });

  it('reads on behind an unchanged first page where everyone is polled, if it is due or its last poll failed', async () => {
    for (const over of [{ dueAt: now }, { failingSince: now - 1 }]) {
      const bench = await open([three, pagesOf([1, 2, 4].map((n) => listed(n)))]);
      await bench.poll();
      const { lastCompleteAt, fingerprint } = await bench.ledger.buyers.read(buyerA);
      await bench.setBuyer({ ...liveBuyer, lastCompleteAt, fingerprint, ...over });
      bench.time.now += 60_000;
      expect(await bench.poll({ because: 'everyone' })).toMatchObject({ recorded: 1 });
    }
  });

  it('after a long pause, sends what a list shows that reaches no further back than the baseline', async () => {
    // The rows have not changed since long before the baseline: only lists tell when their signals came.
    const unchanged = [1, 2].map((number) => listed(number, { changedAt: now - 300 * dayMs }));
    const bench = openPolling((list) =>
      pagesOf(list === 'Date LastNineMonths' ? unchanged.slice(0, 1) : unchanged),
    );
    const pausedAt = now - 265 * dayMs;
    await bench.setBuyer({ ...liveBuyer, baselineAt: pausedAt, lastCompleteAt: pausedAt });

    expect(await bench.poll()).toMatchObject({ recorded: 2, baseline: 1, failed: [] });
    expect(bench.lists).toEqual(['Date LastYear', 'Date LastNineMonths']);
  });

  it('that is not due any more is left alone, except by a tick whose clock is ahead', async () => {
    const bench = await open();
    expect(await bench.poll({ because: 'due' })).toMatchObject({ polled: 0, failed: [] });
    expect(bench.lists).toEqual([]);
    expect(await bench.poll({ because: 'due', at: now + hourMs })).toMatchObject({ polled: 1 });
  });

  it('lists what a dry run would record, and writes nothing', async () => {
    const { poll, table, observed } = await open();
    const before = JSON.stringify([...table.all()]);
    const { wouldRecord } = await poll({ dryRun: true });
    expect(wouldRecord?.map(({ routeIds, baseline }) => [routeIds, baseline])).toEqual(
      Array(3).fill([['crm'], false]),
    );
    expect(JSON.stringify([...table.all()])).toBe(before);
    expect(observed).toMatchObject([{ kind: 'buyer-polled' }]);
  });

  it('records each signal alone where they can not be recorded together', async () => {
    const bench = await open([pagesOf([listed(1), listed(2), listed(3)], 3)]);
    bench.ledger.signals.recordTogether = async () => false;
    expect(await bench.poll()).toMatchObject({ recorded: 3, failed: [] });
    expect(bench.outboxKeys('crm')).toHaveLength(3);
  });

  it('fails by items that the list counts and does not show, and is polled again, after a day once a day', async () => {
    const { poll, observedOf, ledger, setBuyer } = await open([
      [{ totalItems: 3, result: [listed(1), listed(2)] }],
    ]);
    const problem = 'the list counts 1 signal more than its pages show';
    expect(await poll()).toMatchObject({ polled: 1, recorded: 2, failed: [{ buyerId: buyerA, problem }] });
    expect(observedOf('poll-failed')).toMatchObject([{ problem }]);
    expect(observedOf('buyer-polled')).toMatchObject([{ accepted: false, missing: 1, readings: 2 }]);
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ dueAt: now, failingSince: now });
    await setBuyer({ ...liveBuyer, dueAt: now, failingSince: now - dayMs });
    await poll();
    expect(await ledger.buyers.read(buyerA)).toMatchObject({
      dueAt: now + 6 * hourMs,
      failingSince: now - dayMs,
    });
  });
});

describe('a message that waited for long', () => {
  const limit = 2 * 15 * 60_000 + 600_000;

  it.each(['named', 'everyone'] as const)(
    'because its buyers were %s only makes them due',
    async (because) => {
      const { poll, lists, ledger } = await open();
      await poll({ because, at: now - limit - 1 });
      expect(lists).toEqual([]);
      expect(await ledger.buyers.read(buyerA)).toMatchObject({ dueAt: now, failingSince: null });
      await poll({ because, at: now - limit });
      expect(lists).toHaveLength(1);
    },
  );
});

describe('one buyer that fails', () => {
  it('costs no other buyer its poll, and is reported', async () => {
    const { poll, observedOf, ledger } = await open([[cut], three]);
    const problem = 'the connection was cut';
    expect(await poll({ buyerIds: [buyerA, buyerB] })).toMatchObject({
      polled: 1,
      recorded: 3,
      failed: [{ buyerId: buyerA, problem }],
    });
    expect(observedOf('poll-failed')).toEqual([{ kind: 'poll-failed', buyerId: buyerA, problem }]);
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ dueAt: now, failingSince: now });
  });

  it.each([
    [false, 3],
    [true, 1],
  ])(
    'and may have ended the process is read alone when its message comes again: %s',
    async (inTurn, together) => {
      let [reading, most] = [0, 0];
      // biome-ignore lint/correctness/useYield: an empty list.
      async function* buyerSignalPages() {
        reading += 1;
        most = Math.max(most, reading);
        for (let tick = 0; tick < 50; tick += 1) await Promise.resolve();
        reading -= 1;
      }
      const { poll } = await open([three], {}, { buyerSignalPages });
      await poll({ buyerIds: [buyerA, buyerB, 'c'], inTurn });
      expect(most).toBe(together);
    },
  );

  it('does not count as failed where no time was left to begin with it', async () => {
    const { poll, observed, lists, ledger } = await open();
    const problem = 'no time was left to read them';
    const { failed } = await poll({ buyerIds: [buyerA, buyerB], deadline: now });
    expect(failed).toEqual([buyerA, buyerB].map((buyerId) => ({ buyerId, problem })));
    expect(observed).toEqual([{ kind: 'polls-cut-short', buyers: 2, buyerIds: [buyerA, buyerB], problem }]);
    expect(lists).toEqual([]);
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ dueAt: now, failingSince: null });
  });

  it('leaves the buyers behind it to the next tick when upstream is paused, and reports them once', async () => {
    const { poll, observed, lists, ledger } = await open([[new UpstreamPausedError('failing', now + 1)]]);
    const buyerIds = [buyerA, buyerB];
    const { failed } = await poll({ buyerIds, inTurn: true });
    expect(failed.map(({ buyerId }) => buyerId)).toEqual(buyerIds);
    expect(observed).toMatchObject([{ kind: 'polls-cut-short', buyers: 2, buyerIds }]);
    expect(lists).toHaveLength(1);
    for (const buyerId of buyerIds) {
      expect(await ledger.buyers.read(buyerId)).toMatchObject({ dueAt: now, failingSince: null });
    }
  });

  it('by an error of our own code fails the message, once the others were tried', async () => {
    const { poll, recorded } = await open([[new TypeError('ours')], three]);
    await expect(poll({ buyerIds: [buyerA, buyerB] })).rejects.toThrow('ours');
    expect(recorded()).toEqual([1, 2, 3]);
  });
});

it.each([
  ['complete', three, 0],
  ['failed', [new HttpStatusError(500, 'answered 500')], 0],
  ['late', three, dayMs],
] as const)(
  'a %s poll that was queued before the config dropped its buyer gives it no new time',
  async (_, reading, lateMs) => {
    const { poll, ledger, time } = await open([reading]);
    await ledger.buyers.retire(buyerA, (await ledger.buyers.read(buyerA)).dueAt ?? 0);
    await poll({ at: time.now - lateMs });
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ dueAt: null, failingSince: null });
  },
);

describe('a list that is denied', () => {
  const denied = (status: number, servedAt: number | null = null) => [
    new HttpStatusError(status, `answered ${status}`, { servedAt }),
  ];
  /** A minute later, another list is shown. */
  const showOther = async ({ ledger, time }: FunctionsBench, itemAt = 0) => {
    time.now += 60_000;
    await ledger.upstream.noteShown({ shownAt: time.now, shownBuyer: buyerB, itemAt }, time.now);
  };
  const rejecting = (asked: string[] = []): Partial<BridgeApi> => ({
    listBuyerSignals: async ({ buyerId }, { blames } = {}) => {
      asked.push(`${buyerId} ${blames}`);
      throw new HttpStatusError(401, 'answered 401');
    },
  });
  const openDenied = (status: number, ...then: readonly Reading[]) =>
    open([denied(status), denied(status), ...then], {}, rejecting());

  it.each([401, 403, 404])(
    'by a %i says nothing when it comes, nor while no list is shown',
    async (status) => {
      const { poll, observed, ledger, time } = await openDenied(status);
      await poll();
      time.now += 900_000;
      await poll();
      expect(observed.map(({ kind }) => kind)).toEqual(['poll-undecided', 'poll-undecided']);
      expect(await ledger.buyers.read(buyerA)).toMatchObject({
        state: 'LIVE',
        deniedAt: now,
        failingSince: now,
        dueAt: now + 900_000,
        refusals: 0,
        emptySince: null,
      });
      expect(await ledger.buyers.listFailing()).toEqual([buyerA]);
    },
  );

  it.each([401, 403])(
    'by a %i again once others are shown rests for an hour, and is told once a day',
    async (status) => {
      const bench = await openDenied(status);
      const { poll, observedOf, lists, time, ledger } = bench;
      await poll();
      await showOther(bench);
      expect(await poll()).toMatchObject({ failed: [{ buyerId: buyerA, problem: `answered ${status}` }] });
      const told = { kind: 'poll-failed', nextTryAt: '2026-11-21T09:01:00.000Z' };
      expect(observedOf('poll-failed')).toMatchObject([told]);
      expect(await poll()).toMatchObject({ polled: 0, failed: [] });
      expect(lists).toHaveLength(2);
      const rests = { dueAt: time.now + hourMs, refusals: 1, deniedAt: time.now };
      expect(await ledger.buyers.read(buyerA)).toMatchObject(rests);
      time.now += hourMs;
      await showOther(bench);
      expect(await poll()).toMatchObject({ failed: [{ buyerId: buyerA }] });
      expect(observedOf('poll-failed')).toHaveLength(1);
    },
  );

  it.each([
    ['its own, if no other is watched', {}, [buyerA], [`${buyerA} token`]],
    ['the others of its message', {}, [buyerA, buyerB, 'c'], [`${buyerB} nothing`, 'c token']],
    ['another that the config names', { buyers: [buyerA, buyerB] }, [buyerA], [`${buyerB} token`]],
    ['none, if only its bridges know the others', { bridges: [bridgeId] }, [buyerA], []],
  ])(
    'by a 401 asks once for lists that say whether the token is rejected: %s',
    async (_, watch, buyerIds, expected) => {
      const asked: string[] = [];
      const config = { watch: { ...benchConfig.watch, ...watch } };
      const { poll, ledger } = await open([denied(401)], config, rejecting(asked));
      await ledger.upstream.noteShown({ shownAt: now, shownBuyer: buyerA, itemAt: 0 }, now);
      await poll({ buyerIds });
      expect(asked).toEqual(expected);
    },
  );

  it('by a 401 asks for no other once one of its message was shown: the token is accepted', async () => {
    const asked: string[] = [];
    const { poll } = await open(
      [],
      { watch: { ...benchConfig.watch, bridges: [bridgeId] } },
      {
        ...rejecting(asked),
        async *buyerSignalPages({ buyerId }) {
          const page = {
            pageNumber: 1,
            pageSize: 20,
            totalPages: 1,
            unreadable: [],
            totalItems: 0,
            result: [],
          };
          if (buyerId === 'e') return yield page;
          // It is asked once more, with a fresh token.
          await new Promise(setImmediate);
          throw new HttpStatusError(401, 'answered 401');
        },
      },
    );
    await poll({ buyerIds: ['a', 'b', 'c', 'd', 'e'] });
    expect(asked).toEqual([]);
  });

  it.each([401, 403])('by a 404 that counted as an empty list is no first %i', async (status) => {
    const bench = await open([denied(404), denied(404), denied(status)], {}, rejecting());
    const { poll, ledger, time } = bench;
    await poll();
    await showOther(bench);
    await poll();
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ failingSince: null });
    time.now += 20 * dayMs;
    await showOther(bench);
    await poll();
    expect(await ledger.buyers.read(buyerA)).toMatchObject({
      refusals: 0,
      dueAt: time.now,
      deniedAt: time.now,
    });
  });

  describe('to a buyer that was never read', () => {
    const empty = [{ totalItems: 0, result: [] }];
    const undated = { ...listed(3), row: { ...listed(3).row, updatedAt: null } } as BridgeSignal;

    it.each([
      ['a 404', denied(404), true],
      ['an empty list', empty, false],
    ])(
      'or %s turns it live once another list has shown an item: what comes then is news',
      async (_, reading, notFound) => {
        const bench = openPolling((_list, before) => (before < 4 ? reading : pagesOf([listed(1), undated])));
        const { poll, ledger, time, routed } = bench;
        const state = () => ledger.buyers.read(buyerA);
        await poll();
        expect(await state()).toMatchObject({ state: 'BASELINING', emptySince: now, dueAt: now });
        await showOther(bench);
        await poll();
        expect(await state()).toMatchObject({
          state: 'BASELINING',
          lastCompleteAt: time.now,
          dueAt: time.now,
        });
        time.now += hourMs;
        await poll();
        const dueAt = regularAt(buyerA, time.now, 6 * hourMs);
        expect(await state()).toMatchObject({ state: 'BASELINING', emptySince: now, dueAt });
        await showOther(bench, time.now);
        await poll();
        expect(await state()).toMatchObject({ state: 'LIVE', emptySince: now, baselineAt: time.now });
        await poll();
        expect(routed()).toEqual([1, 3]);
        expect('notFound' in (bench.observedOf('buyer-polled')[1] ?? {})).toBe(notFound);
      },
    );

    it.each([200, 404])(
      'or a %i that is empty turns it live, too, if our clock is an hour behind',
      async (code) => {
        const bench = openPolling((_list, before) => {
          const servedAt = bench.time.now + hourMs;
          if (before === 4) return pagesOf([listed(1, { createdAt: servedAt })]);
          return code === 404 ? denied(404, servedAt) : [{ totalItems: 0, result: [], servedAt }];
        });
        for (let polls = 0; polls < 5; polls += 1) {
          await bench.poll();
          bench.time.now += 14 * 60_000;
          await showOther(bench, bench.time.now + 60_000);
        }
        expect(bench.routed()).toEqual([1]);
      },
    );
  });
});

describe('the first poll of a buyer', () => {
  const sendLastWeek = { watch: { ...benchConfig.watch, firstRun: { sendLast: '7 days' as const } } };

  it('records everything as baseline: for no route, without a rank', async () => {
    const { poll, lists, routed, ledger } = openPolling(() => three, {
      hot: { topByHotness: 3, columns: [] },
    });
    expect(await poll()).toMatchObject({ recorded: 3, baseline: 3, hot: 0 });
    expect([lists, routed()]).toEqual([['Date LastThreeMonths'], []]);
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ state: 'LIVE', baselineAt: now });
  });

  it('sends what a second, shorter list shows, and takes the rest for the baseline', async () => {
    const listOf = (list: string) => (list === 'Date LastSevenDays' ? pagesOf([listed(2)]) : three);
    const { poll, lists, routed } = openPolling(listOf, sendLastWeek);
    expect(await poll()).toMatchObject({ recorded: 3, baseline: 2 });
    expect(lists).toEqual(['Date LastThreeMonths', 'Date LastSevenDays']);
    expect(routed()).toEqual([2]);
  });

  it('takes a 404 of the shorter list for an empty one only if the longer list is shown behind it', async () => {
    const notFound = [new HttpStatusError(404, 'answered 404')];
    const polled = (behind: Reading) => {
      const isLonger = (list: string) => list === 'Date LastThreeMonths';
      const listOf = (list: string, before: number) =>
        !isLonger(list) ? notFound : before === 0 ? three : behind;
      return openPolling(listOf, sendLastWeek).poll();
    };
    expect(await polled(three)).toMatchObject({ polled: 1, recorded: 3, baseline: 3 });
    expect(await polled(notFound)).toMatchObject({ polled: 0, recorded: 0 });
  });

  it('that is not complete within an hour sends what is recent, and says that it is overdue', async () => {
    const { poll, routed, recorded, time, observedOf } = openPolling((list, before) =>
      list === 'Date LastOneMonths'
        ? pagesOf([listed(4)])
        : [{ totalItems: 7 + before, result: [listed(1 + before), listed(4)] }],
    );
    await poll();
    expect(routed()).toEqual([]);
    time.now += hourMs + 1;
    await poll();
    expect([recorded(), routed()]).toEqual([[1, 4, 2, 3, 5, 6], []]);
    expect(observedOf('buyer-polled').at(-1)).toMatchObject({ accepted: false, baselineOverdue: true });
  });
});

describe('the Hotness order', () => {
  const hot = { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 80 }] };
  const routes = [
    { ...immediateRoute, id: 'hot', match: { hot: true } },
    { ...immediateRoute, id: 'cold', match: { hot: false } },
  ];
  const open = async (date: Reading, hotness: Reading) => {
    const bench = openPolling((list) => (list.startsWith('Hotness') ? hotness : date), { hot, routes });
    await bench.setBuyer(liveBuyer);
    return bench;
  };

  it('ranks new signals, and one that it does not show is behind its first places', async () => {
    const { poll, ledger } = await open(
      pagesOf([listed(1), listed(3)]),
      pagesOf([listed(90), listed(3), listed(1)]),
    );
    expect(await poll()).toMatchObject({ recorded: 2, hot: 1 });
    const [entry] = await ledger.outbox.read('hot', 5);
    expect(entry).toMatchObject({ hotnessRank: 2, hotBecause: [{ rule: 'rank', rank: 2, of: 3 }] });
    expect(await ledger.outbox.read('cold', 5)).toHaveLength(1);
  });

  it('that fails is reported once, and each signal goes to every route that it may concern', async () => {
    const many = [listed(90), ...Array.from({ length: 449 }, (_, number) => listed(1_000 + number))];
    const { poll, observedOf, lists } = await open(pagesOf(many, 20), [cut]);
    expect(await poll()).toMatchObject({ polled: 1, recorded: 450, failed: [] });
    expect(observedOf('hotness-failed')).toEqual([
      { kind: 'hotness-failed', buyerId: buyerA, problem: 'the connection was cut' },
    ]);
    expect(lists.filter((list) => list.startsWith('Hotness'))).toHaveLength(1);
  });

  it('does not make hot what is overdue in the zones of all routes', async () => {
    const due = (day: string) => listed(1, { columns: { Due: day } });
    const judge = async (day: string, timezone: string) => {
      const zoned = [...routes, { ...immediateRoute, timezone }];
      const config = { hot, routes: zoned, columns: { deadline: 'Due' } };
      const bench = openPolling(() => pagesOf([due(day), listed(3), listed(4)]), config);
      await bench.setBuyer(liveBuyer);
      return (await bench.poll()).hot;
    };
    // The second place is hot in any case.
    expect(await judge('2026-11-20', 'Asia/Tokyo')).toBe(1);
    // In UTC it is November 21, 08:00.
    expect(await judge('2026-11-20', 'Pacific/Pago_Pago')).toBe(2);
    expect(await judge('2026-11-22', 'UTC')).toBe(2);
  });
});

describe('a hot signal', () => {
  const hot = { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 1 }] };
  const polled = async (config: object, dryRun = false) => {
    const bench = await open([pagesOf([listed(1)])], { hot, ...config });
    await bench.poll({ dryRun });
    return bench.queued;
  };

  it('has its summary fetched, and is composed once that is there', async () => {
    expect(await polled({})).toMatchObject({ summary: [{ buyerId: buyerA }], compose: [] });
  });

  it('has its summary asked for during an hour, though no digest waits that long: one of the next morning has it', async () => {
    const { poll, ledger } = await open([pagesOf([listed(1)])], { hot });
    await poll();
    const askAfter = async (minutes: number) => {
      const at = now + minutes * 60_000;
      const claim = await ledger.summaries.claim(buyerA, at, 1);
      if (claim) await ledger.summaries.settle(claim, { result: 'pending', askAgainAt: at }, at);
      return (await ledger.summaries.read(buyerA))?.state;
    };
    expect([await askAfter(59), await askAfter(60)]).toEqual(['wanted', 'given-up']);
  });

  it.each([
    ['is composed at once', {}, [{ immediate: true }]],
    ['asks for no digest of one that goes to a route with times', { routes: [morningRoute] }, []],
    [
      'asks for no digest of one that goes to no route',
      { routes: [{ ...immediateRoute, match: { hot: false } }] },
      [],
    ],
  ])('%s, if no digest waits for summaries', async (_, config, compose) => {
    expect(await polled({ summaries: { waitAtMost: '0 minutes' }, ...config })).toMatchObject({ compose });
  });

  it('asks for nothing in a dry run', async () => {
    expect(await polled({}, true)).toMatchObject({ summary: [], compose: [] });
  });
});

describe('the bridges of new signals', () => {
  it('are learned, and their columns asked for once they are recorded, for 20 seconds at most', async () => {
    const items = [listed(1), listed(2, { bridgeId: bridgeId.toUpperCase() }), listed(3, { bridgeId: '..' })];
    const { poll, ledger, columnsAsked } = await open([pagesOf(items)]);
    await poll();
    expect([...(await ledger.polls.readPlan()).marks.keys()].sort()).toEqual([bridgeId, 'no-uuid']);
    expect(columnsAsked).toEqual([[bridgeId, 20_000]]);
    expect(await ledger.columns.read(bridgeId)).toEqual([]);
  });

  it('are not asked for their columns by a baseline or a dry run', async () => {
    const first = openPolling(() => three);
    await first.poll();
    const dry = await open();
    await dry.poll({ dryRun: true });
    expect([first.columnsAsked, dry.columnsAsked]).toEqual([[], []]);
  });

  it('are not asked for their columns while calls are paused', async () => {
    const { poll, columnsAsked } = await open([three, [new UpstreamPausedError('failing', now + 1)]]);
    expect(await poll({ buyerIds: [buyerA, buyerB], inTurn: true })).toMatchObject({ recorded: 3 });
    expect(columnsAsked).toEqual([]);
  });

  it('may fail to show their columns: the poll succeeds, and it is reported', async () => {
    const listColumnMetadata = () => Promise.reject(cut);
    const { poll, observedOf } = await open([three], {}, { listColumnMetadata });
    expect(await poll()).toMatchObject({ polled: 1, recorded: 3, failed: [] });
    expect(observedOf('columns-failed')).toEqual([
      { kind: 'columns-failed', bridgeId, problem: 'the connection was cut' },
    ]);
  });
});

describe('a new signal of a buyer whom no row named', () => {
  const regular = regularAt(buyerA, now - 900_000, 6 * hourMs);

  async function opened(changedAt: number, dueAt = regular) {
    const bench = await open([pagesOf([listed(1, { changedAt })])]);
    await bench.setBuyer({ ...liveBuyer, dueAt });
    bench.time.now = regular;
    const mark = await bench.ledger.polls.readMark(bridgeId);
    const looked = { ...mark, lookedAt: regular, newestRowAt: regular, newestSeenAt: regular };
    await bench.ledger.polls.savePlan({ marks: [looked] });
    await bench.ledger.polls.noteUnannounced(buyerB);
    return bench;
  }

  it('is reported when its row should long have announced it, as that of another buyer', async () => {
    const { poll, observedOf, ledger } = await opened(regular - 2 * hourMs);
    await poll({ because: 'due' });
    expect(observedOf('announcement-missed')).toMatchObject([{ buyerId: buyerA, bridgeId }]);
    expect((await ledger.polls.readPlan()).unannouncedUntil).toBe(regular + dayMs);
  });

  it.each([
    ['its row changed only lately', regular - hourMs / 2, regular, 'due'],
    ['a row named its buyer', regular - 2 * hourMs, regular, 'named'],
    ['its buyer was due by another cause', regular - 2 * hourMs, regular - 1, 'due'],
  ] as const)('is not reported when %s', async (_, changedAt, dueAt, because) => {
    const { poll, observedOf } = await opened(changedAt, dueAt);
    expect(await poll({ because })).toMatchObject({ recorded: 1 });
    expect(observedOf('announcement-missed')).toEqual([]);
  });
});

describe('a poll because of an event', () => {
  const first = { because: 'due', urgent: 'first' } as const;
  const openDue = async (reading: Reading = three, over: Partial<BuyerState> = {}) => {
    const bench = await open([reading]);
    await bench.setBuyer({ ...liveBuyer, dueAt: now, ...over });
    return bench;
  };

  it('records what is new, and is asked for no more', async () => {
    const { poll, recorded, queued } = await openDue();
    expect(await poll(first)).toMatchObject({ polled: 1, recorded: 3 });
    expect([recorded(), queued.events]).toEqual([[1, 2, 3], []]);
  });

  it('asks once more if the list shows nothing new: it may lag', async () => {
    const { poll, queued, setBuyer } = await openDue();
    await poll(first);
    await setBuyer({ ...liveBuyer, dueAt: now });
    await poll(first);
    expect(queued.events).toEqual([{ buyerIds: [buyerA], again: true }]);
    await setBuyer({ ...liveBuyer, dueAt: now });
    expect(await poll({ ...first, urgent: 'again' })).toMatchObject({ polled: 1 });
    expect(queued.events).toHaveLength(1);
  });

  it('leaves its buyer due for the next tick where events have used up their share', async () => {
    const bench = await openDue([
      three[0] as (typeof three)[0],
      new UpstreamPausedError('events', now + 1_000),
    ]);
    const { failed } = await bench.poll(first);
    const problem = expect.stringContaining('events have used up their tenth');
    expect(failed).toMatchObject([{ buyerId: buyerA, problem }]);
    // What the list showed so far is recorded, and the limiter says that the share is used up.
    expect(bench.recorded()).toEqual([1, 2]);
    expect(bench.observedOf('polls-cut-short')).toEqual([]);
    expect(await bench.ledger.buyers.read(buyerA)).toMatchObject({ dueAt: now, failingSince: null });
  });

  it('is none that judges whether rows announce signals', async () => {
    const dueAt = regularAt(buyerA, now - 10 * hourMs, 6 * hourMs);
    const { poll, ledger, table } = await openDue(three, { dueAt, lastCompleteAt: now - 10 * hourMs });
    Object.assign(ledger.polls, { noteUnannounced: () => Promise.reject(new Error('it judges')) });
    expect(await poll(first)).toMatchObject({ recorded: 3 });
    expect([...table.all()].some((item) => 'unannouncedBuyer' in item)).toBe(false);
  });
});

const moving: ListOf = (_, before) => [{ totalItems: 9, result: [listed(before + 1)] }];

async function troublesOf(listOf: ListOf, buyer = {}, request = {}) {
  const { poll, setBuyer, ledger } = openPolling(listOf);
  await setBuyer({ ...liveBuyer, ...buyer });
  await ledger.upstream.noteShown({ shownAt: now - 1, shownBuyer: 'other', itemAt: 0 }, now - 1);
  await poll(request);
  return ledger.troubles.list(null);
}

it('a list that can not be read, or is denied, is noted with its buyer, but none that rests after a refusal', async () => {
  expect(await troublesOf(() => [cut])).toMatchObject([
    { kind: 'poll-failed', about: `buyer ${buyerA}`, problem: expect.stringContaining('cut') },
  ]);
  const refused = () => [new HttpStatusError(403, 'refused')];
  expect(await troublesOf(refused)).toMatchObject([{ kind: 'poll-failed', problem: 'refused (status 403)' }]);
  const deniedBefore = { deniedAt: now - hourMs, lastCompleteAt: now - 2 * hourMs };
  expect(await troublesOf(refused, deniedBefore)).toEqual([]);
  expect(await troublesOf(() => [cut], {}, { dryRun: true })).toEqual([]);
});

it('an inconsistent list is noted once it has been for an hour', async () => {
  const failingFor = (ms: number) => ({ failingSince: now - ms });
  expect(await troublesOf(moving, failingFor(hourMs - 1))).toEqual([]);
  expect(await troublesOf(moving, failingFor(hourMs))).toMatchObject([
    { kind: 'list-inconsistent', about: `buyer ${buyerA}` },
  ]);
  expect(await troublesOf(moving, failingFor(hourMs), { dryRun: true })).toEqual([]);
});

it.each([
  [90_000, "it is 90 s behind the service's"],
  [-90_000, "it is 90 s ahead of the service's"],
  [60_000, null],
  [-60_000, null],
])('a clock is noted that differs from the service by %i ms: %s', async (offMs, problem) => {
  const page = { totalItems: 1, result: [listed(1)], servedAt: now + offMs };
  const troubles = await troublesOf(() => [page]);
  expect(troubles.map((one) => one.problem)).toEqual(problem === null ? [] : [problem]);
});

it('a hot column is noted as seen if a recorded signal has a value in it', async () => {
  const hot = { topByHotness: 0, columns: ['Match Score', 'Budget'].map((name) => ({ name, atLeast: 80 })) };
  const rows = [listed(1, { columns: { 'Match Score': 20, Budget: null } })];
  const { poll, ledger } = openPolling(() => pagesOf(rows), { hot });
  await poll();
  expect(await ledger.columns.readColumnSeen('Match Score')).toBe(now);
  expect(await ledger.columns.readColumnSeen('Budget')).toBeNull();
});

const excepting = { hot: { topByHotness: 1, columns: [] }, routes: [routeOf('all', {})] };
const other = 'ffffffff-0000-4000-8000-000000000009';

/** Polls three signals of two bridges, and gives what was recorded, sent and learned. */
async function pollWith(over: Partial<typeof benchConfig.watch>) {
  const items = [listed(1), listed(2, { bridgeId: bridgeId.toUpperCase() }), listed(3, { bridgeId: other })];
  const { poll, setBuyer, routed, ledger } = openPolling(() => pagesOf(items), {
    watch: { ...benchConfig.watch, ...over },
  });
  await setBuyer(liveBuyer);
  const { recorded, baseline } = await poll();
  const { marks } = await ledger.polls.readPlan();
  return { recorded, baseline, routed: routed(), learned: [...marks.keys()] };
}

describe('a bridge that the config leaves out', () => {
  it('causes no request for summaries or ranks', async () => {
    const lists = new Map([[buyerA, { 1: {} }]]);
    const opened = openHandler(lists, excepting, { except: { buyers: [], bridges: [bridgeId] } });

    await opened.poll({ buyerIds: [buyerA] });

    expect(opened.asked).toEqual([buyerA]);
    expect(opened.queued.summary).toEqual([]);
    expect(opened.waiting('all')).toEqual([]);
  });
});

describe('a config that sends signals of the watched bridges alone', () => {
  it('has all others recorded as seen and sent to nobody', async () => {
    expect(await pollWith({ bridges: [bridgeId], only: 'these bridges' })).toEqual({
      recorded: 3,
      baseline: 1,
      routed: [1, 2],
      learned: [bridgeId],
    });
  });
});

describe('a buyer that the config leaves out', () => {
  it('is not polled by a message from before', async () => {
    const lists = new Map([
      [buyerA, { 1: {} }],
      [buyerB, { 2: {} }],
    ]);
    const opened = openHandler(lists, excepting, { except: { buyers: [buyerA], bridges: [] } });

    const answer = await opened.poll({ buyerIds: [buyerA.toUpperCase(), buyerB] });

    expect(answer).toMatchObject({ polled: 1, recorded: 1 });
    expect(new Set(opened.asked)).toEqual(new Set([buyerB]));
  });
});

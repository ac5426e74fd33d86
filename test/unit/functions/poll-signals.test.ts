import { describe, expect, it } from 'vitest';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import type { SignalPage } from '../../../functions/poll-signals/ports.ts';
import { HttpStatusError, TransportError } from '../../../shared/domain/errors.ts';
import type { Refusal } from '../../../shared/domain/polling/refusal.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { NewSignal } from '../../../shared/domain/signals/recording.ts';
import { buyerA, buyerB } from '../../support/examples/example-signals.ts';
import {
  type FakePolling,
  fakePolling,
  listed,
  pagesOf,
  pollNow,
  recordedIds,
  unreadable,
} from '../../support/functions/poll-ports.ts';

const dayMs = 86_400_000;
const poll = ({ ports }: FakePolling, dryRun = false, buyerIds: readonly string[] = [buyerA]) =>
  pollSignals(ports, { buyerIds, dryRun, deadline: Number.POSITIVE_INFINITY });

const to = { type: 'slack', webhookUrl: { secret: 'S' } } as const;
const route = (id: string, match: Route['match']): Route => ({ id, match, when: 'immediately', to });

it('counts no item as unreadable that was sent while it could be read', async () => {
  const polling = fakePolling({ date: [pagesOf([listed(1)]), pagesOf([{ ...unreadable(2), sameAs: '1' }])] });
  await poll(polling);
  await poll(polling);
  expect(recordedIds(polling)).toEqual(['1']);
});

describe('polling a live buyer', () => {
  it('records what is new and completes the scan at its start', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1), listed(2), listed(3)])] });
    polling.known.add('2');
    expect(await poll(polling)).toEqual({ polled: 1, recorded: 2, hot: 0, baseline: 0, failed: [] });
    expect(recordedIds(polling)).toEqual(['1', '3']);
    expect(polling.completed).toEqual([
      {
        startedAt: pollNow,
        deep: false,
        listing: { period: 'LastOneMonths', totalItems: 3, ids: ['1', '2'] },
      },
    ]);
    expect(polling.told.at(-1)).toBe('complete');
  });

  it('records what is new together, and each alone where that fails', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1), listed(2), listed(3)])] });
    const ports = { ...polling.ports, batchSignals: <Signal>(signals: readonly Signal[]) => [signals] };
    // Another instance is faster with one of them.
    const outpaced = {
      ...ports,
      recordTogether: (batch: readonly NewSignal[]) => {
        polling.known.add('2');
        return ports.recordTogether(batch);
      },
    };
    expect(await poll({ ...polling, ports: outpaced })).toMatchObject({ recorded: 2 });
    expect(polling.told.filter((one) => one.startsWith('record'))).toEqual([
      'record 1 and 2 and 3',
      'record 1',
      'record 2',
      'record 3',
    ]);
    expect(recordedIds(polling)).toEqual(['1', '3']);

    const smooth = fakePolling({ date: [pagesOf([listed(1), listed(2), listed(3)])] });
    const together = { ...smooth.ports, batchSignals: ports.batchSignals };
    expect(await poll({ ...smooth, ports: together })).toMatchObject({ recorded: 3 });
    expect(smooth.told.filter((one) => one.startsWith('record'))).toEqual(['record 1 and 2 and 3']);
  });

  it('names the slot of its tick in all that is observed', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1)])] });
    const slot = '2026-11-21T08:00:00.000Z';
    const request = { slot, buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY };

    await pollSignals(polling.ports, request);

    expect(polling.observed).toMatchObject([
      { kind: 'signal-recorded', slot },
      { kind: 'buyer-polled', slot },
    ]);
  });

  it('records what every page showed, but completes nothing, when the list kept moving', async () => {
    const moving = (number: number) => [{ totalItems: 9, items: [listed(number)] }];
    const polling = fakePolling({ date: [moving(1), moving(2), moving(3)] });
    await poll(polling);
    expect(recordedIds(polling)).toEqual(['1', '2', '3']);
    expect(polling.completed).toEqual([]);
    expect(polling.observed).toContainEqual(
      expect.objectContaining({ kind: 'buyer-polled', accepted: false, readings: 3, missing: 8 }),
    );
  });

  it('completes both scans of a list that stands still with an item shown twice, and tells what does not fit', async () => {
    const twins = [{ totalItems: 2, items: [listed(1), unreadable(2), unreadable(2)] }];
    const polling = fakePolling({ date: [twins] });
    polling.buyer = { ...polling.buyer, lastDeepAt: null };
    expect(await poll(polling)).toMatchObject({ failed: [] });
    expect(recordedIds(polling)).toEqual(['1', '2']);
    expect(polling.completed.map(({ deep, listing }) => [deep, listing])).toEqual([
      [false, null],
      [true, null],
    ]);
    const told = polling.observed.filter(({ kind }) => kind === 'buyer-polled');
    expect(told).toMatchObject([
      { mode: 'routine', accepted: true, readings: 2, misfit: 'repeated-id' },
      { mode: 'deep', accepted: true, readings: 2, misfit: 'repeated-id' },
    ]);
  });

  it('fails by items that the list counts and does not show, and records those that it shows', async () => {
    const short = [{ totalItems: 3, items: [listed(1), listed(2)] }];
    const polling = fakePolling({ date: [short] });
    const problem = 'the list counts 1 signal more than its pages show';

    expect(await poll(polling)).toMatchObject({
      polled: 1,
      recorded: 2,
      failed: [{ buyerId: buyerA, problem }],
    });

    expect(polling.observed.filter(({ kind }) => kind === 'poll-failed')).toMatchObject([
      { problem, tokenRejected: false },
    ]);
    expect(polling.observed).toContainEqual(
      expect.objectContaining({ kind: 'buyer-polled', accepted: false, missing: 1, readings: 2 }),
    );
    expect([...polling.plan.calm.values()]).toEqual([false]);
  });

  it('completes only the deep scan of such a list, or it would be due at each tick', async () => {
    const polling = fakePolling({ date: [[{ totalItems: 3, items: [listed(1), listed(2)] }]] });
    polling.buyer = { ...polling.buyer, lastDeepAt: null };

    const { failed } = await poll(polling);

    expect(polling.completed.map(({ deep }) => deep)).toEqual([true]);
    expect(failed).toHaveLength(1);
    expect([...polling.plan.calm.values()]).toEqual([false]);
  });

  it('tells that a list kept changing where items were missing from its last reading', async () => {
    const moving = (number: number) => [{ totalItems: 3, items: [listed(number)] }];
    const polling = fakePolling({ date: [moving(1), moving(2), moving(3)] });

    const { failed } = await poll(polling);

    expect(failed).toMatchObject([
      { problem: 'the list counts 2 signals more than its pages show; it changed while it was read' },
    ]);
  });

  it('reads a short list to its end again, as the missing items may only have lagged behind', async () => {
    const pages = (ids: number[]) =>
      pagesOf(ids.map((id) => listed(id))).map((page) => ({ ...page, totalItems: 5 }));
    const short = pages([1, 2, 3, 4]);
    const polling = fakePolling({ date: [short, short, pages([1, 2, 3, 4, 5])] });
    await poll(polling);
    expect(polling.completed).toEqual([]);
    expect([...polling.plan.calm.values()]).toEqual([false]);
    await poll(polling);
    expect(recordedIds(polling)).toEqual(['1', '2', '3', '4', '5']);
    expect([...polling.plan.calm.values()]).toEqual([true]);
  });

  it('stops after page 1 while such a list is as it was', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1), unreadable(2), unreadable(2)])] });
    polling.buyer = { ...polling.buyer, fingerprint: '3:1,2' };
    await poll(polling);
    expect(recordedIds(polling)).toEqual([]);
    expect(polling.observed).toMatchObject([{ kind: 'buyer-polled', accepted: true, readings: 1 }]);
    expect(polling.observed[0]).not.toHaveProperty('misfit');
  });

  it('reads the whole list of a buyer that a row named or whose turn it is, although page 1 is as it was', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1), listed(2), listed(3)])] });
    polling.buyer = { ...polling.buyer, fingerprint: '3:1,2' };
    const request = { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY };

    await pollSignals(polling.ports, request);
    expect(recordedIds(polling)).toEqual([]);
    await pollSignals(polling.ports, { ...request, whole: true });
    expect(recordedIds(polling)).toEqual(['1', '2', '3']);
  });

  it('records an item once that a moving list showed twice', async () => {
    const twice = [{ totalItems: 2, items: [listed(1), listed(1)] }];
    const polling = fakePolling({ date: [twice, pagesOf([listed(1), listed(2)])] });
    expect(await poll(polling)).toMatchObject({ recorded: 2 });
  });

  it('reads a longer window after an outage', async () => {
    const polling = fakePolling({ date: [pagesOf([])] });
    polling.buyer = { ...polling.buyer, lastCompleteAt: pollNow - 40 * dayMs };
    await poll(polling);
    expect(polling.told[0]).toBe('list Date LastTwoMonths');
  });

  it('scans deep once a day, after the routine scan, so that it tells what only it could find', async () => {
    const polling = fakePolling({
      date: [pagesOf([listed(1)])],
      byPeriod: { LastThreeMonths: [pagesOf([listed(1), listed(2)])] },
    });
    polling.buyer = { ...polling.buyer, lastDeepAt: pollNow - dayMs - 1 };
    await poll(polling);
    expect(polling.completed.map(({ deep, listing }) => [deep, listing === null])).toEqual([
      [false, false],
      [true, true],
    ]);
    const onlyDeep = polling.observed.flatMap((one) =>
      one.kind === 'signal-recorded' ? [[one.signalId, one.onlyDeep]] : [],
    );
    expect(onlyDeep).toEqual([
      ['1', false],
      ['2', true],
    ]);
  });

  it('never stops a deep scan early', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1), listed(2), listed(3)])] });
    polling.buyer = { ...polling.buyer, fingerprint: '3:1,2', lastDeepAt: null };
    await poll(polling);
    expect(recordedIds(polling)).toEqual(['1', '2', '3']);
  });
});

describe('one buyer that fails', () => {
  it('costs no other buyer its poll, and is told', async () => {
    const cut = new TransportError('CONNECTION_CUT', 'the connection was cut');
    const polling = fakePolling({ date: [[cut], pagesOf([listed(1)])] });
    const result = await poll(polling, false, [buyerA, buyerB]);
    expect(result).toMatchObject({
      polled: 1,
      recorded: 1,
      failed: [{ buyerId: buyerA, problem: 'the connection was cut' }],
    });
    expect(polling.observed).toContainEqual({
      kind: 'poll-failed',
      buyerId: buyerA,
      problem: 'the connection was cut',
      tokenRejected: false,
    });
    expect(polling.completed).toHaveLength(1);
  });

  it('and may have ended the process is read alone when its message comes again', async () => {
    for (const [inTurn, together] of [
      [false, 3],
      [true, 1],
    ] as const) {
      const polling = fakePolling({ date: [pagesOf([])] });
      let [reading, most] = [0, 0];
      const readBuyer = async (buyerId: string) => {
        reading += 1;
        most = Math.max(most, reading);
        await Promise.resolve();
        reading -= 1;
        return { ...polling.buyer, buyerId };
      };
      const buyerIds = [buyerA, buyerB, 'c'];
      const deadline = Number.POSITIVE_INFINITY;
      await pollSignals({ ...polling.ports, readBuyer }, { buyerIds, inTurn, dryRun: false, deadline });
      expect(most).toBe(together);
    }
  });

  it('does not count as failed where no time was left to begin with it', async () => {
    const polling = fakePolling({ date: [pagesOf([])] });
    const answer = await pollSignals(polling.ports, {
      buyerIds: [buyerA, buyerB],
      dryRun: false,
      deadline: pollNow,
    });
    const problem = 'no time was left to read them';
    expect(answer.failed).toEqual([buyerA, buyerB].map((buyerId) => ({ buyerId, problem })));
    expect(polling.observed).toEqual([
      { kind: 'polls-cut-short', buyers: 2, buyerIds: [buyerA, buyerB], problem },
    ]);
    expect(polling.told).toEqual([]);
  });

  it.each([
    [401, true],
    [403, false],
    [500, false],
  ])('after a %i is told as failed by the token: %s', async (status, tokenRejected) => {
    const polling = fakePolling({ date: [[new HttpStatusError(status, `answered ${status}`)]] });
    const ports = { ...polling.ports, upstreamProblem: () => `answered ${status}` };

    await pollSignals(ports, { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY });

    expect(polling.observed).toMatchObject([{ kind: 'poll-failed', tokenRejected }]);
  });

  it('by an error of our own code fails the message, once the others were tried', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1)])] });
    const record = polling.ports.record;
    let calls = 0;
    const ports = {
      ...polling.ports,
      record: async (signal: Parameters<typeof record>[0]) => {
        calls += 1;
        if (calls === 1) throw new TypeError('ours');
        return record(signal);
      },
    };
    await expect(poll({ ...polling, ports }, false, [buyerA, buyerB])).rejects.toThrow('ours');
    expect(polling.completed).toHaveLength(1);
  });
});

describe('a buyer whose list is refused', () => {
  const hourMs = 3_600_000;
  const refuse = (status: number) => new HttpStatusError(status, `answered ${status}`);
  const refusing = (status: number) => {
    const polling = fakePolling({ date: [[refuse(status)]] });
    return { ...polling, ports: { ...polling.ports, upstreamProblem: () => `answered ${status}` } };
  };
  const refusedAt = (lastAt: number, count = 1): Refusal => ({
    status: 403,
    since: pollNow - 5 * dayMs,
    lastAt,
    count,
    toldAt: lastAt,
  });
  const request = { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY };

  it.each([403, 404])(
    'by %i rests for an hour, is told with its next try, and fails no other',
    async (status) => {
      const polling = refusing(status);
      const result = await pollSignals(polling.ports, request);
      expect(result.failed).toEqual([{ buyerId: buyerA, problem: `answered ${status}` }]);
      expect(polling.refusals.get(buyerA)).toEqual({
        status,
        since: pollNow,
        lastAt: pollNow,
        count: 1,
        toldAt: pollNow,
      });
      expect(polling.observed).toEqual([
        {
          kind: 'poll-failed',
          buyerId: buyerA,
          problem: `answered ${status}`,
          tokenRejected: false,
          nextTryAt: '2026-11-21T09:00:00.000Z',
        },
      ]);
    },
  );

  it('is not asked for while it rests, whoever names it', async () => {
    const polling = refusing(403);
    polling.refusals.set(buyerA, refusedAt(pollNow - hourMs + 1));
    expect(await pollSignals(polling.ports, request)).toMatchObject({ polled: 0, failed: [] });
    expect([polling.told, polling.observed]).toEqual([[], []]);
  });

  it('is tried once its rest is over, rests longer, and is not told the same day', async () => {
    const polling = refusing(404);
    polling.refusals.set(buyerA, refusedAt(pollNow - hourMs));
    expect(await pollSignals(polling.ports, request)).toMatchObject({ failed: [{ buyerId: buyerA }] });
    expect(polling.refusals.get(buyerA)).toMatchObject({ status: 404, count: 2, lastAt: pollNow });
    expect(polling.observed).toEqual([]);
  });

  it('is tried sooner where that is asked for, and told', async () => {
    const polling = refusing(403);
    polling.refusals.set(buyerA, refusedAt(pollNow - 1));
    await pollSignals(polling.ports, { ...request, evenResting: true });
    expect(polling.refusals.get(buyerA)).toMatchObject({ count: 1, lastAt: pollNow - 1 });
    expect(polling.observed).toMatchObject([{ nextTryAt: '2026-11-21T08:59:59.999Z' }]);
  });

  it('is no longer refused as soon as a page of its list was shown, whatever becomes of the rest', async () => {
    const [first] = pagesOf([listed(1), listed(2), listed(3)]);
    const cut = new TransportError('CONNECTION_CUT', 'the connection was cut');
    const polling = fakePolling({ date: [[first as SignalPage, cut]] });
    polling.refusals.set(buyerA, refusedAt(pollNow - dayMs, 7));
    await pollSignals(polling.ports, request);
    expect(polling.refusals.get(buyerA)).toBeNull();
    expect(polling.plan.calm.get(buyerA)).toBe(false);
  });

  it('is calm again with its next complete scan', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1)])] });
    polling.refusals.set(buyerA, refusedAt(pollNow - dayMs, 7));
    await pollSignals(polling.ports, request);
    expect([polling.refusals.get(buyerA), polling.plan.calm.get(buyerA)]).toEqual([null, true]);
  });

  it('is not counted as refused if only a later page is refused', async () => {
    const [first] = pagesOf([listed(1), listed(2), listed(3)]);
    const polling = fakePolling({ date: [[first as SignalPage, refuse(404)]] });
    const ports = { ...polling.ports, upstreamProblem: () => 'answered 404' };
    await pollSignals(ports, request);
    expect(polling.refusals.size).toBe(0);
    expect(polling.observed.at(-1)).toMatchObject({ kind: 'poll-failed' });
    expect(polling.observed.at(-1)).not.toHaveProperty('nextTryAt');
  });

  it('is told and not written down by a dry run', async () => {
    const polling = refusing(403);
    await pollSignals(polling.ports, { ...request, dryRun: true, evenResting: true });
    expect(polling.refusals.size).toBe(0);
    expect(polling.observed).toMatchObject([{ kind: 'poll-failed' }]);
  });
});

describe('what is hot', () => {
  const ranked = { hot: { topByHotness: 2, columns: [] } };

  it('is asked for once, after the new signals were listed', async () => {
    const list = pagesOf([listed(1), listed(2), listed(3)]);
    const polling = fakePolling(
      { date: [list], hotness: [pagesOf([listed(3), listed(1), listed(2)])] },
      ranked,
    );
    await poll(polling);
    expect(polling.told.slice(0, 2)).toEqual(['list Date LastOneMonths', 'list Hotness LastOneMonths']);
    expect(polling.told.filter((what) => what.startsWith('list Hotness'))).toHaveLength(1);
    expect(polling.recorded.map(({ signalId, hot, hotnessRank }) => [signalId, hot, hotnessRank])).toEqual([
      ['1', true, 2],
      ['2', false, null],
      ['3', true, 1],
    ]);
  });

  it('is not asked for when nothing is new, nor where no order was wished for', async () => {
    const known = fakePolling({ date: [pagesOf([listed(1)])] }, ranked);
    known.known.add('1');
    await poll(known);
    const unwished = fakePolling({ date: [pagesOf([listed(1)])] });
    await poll(unwished);
    expect([...known.told, ...unwished.told].filter((what) => what.includes('Hotness'))).toEqual([]);
  });

  it('waits for its summary, which is asked for before anything is recorded', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(90), listed(10)])] });
    expect(await poll(polling)).toMatchObject({ recorded: 2, hot: 1 });
    expect(polling.told).toEqual([
      'list Date LastOneMonths',
      'request summary',
      'send summary request',
      'record 90',
      'record 10',
      'complete',
    ]);
    expect(polling.recorded.map(({ releaseAt }) => releaseAt)).toEqual([pollNow + 600_000, null]);
  });

  it('asks for no summary when no route wants it', async () => {
    const polling = fakePolling(
      { date: [pagesOf([listed(90)])] },
      { routes: [route('cold', { hot: false })] },
    );
    await poll(polling);
    expect(polling.told).not.toContain('request summary');
    expect(polling.recorded[0]?.routeIds).toEqual([]);
  });

  it('sends no message for a summary that is fresh', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(90)])] });
    const ports = { ...polling.ports, requestSummary: async () => false };
    await poll({ ...polling, ports });
    expect(polling.told).not.toContain('send summary request');
  });
});

describe('an unreadable item', () => {
  it('is recorded, counted, never hot, and sent to every route that it could concern', async () => {
    const routes = [
      route('hot', { hot: true }),
      route('bridge', { bridges: ['x'] }),
      route('b', { buyers: [buyerB] }),
    ];
    const polling = fakePolling({ date: [pagesOf([unreadable(7)])] }, { routes });
    await poll(polling);
    expect(polling.recorded[0]).toMatchObject({ hot: false, routeIds: ['hot', 'bridge'] });
    expect(polling.observed.at(-1)).toMatchObject({ kind: 'buyer-polled', unreadable: 1, accepted: true });
  });
});

describe('a dry run', () => {
  it('tells what would be recorded, and writes and sends nothing', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(90), listed(1)])] });
    polling.known.add('1');
    expect(await poll(polling, true)).toMatchObject({
      recorded: 0,
      wouldRecord: [{ signalId: '90', buyerId: buyerA, hot: true, baseline: false, routeIds: ['all'] }],
    });
    expect(polling.told).toEqual(['list Date LastOneMonths']);
    expect(polling.completed).toEqual([]);
  });
});

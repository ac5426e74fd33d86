import { describe, expect, it } from 'vitest';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import { bridgeId, buyerA, buyerB } from '../../support/examples/example-signals.ts';
import { fakePolling, listed, pagesOf, pollNow, unreadable } from '../../support/functions/poll-ports.ts';
import { openHandler, routeOf } from './handler-bench.ts';

const routes = [routeOf('all', {})];
const hot = { topByHotness: 1, columns: [] };
const other = 'ffffffff-0000-4000-8000-000000000009';

describe('a bridge that the config leaves out', () => {
  it('has its signals recorded as seen and sent to nobody, however its id is spelled', async () => {
    const items = [
      listed(1),
      listed(2, { bridgeId: bridgeId.toUpperCase() }),
      listed(3, { bridgeId: other }),
    ];
    const polling = fakePolling(
      { date: [pagesOf([...items, unreadable(4)])] },
      { exceptBridges: new Set([bridgeId]) },
    );

    const result = await pollSignals(polling.ports, {
      buyerIds: [buyerA],
      dryRun: false,
      deadline: Number.POSITIVE_INFINITY,
    });

    expect(result).toMatchObject({ recorded: 4, baseline: 2 });
    const owed = polling.recorded.map(({ signalId, routeIds }) => [signalId, routeIds.length]);
    expect(owed).toEqual([
      ['1', 0],
      ['2', 0],
      ['3', 1],
      ['4', 1],
    ]);
    expect([...polling.plan.learned]).toEqual([other]);
    expect(polling.completed).toHaveLength(1);
  });

  it('is not distrusted for what it does not announce', async () => {
    const updatedAt = new Date(pollNow - 9 * 3_600_000).toISOString();
    const exceptBridges = new Set([bridgeId]);
    const polling = fakePolling({ date: [pagesOf([listed(1, { updatedAt })])] }, { exceptBridges });
    polling.mark = { ...polling.mark, lookedAt: pollNow, newestRowAt: pollNow, newestSeenAt: pollNow };

    await pollSignals(polling.ports, {
      buyerIds: [buyerA],
      dryRun: false,
      notNamedAt: pollNow,
      deadline: Number.POSITIVE_INFINITY,
    });

    expect(polling.plan.distrusts).toBe(0);
  });

  it('causes no request for summaries or ranks', async () => {
    const lists = new Map([[buyerA, { 1: {} }]]);
    const opened = openHandler(lists, { hot, routes, except: { buyers: [], bridges: [bridgeId] } });

    await opened.poll({ buyerIds: [buyerA] });

    expect(opened.asked).toEqual([buyerA]);
    expect(opened.summariesAsked).toEqual([]);
    expect(opened.waiting('all')).toEqual([]);
  });
});

describe('a config that sends signals of the watched bridges alone', () => {
  it('has all others recorded as seen and sent to nobody, but what it can not read', async () => {
    const items = [
      listed(1),
      listed(2, { bridgeId: bridgeId.toUpperCase() }),
      listed(3, { bridgeId: other }),
    ];
    const onlyBridges = new Set([bridgeId]);
    const polling = fakePolling({ date: [pagesOf([...items, unreadable(4)])] }, { onlyBridges });

    await pollSignals(polling.ports, {
      buyerIds: [buyerA],
      dryRun: false,
      deadline: Number.POSITIVE_INFINITY,
    });

    const owed = polling.recorded.map(({ signalId, baseline, routeIds }) => [
      signalId,
      baseline,
      routeIds.length,
    ]);
    expect(owed).toEqual([
      ['1', false, 1],
      ['2', false, 1],
      ['3', true, 0],
      ['4', false, 1],
    ]);
    expect([...polling.plan.learned]).toEqual([bridgeId]);
  });

  it('takes them from the config', async () => {
    const lists = new Map([[buyerA, { 1: {} }]]);
    const opened = openHandler(lists, { hot, routes, bridges: [other], only: 'these bridges' });

    await opened.poll({ buyerIds: [buyerA] });

    expect([opened.waiting('all'), opened.summariesAsked]).toEqual([[], []]);
  });
});

describe('a buyer that the config leaves out', () => {
  it('is not polled by a message from before', async () => {
    const lists = new Map([
      [buyerA, { 1: {} }],
      [buyerB, { 2: {} }],
    ]);
    const opened = openHandler(lists, { hot, routes, except: { buyers: [buyerA], bridges: [] } });

    const answer = await opened.poll({ buyerIds: [buyerA.toUpperCase(), buyerB] });

    expect(answer).toMatchObject({ polled: 1, recorded: 1 });
    expect(new Set(opened.asked)).toEqual(new Set([buyerB]));
  });
});

import { describe, expect, it } from 'vitest';
import {
  type FetchedSummary,
  type FetchSummariesPorts,
  fetchSummaries,
} from '../../../functions/fetch-summaries/fetch-summaries.ts';
import { UpstreamPausedError } from '../../../shared/domain/errors.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { SummaryAnswer } from '../../../shared/domain/signals/summary.ts';
import { exampleSummary } from '../../support/examples/example-digest.ts';

const now = 1_000_000;
const upstreamFault = new Error('upstream');

function open(fetched: Record<string, FetchedSummary | Error>, over: Partial<FetchSummariesPorts> = {}) {
  const told: string[] = [];
  const settled: [string, SummaryAnswer][] = [];
  const observed: Observation[] = [];
  const ports: FetchSummariesPorts = {
    clock: { now: () => now, sleep: async () => undefined },
    random: () => 0.5,
    observe: (observation) => void observed.push(observation),
    getSummary: async (buyerId) => {
      told.push(`get ${buyerId}`);
      const one = fetched[buyerId];
      if (one === undefined || one instanceof Error) throw one;
      return one;
    },
    requestSummary: async (buyerId) => Boolean(told.push(`want ${buyerId}`)),
    claimSummary: async (buyerId) => {
      told.push(`claim ${buyerId}`);
      return { buyerId, fence: 1, asks: 1 };
    },
    settleSummary: async ({ buyerId }, answer) => void settled.push([buyerId, answer]),
    askToCompose: async () => void told.push('compose'),
    upstreamProblem: (error) => (error === upstreamFault ? 'upstream is ill' : null),
    summaryWaitMs: 600_000,
    ...over,
  };
  const fetch = (wanted = false) =>
    fetchSummaries(ports, { buyerIds: Object.keys(fetched), wanted, deadline: Number.POSITIVE_INFINITY });
  return { ports, fetch, told, settled, observed };
}

const ready = { result: 'ready', summary: exampleSummary() } as const;

describe('fetching summaries', () => {
  it('stores each answer with its outcome', async () => {
    const { fetch, settled, observed } = open({ a: ready, b: { result: 'none' }, c: { result: 'pending' } });
    expect(await fetch()).toEqual({ ready: ['a'], none: ['b'], pending: ['c'], skipped: [], failed: [] });
    expect(settled.map(([buyerId, { result }]) => [buyerId, result])).toEqual([
      ['a', 'ready'],
      ['b', 'none'],
      ['c', 'pending'],
    ]);
    expect(observed.map(({ kind }) => kind)).toEqual([
      'summary-fetched',
      'summary-fetched',
      'summary-fetched',
    ]);
  });

  it('asks again after ten seconds, then twenty, and a minute at the most, with jitter below', async () => {
    const pauses = [];
    for (const asks of [1, 2, 3, 4, 20]) {
      const { fetch, settled } = open(
        { a: { result: 'pending' } },
        { claimSummary: async (buyerId) => ({ buyerId, fence: 1, asks }) },
      );
      await fetch();
      const [, answer] = settled[0] ?? [];
      pauses.push(answer?.result === 'pending' ? answer.askAgainAt - now : null);
    }
    expect(pauses).toEqual([8_750, 17_500, 35_000, 52_500, 52_500]);
  });

  it('treats a call that failed like one that is pending, and tells of it', async () => {
    const { fetch, settled, observed } = open({ a: upstreamFault, b: ready });
    expect(await fetch()).toMatchObject({
      ready: ['b'],
      failed: [{ buyerId: 'a', problem: 'upstream is ill' }],
    });
    expect(settled.map(([, { result }]) => result).sort()).toEqual(['pending', 'ready']);
    expect(observed).toContainEqual({ kind: 'summary-failed', buyerId: 'a', problem: 'upstream is ill' });
  });

  it('asks again no sooner than the pause of upstream ends', async () => {
    for (const [pauseMs, askedAfterMs] of [
      [300_000, 300_000],
      [1_000, 8_750],
    ] as const) {
      const paused = new UpstreamPausedError('failing', now + pauseMs);
      const { fetch, settled } = open({ a: paused }, { upstreamProblem: () => 'paused' });
      await fetch();
      expect(settled).toEqual([['a', { result: 'pending', askAgainAt: now + askedAfterMs }]]);
    }
  });

  it('asks for each buyer once, four at a time, within its time', async () => {
    let underWay = 0;
    let most = 0;
    const asked: [string, number][] = [];
    const { ports } = open(
      {},
      {
        getSummary: async (buyerId, deadline) => {
          asked.push([buyerId, deadline]);
          underWay += 1;
          most = Math.max(most, underWay);
          await Promise.resolve();
          underWay -= 1;
          return ready;
        },
      },
    );
    const buyerIds = ['a', 'b', 'c', 'd', 'e', 'f'];
    await fetchSummaries(ports, { buyerIds: [...buyerIds, 'a'], wanted: false, deadline: 77 });

    expect(asked).toEqual(buyerIds.map((buyerId) => [buyerId, 77]));
    expect(most).toBe(4);
  });

  it('claims a summary for longer than the client may take, and wants it for the time of the config', async () => {
    const told: unknown[] = [];
    const { fetch } = open(
      { a: ready },
      {
        claimSummary: async (...claim) => {
          told.push(claim);
          return null;
        },
        requestSummary: async (...request) => Boolean(told.push(request)),
      },
    );
    await fetch(true);
    expect(told).toEqual([
      ['a', now, now + 600_000],
      ['a', now, 200_000],
    ]);
  });

  it('gives up one that is refused until it is wanted again, and tells of it once', async () => {
    const problem = 'the access token does not allow this';
    const { fetch, settled, observed } = open({ a: { result: 'refused', problem }, b: ready });
    expect(await fetch()).toMatchObject({ ready: ['b'], none: [], failed: [{ buyerId: 'a', problem }] });
    expect(settled).toContainEqual(['a', { result: 'given-up' }]);
    expect(observed.filter(({ kind }) => kind === 'summary-failed')).toEqual([
      { kind: 'summary-failed', buyerId: 'a', problem },
    ]);
  });

  it('throws an error of our own code once the others were tried', async () => {
    const { fetch, settled } = open({ a: new TypeError('ours'), b: ready });
    await expect(fetch()).rejects.toThrow('ours');
    expect(settled.map(([buyerId]) => buyerId)).toEqual(['b']);
  });

  it('calls nobody for a summary that another fetches, or that is fresh', async () => {
    const { fetch, told } = open({ a: ready }, { claimSummary: async () => null });
    expect(await fetch()).toMatchObject({ skipped: ['a'], ready: [] });
    expect(told).toEqual([]);
  });

  it('requests them first in an invoke by hand', async () => {
    const { fetch, told } = open({ a: ready });
    await fetch(true);
    expect(told).toEqual(['want a', 'claim a', 'get a', 'compose']);
  });
});

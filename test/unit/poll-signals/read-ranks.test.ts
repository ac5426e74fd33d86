import { describe, expect, it } from 'vitest';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import type { PollSettings } from '../../../functions/poll-signals/ports.ts';
import { TransportError, UpstreamPausedError } from '../../../shared/domain/errors.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { buyerA } from '../../support/examples/example-signals.ts';
import {
  type FakePolling,
  fakePolling,
  listed,
  pagesOf,
  type Reading,
  recordedIds,
} from '../../support/functions/poll-ports.ts';

const to = { type: 'slack', webhookUrl: { secret: 'S' } } as const;
const route = (id: string, match: Route['match']): Route => ({ id, match, when: 'immediately', to });
const settings: Partial<PollSettings> = {
  hot: { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 80 }] },
  routes: [route('hot', { hot: true }), route('cold', { hot: false })],
};
const cut = new TransportError('TIMEOUT', 'the Hotness order timed out');

function listing(date: Reading, ...hotness: readonly Reading[]): FakePolling {
  const polling = fakePolling({ date: [date], hotness }, settings);
  return { ...polling, ports: { ...polling.ports, upstreamProblem: (error) => (error as Error).message } };
}

const poll = ({ ports }: FakePolling) =>
  pollSignals(ports, { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY });
const owed = ({ recorded }: FakePolling) => recorded.map(({ routeIds }) => routeIds);
const told = ({ observed }: FakePolling) => observed.filter(({ kind }) => kind === 'hotness-failed');

describe('when the Hotness order fails', () => {
  it.each([
    ['it times out', cut],
    ['calls are paused', new UpstreamPausedError('failing', 0)],
  ])('because %s, every signal is recorded, for each route that it may concern', async (_, error) => {
    const polling = listing(pagesOf([listed(1), listed(90)]), [error]);

    expect(await poll(polling)).toMatchObject({ polled: 1, recorded: 2, hot: 1, failed: [] });

    expect(recordedIds(polling)).toEqual(['1', '90']);
    expect(owed(polling)).toEqual([['hot', 'cold'], ['hot']]);
    expect(polling.completed).toHaveLength(1);
  });

  it('that is told once a poll, and the order is asked for once', async () => {
    const many = Array.from({ length: 450 }, (_, number) => listed(1_000 + number));
    const polling = listing(pagesOf(many, 20), [cut]);

    await poll(polling);

    expect(told(polling)).toEqual([
      { kind: 'hotness-failed', buyerId: buyerA, problem: 'the Hotness order timed out' },
    ]);
    expect(polling.told.filter((what) => what.startsWith('list Hotness'))).toHaveLength(1);
  });

  it('behind its first page, the ranks of that page count', async () => {
    const [first] = pagesOf([listed(2)]);
    const polling = listing(pagesOf([listed(1), listed(2)]), [first as NonNullable<typeof first>, cut]);

    await poll(polling);

    expect(polling.recorded.map(({ hot, hotnessRank }) => [hot, hotnessRank])).toEqual([
      [false, null],
      [true, 1],
    ]);
    expect(owed(polling)).toEqual([['hot', 'cold'], ['hot']]);
  });

  it('by an error of our own code, the poll fails', async () => {
    const polling = fakePolling(
      { date: [pagesOf([listed(1)])], hotness: [[new TypeError('ours')]] },
      settings,
    );

    await expect(poll(polling)).rejects.toThrow('ours');
  });
});

describe('a ranked signal', () => {
  const reasons = ({ recorded }: FakePolling) => recorded.map(({ hotBecause }) => hotBecause);

  it('is recorded with its place and how many signals the list had, and one that is not hot without a reason', async () => {
    const polling = listing(pagesOf([listed(1), listed(90), listed(3)]), pagesOf([listed(90), listed(1)]));
    const order = { totalItems: 14, items: [listed(90), listed(1)] };
    const longer = listing(pagesOf([listed(1), listed(90), listed(3)]), [order]);

    await poll(polling);
    await poll(longer);

    const byScore = { rule: 'column', name: 'Match Score', value: 90, atLeast: 80 };
    expect(reasons(polling)).toEqual([
      [{ rule: 'rank', rank: 2, of: 2 }],
      [byScore, { rule: 'rank', rank: 1, of: 2 }],
      undefined,
    ]);
    expect(reasons(longer)[0]).toEqual([{ rule: 'rank', rank: 2, of: 14 }]);
    expect(longer.recorded[2]).not.toHaveProperty('hotBecause');
  });

  it('has no place behind the last, although the list counts fewer than it shows', async () => {
    const order = { totalItems: 1, items: [listed(2), listed(1)] };
    const polling = listing(pagesOf([listed(1)]), [order]);

    await poll(polling);

    expect(reasons(polling)).toEqual([[{ rule: 'rank', rank: 2, of: 2 }]]);
  });
});

describe('a signal that the Hotness order does not show', () => {
  it('is behind the first places where those are taken', async () => {
    const order = pagesOf([listed(2), listed(3), listed(4)]);
    const polling = listing(pagesOf([listed(1)]), order);

    await poll(polling);

    expect(owed(polling)).toEqual([['cold']]);
    expect(told(polling)).toEqual([]);
  });

  it('has an unknown rank where the order ends before that', async () => {
    const polling = listing(pagesOf([listed(1)]), pagesOf([listed(2)]));

    await poll(polling);

    expect(owed(polling)).toEqual([['hot', 'cold']]);
  });
});

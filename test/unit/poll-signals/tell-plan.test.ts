import { describe, expect, it } from 'vitest';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import type { PollRequest } from '../../../functions/poll-signals/ports.ts';
import { TransportError, UpstreamPausedError } from '../../../shared/domain/errors.ts';
import { bridgeId, buyerA, buyerB } from '../../support/examples/example-signals.ts';
import {
  type FakePolling,
  fakePolling,
  listed,
  movingList,
  pagesOf,
  pollNow,
  type Reading,
  unreadable,
} from '../../support/functions/poll-ports.ts';

const hourMs = 3_600_000;

function poll({ ports }: FakePolling, request: Partial<PollRequest> = {}) {
  const whole = { buyerIds: [buyerA], dryRun: false, deadline: Number.POSITIVE_INFINITY };
  return pollSignals(ports, { ...whole, ...request });
}

/** A buyer that lists one signal, whose row changed so long ago, beside rows that were just looked at. */
function open(changedAgoMs: number, date?: readonly Reading[]) {
  const updatedAt = new Date(pollNow - changedAgoMs).toISOString();
  const polling = fakePolling({ date: date ?? [pagesOf([listed(1, { updatedAt })])] });
  polling.mark = { ...polling.mark, lookedAt: pollNow, newestRowAt: pollNow, newestSeenAt: pollNow };
  return polling;
}

const missed = ({ observed }: FakePolling) => observed.filter(({ kind }) => kind === 'announcement-missed');

describe('a poll tells the plan', () => {
  it('which bridges signals come from, those of known signals too, before it records anything', async () => {
    const polling = fakePolling({
      date: [pagesOf([listed(1), listed(2, { bridgeId: bridgeId.toUpperCase() })])],
    });
    polling.known.add('1');
    const recordedAtLearning: number[] = [];
    const { learnBridges } = polling.ports.plan;
    const plan = {
      ...polling.ports.plan,
      learnBridges: async (bridgeIds: Iterable<string>) => {
        recordedAtLearning.push(polling.recorded.length);
        await learnBridges(bridgeIds);
      },
    };
    await poll({ ...polling, ports: { ...polling.ports, plan } });
    expect([...polling.plan.learned]).toEqual([bridgeId]);
    expect(recordedAtLearning).toEqual([0]);
  });

  it('of one bridge for all whose rows cannot be asked for', async () => {
    const items = [listed(1, { bridgeId: 'x'.repeat(5_000) }), listed(2, { bridgeId: '' }), unreadable(3)];
    const polling = fakePolling({ date: [pagesOf(items)] });
    await poll(polling);
    expect([...polling.plan.learned]).toEqual(['no-uuid']);
  });

  it('that a buyer is calm once its scans were accepted, and not before', async () => {
    const cut = new TransportError('CONNECTION_CUT', 'cut');
    for (const [date, calm] of [
      [[pagesOf([listed(1)])], true],
      [[pagesOf([])], true],
      [movingList([listed(1)]), false],
      [[[cut]], false],
      [[[new UpstreamPausedError('failing', pollNow)]], false],
    ] as const) {
      const polling = fakePolling({ date });
      const upstreamProblem = (error: unknown) => (error instanceof Error ? error.message : null);
      await poll({ ...polling, ports: { ...polling.ports, upstreamProblem } });
      expect(polling.plan.calm.get(buyerA)).toBe(calm);
    }
  });

  it('that a buyer is not calm whose deep scan was not accepted', async () => {
    const date = [pagesOf([listed(1)]), ...movingList([listed(1)])];
    const polling = fakePolling({ date });
    polling.buyer = { ...polling.buyer, lastDeepAt: pollNow - 30 * hourMs };
    await poll(polling);
    expect(polling.plan.calm.get(buyerA)).toBe(false);
  });

  it('that a buyer is not calm when another scan of it was completed in between', async () => {
    const polling = fakePolling({ date: [pagesOf([listed(1)])] });
    await poll({ ...polling, ports: { ...polling.ports, completeScan: async () => false } });
    expect(polling.plan.calm.get(buyerA)).toBe(false);
  });

  it('that buyers are not calm whose poll was cut short by those before them', async () => {
    const polling = fakePolling({ date: [[new UpstreamPausedError('failing', pollNow)]] });
    const upstreamProblem = (error: unknown) => (error instanceof Error ? error.message : null);
    const ports = { ...polling.ports, upstreamProblem };
    await poll({ ...polling, ports }, { buyerIds: ['1', '2', '3', '4', buyerB] });
    expect([...polling.plan.calm.values()]).toEqual([false, false, false, false, false]);
  });

  it('nothing in a dry run', async () => {
    const polling = open(5 * hourMs);
    await poll(polling, { dryRun: true, notNamedAt: pollNow });
    expect([polling.plan.learned.size, polling.plan.calm.size, polling.plan.distrusts]).toEqual([0, 0, 0]);
  });
});

describe('a new signal of a buyer whom no row named', () => {
  it('is told when its row should long have announced it, and the rows are distrusted', async () => {
    const polling = open(2 * hourMs);
    await poll(polling, { notNamedAt: pollNow, slot: 'today' });
    expect(missed(polling)).toEqual([
      { kind: 'announcement-missed', buyerId: buyerA, bridgeId, signalId: '1', slot: 'today' },
    ]);
  });

  it('is told once', async () => {
    const polling = open(2 * hourMs, [
      pagesOf([1, 2, 3].map((id) => listed(id, { updatedAt: '2026-11-01T00:00:00Z' }))),
    ]);
    await poll(polling, { notNamedAt: pollNow });
    polling.known.clear();
    await poll(polling, { notNamedAt: pollNow });
    expect([missed(polling).length, polling.plan.distrusts]).toEqual([1, 2]);
  });

  it.each([
    ['changed only lately', open(hourMs / 2), { notNamedAt: pollNow }],
    ['was asked for by hand, or because a row named its buyer', open(2 * hourMs), {}],
    ['was known', known(open(2 * hourMs)), { notNamedAt: pollNow }],
  ])('is no failure of the rows when it %s', async (_, polling, request) => {
    await poll(polling, request);
    expect([missed(polling), polling.plan.distrusts]).toEqual([[], 0]);
  });

  it('is no failure of the rows when only the deep scan can show it', async () => {
    const updatedAt = '2026-11-01T00:00:00Z';
    const polling = open(0, [pagesOf([]), pagesOf([listed(1, { updatedAt })])]);
    polling.buyer = { ...polling.buyer, lastDeepAt: pollNow - 30 * hourMs };
    await poll(polling, { notNamedAt: pollNow });
    expect(polling.recorded).toHaveLength(1);
    expect(missed(polling)).toEqual([]);
  });
});

function known(polling: FakePolling): FakePolling {
  polling.known.add('1');
  return polling;
}

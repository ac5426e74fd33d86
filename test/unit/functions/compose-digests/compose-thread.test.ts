import { describe, expect, it } from 'vitest';
import { planParts } from '../../../../functions/compose-digests/digests/plan-parts.ts';
import { rendererFor } from '../../../../message/destinations.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { type ComposingBench, openComposing } from '../../../support/functions/open-composing.ts';

const slot = '2026-11-21T08:00:00.000Z';
const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
const route: Route = { ...immediateRoute, to: bot };
const open = (entries: readonly OutboxEntry[]) => openComposing(entries, { rendererFor });

const hot = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(index, { hot: true, hotnessRank: index + 1 }));
const others = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(1_000 + index));
const unreadable = (number: number): OutboxEntry => exampleEntry(number, { signal: null });

/** Part, members, what it replies to and what replies to it. */
const shapes = ({ frozen }: ComposingBench) =>
  frozen.map(({ part, members, replyTo, repliedBy }) => ({
    part,
    members: members.length,
    replyTo,
    repliedBy,
  }));

describe('composing for a destination with threads', () => {
  it('creates the message of the channel and its reply in one step, and queues the message alone', async () => {
    const bench = open([...hot(2), ...others(3)]);
    let steps = 0;
    bench.beforeFreeze = () => {
      steps += 1;
    };

    const { digests } = await bench.compose({ route });

    expect(steps).toBe(1);
    expect(shapes(bench)).toEqual([
      { part: 1, members: 2, replyTo: undefined, repliedBy: 2 },
      { part: 2, members: 3, replyTo: 1, repliedBy: undefined },
    ]);
    expect(digests.map(({ part, signals }) => [part, signals])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(bench.queued.delivery).toEqual([{ routeId: 'crm', slot, part: 1 }]);
    expect(bench.outboxKeys('crm')).toEqual([]);
    expect(bench.observed).toMatchObject([
      { kind: 'digest-frozen', part: 1, signals: 2 },
      { kind: 'digest-frozen', part: 2, signals: 3 },
    ]);
  });

  it.each([
    ['all are hot', hot(3)],
    ['there is one signal', others(1)],
    ['none could be read', [unreadable(1), unreadable(2)]],
  ])('needs no thread where %s', async (_, entries) => {
    const bench = open(entries);

    await bench.compose({ route });

    expect(shapes(bench)).toEqual([
      { part: 1, members: entries.length, replyTo: undefined, repliedBy: undefined },
    ]);
  });
});

describe('cutting a slot into messages', () => {
  it.each([
    [0, 1],
    [0, 300],
    [1, 95],
    [1, 96],
    [95, 1],
    [96, 1],
    [97, 50],
    [98, 98],
    [300, 300],
  ])('puts each of %i hot and %i other signals into exactly one of them', (hotOnes, rest) => {
    const ordered = [...hot(hotOnes), ...others(rest)];

    const planned = planParts(ordered, true, () => true);

    const members = planned.flatMap((part) => part.members.map(({ key }) => key));
    expect(members).toEqual(ordered.map(({ key }) => key));
    // A transaction creates the message above the thread with the first reply.
    const [above, reply] = planned.slice(planned.findIndex(({ place }) => place === 'channel'));
    expect([...(above?.members ?? []), ...(reply?.members ?? [])].length).toBeLessThanOrEqual(92);
    for (const { members: own, place } of planned) {
      expect(own.length).toBeLessThanOrEqual(92);
      expect(own.every((entry) => entry.hot === (place !== 'thread'))).toBe(rest !== 1 || hotOnes > 0);
    }
  });
});

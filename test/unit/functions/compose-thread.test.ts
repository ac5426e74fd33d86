import { describe, expect, it } from 'vitest';
import { planParts } from '../../../functions/compose-digests/digests/plan-parts.ts';
import { rendererFor } from '../../../message/destinations.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';
import { type ComposingBench, openComposing } from '../../support/functions/open-composing.ts';

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
const messages = ({ frozen }: ComposingBench) =>
  frozen.map(({ body, plainBody }) => {
    const { blocks, text } = JSON.parse(body) as { blocks: { type: string }[]; text: string };
    return {
      types: blocks.map(({ type }) => type),
      said: JSON.stringify(blocks),
      text,
      plain: String(plainBody),
    };
  });

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

  it('says in the channel what is hot and how many others there are, and in the thread which', async () => {
    const bench = open([...hot(2), ...others(3)]);

    await bench.compose({ route });

    const [first, reply] = messages(bench);
    for (const said of [first?.said, first?.plain]) {
      expect(said).toContain('Tender 1');
      expect(said).not.toContain('Tender 1000');
      expect(said).toContain('3 more:');
      expect(said).toContain('in the thread');
      expect(said).not.toContain('message 1,');
    }
    for (const said of [reply?.said, reply?.plain]) {
      expect(said).toContain('Tender 1000');
      expect(said).toContain('Tender 1002');
      expect(said).not.toContain('Tender 0');
      expect(said).toContain('id ');
    }
    expect(first?.types[0]).toBe('header');
    expect(reply?.types).not.toContain('header');
    // What a notification says of it.
    expect(reply?.text).toBe('3 more: Springfield School District (3)');
  });

  it('says how many there are where nothing is hot, in a message without members', async () => {
    const bench = open(others(4));

    await bench.compose({ route });

    expect(shapes(bench)).toEqual([
      { part: 1, members: 0, replyTo: undefined, repliedBy: 2 },
      { part: 2, members: 4, replyTo: 1, repliedBy: undefined },
    ]);
    const [first] = messages(bench);
    expect(first?.said).toContain('4 new signals');
    expect(first?.said).not.toContain('Tender 1001');
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

  it('counts in the channel what could not be read', async () => {
    const bench = open([...hot(1), unreadable(7), ...others(2)]);

    await bench.compose({ route });

    expect(shapes(bench).map(({ members }) => members)).toEqual([2, 2]);
    const [first, reply] = messages(bench);
    expect(first?.said).toContain('1 signal could not be read');
    expect(reply?.said).not.toContain('could not be read');
  });

  it('puts what one transaction does not take into further replies to the same message', async () => {
    const bench = open([...hot(1), ...others(200)]);

    await bench.compose({ route });

    expect(shapes(bench)).toEqual([
      { part: 1, members: 1, replyTo: undefined, repliedBy: 2 },
      { part: 2, members: 67, replyTo: 1, repliedBy: undefined },
      { part: 3, members: 67, replyTo: 1, repliedBy: undefined },
      { part: 4, members: 66, replyTo: 1, repliedBy: undefined },
    ]);
    expect(bench.queued.delivery).toMatchObject([{ part: 1 }, { part: 3 }, { part: 4 }]);
    expect(messages(bench)[0]?.said).toContain('200 more:');
  });

  it('numbers the messages of the channel, and not their replies, of a round that was cut off, too', async () => {
    const bench = open([...hot(1), ...others(120)]);
    bench.beforeFreeze = () => {
      if (bench.frozen.length > 0) throw new Error('crash');
    };
    await expect(bench.compose({ route })).rejects.toThrow('crash');
    bench.beforeFreeze = () => undefined;
    expect(bench.frozen).toHaveLength(2);

    await bench.compose({ route });

    const [again, under] = messages(bench).slice(2);
    for (const message of [again, under]) expect(message?.plain).toContain('message 2, the last');
  });

  it('names both in a dry run, and creates neither', async () => {
    const bench = open([...hot(1), ...others(2)]);

    const { digests } = await bench.compose({ route, dryRun: true });

    expect(digests.map(({ part }) => part)).toEqual([1, 2]);
    expect(bench.frozen).toEqual([]);
  });

  it('writes one message for the incoming webhook of the same channel', async () => {
    const webhook: Route = { ...route, to: { type: 'slack', webhookUrl: { secret: 'HOOK' } } };
    const bench = open([...hot(1), ...others(2)]);

    await bench.compose({ route: webhook });

    expect(shapes(bench)).toEqual([{ part: 1, members: 3, replyTo: undefined, repliedBy: undefined }]);
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

  it('keeps each message small enough, hot ones first', () => {
    const ordered = [...hot(10), ...others(10)];

    const planned = planParts(ordered, true, (shown, place) => {
      return place === 'channel' ? shown.length <= 14 : shown.length <= 3;
    });

    expect(planned.map(({ place, members, replyTo }) => [place, members.length, replyTo])).toEqual([
      ['whole', 4, null],
      ['whole', 3, null],
      ['channel', 3, null],
      ['thread', 3, 2],
      ['thread', 3, 2],
      ['thread', 2, 2],
      ['thread', 2, 2],
    ]);
  });
});

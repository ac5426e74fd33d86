import { describe, expect, it } from 'vitest';
import { composeDigests } from '../../../functions/compose-digests/compose-digests.ts';
import { planParts } from '../../../functions/compose-digests/plan-parts.ts';
import { hasThreads, rendererFor } from '../../../shared/destinations/destinations.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { type FakeComposing, fakeComposing } from '../../support/functions/compose-ports.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';

const slot = '2026-11-21T08:00:00.000Z';
const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
const route: Route = { ...immediateRoute, to: bot };
const slack = { rendererFor, hasThreads };

const hot = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(index, { hot: true, hotnessRank: index + 1 }));
const others = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(1_000 + index));
const unreadable = (number: number): OutboxEntry => exampleEntry(number, { signal: null });

const compose = ({ ports }: FakeComposing, dryRun = false) =>
  composeDigests(ports, {
    route,
    slot,
    seenUntil: Number.POSITIVE_INFINITY,
    dryRun,
    deadline: Number.POSITIVE_INFINITY,
  });

/** Part, members, what it replies to and what replies to it. */
const shapes = ({ frozen }: FakeComposing) =>
  frozen.map(({ part, members, replyTo, repliedBy }) => ({
    part,
    members: members.length,
    replyTo,
    repliedBy,
  }));
const messages = ({ frozen }: FakeComposing) =>
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
    const steps: (readonly (number | undefined)[])[] = [];
    const fake = fakeComposing([...hot(2), ...others(3)], slack);
    const { freeze } = fake.ports;
    const ports = {
      ...fake.ports,
      freeze: ((digest, now, reply) => {
        steps.push([digest.part, reply?.part]);
        return freeze(digest, now, reply);
      }) satisfies typeof freeze,
    };

    const { digests } = await compose({ ...fake, ports });

    expect(steps).toEqual([[1, 2]]);
    expect(shapes(fake)).toEqual([
      { part: 1, members: 2, replyTo: undefined, repliedBy: 2 },
      { part: 2, members: 3, replyTo: 1, repliedBy: undefined },
    ]);
    expect(digests.map(({ part, signals }) => [part, signals])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(fake.sent).toEqual([{ routeId: 'crm', slot, part: 1 }]);
    expect(fake.outbox).toEqual([]);
    expect(fake.observed).toMatchObject([
      { kind: 'digest-frozen', part: 1, signals: 2 },
      { kind: 'digest-frozen', part: 2, signals: 3 },
    ]);
  });

  it('says in the channel what is hot and how many others there are, and in the thread which', async () => {
    const fake = fakeComposing([...hot(2), ...others(3)], slack);

    await compose(fake);

    const [first, reply] = messages(fake);
    for (const said of [first?.said, first?.plain]) {
      expect(said).toContain('Tender 1');
      expect(said).not.toContain('Tender 1000');
      expect(said).toContain('3 more:');
      expect(said).toContain('in the thread');
      expect(said).not.toContain('message 1 of');
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
    expect(reply?.text).toBe('3 more: Springfield School District 3');
  });

  it('says how many there are where nothing is hot, in a message without members', async () => {
    const fake = fakeComposing(others(4), slack);

    await compose(fake);

    expect(shapes(fake)).toEqual([
      { part: 1, members: 0, replyTo: undefined, repliedBy: 2 },
      { part: 2, members: 4, replyTo: 1, repliedBy: undefined },
    ]);
    const [first] = messages(fake);
    expect(first?.said).toContain('4 new signals');
    expect(first?.said).not.toContain('Tender 1001');
  });

  it.each([
    ['all are hot', hot(3)],
    ['there is one signal', others(1)],
    ['none could be read', [unreadable(1), unreadable(2)]],
  ])('needs no thread where %s', async (_, entries) => {
    const fake = fakeComposing(entries, slack);

    await compose(fake);

    expect(shapes(fake)).toEqual([
      { part: 1, members: entries.length, replyTo: undefined, repliedBy: undefined },
    ]);
  });

  it('counts in the channel what could not be read', async () => {
    const fake = fakeComposing([...hot(1), unreadable(7), ...others(2)], slack);

    await compose(fake);

    expect(shapes(fake).map(({ members }) => members)).toEqual([2, 2]);
    const [first, reply] = messages(fake);
    expect(first?.said).toContain('1 signal could not be read');
    expect(reply?.said).not.toContain('could not be read');
  });

  it('puts what one transaction does not take into further replies to the same message', async () => {
    const fake = fakeComposing([...hot(1), ...others(200)], slack);

    await compose(fake);

    expect(shapes(fake)).toEqual([
      { part: 1, members: 1, replyTo: undefined, repliedBy: 2 },
      { part: 2, members: 67, replyTo: 1, repliedBy: undefined },
      { part: 3, members: 67, replyTo: 1, repliedBy: undefined },
      { part: 4, members: 66, replyTo: 1, repliedBy: undefined },
    ]);
    expect(fake.sent.map(({ part }) => part)).toEqual([1, 3, 4]);
    expect(messages(fake)[0]?.said).toContain('200 more:');
  });

  it('counts the parts of the slot on from those of an earlier composition', async () => {
    const fake = fakeComposing([...hot(1), ...others(2)], slack);
    await compose(fake);
    fake.outbox = [...others(3), exampleEntry(5, { hot: true })];

    await compose(fake);

    expect(shapes(fake).slice(2)).toEqual([
      { part: 3, members: 1, replyTo: undefined, repliedBy: 4 },
      { part: 4, members: 3, replyTo: 3, repliedBy: undefined },
    ]);
  });

  it('numbers the messages of the channel, and not their replies, over all compositions', async () => {
    const fake = fakeComposing([...hot(1), ...others(120)], slack);
    await compose(fake);
    const replies = fake.frozen.length - 1;
    fake.outbox = [...others(3), exampleEntry(5, { hot: true })];

    await compose(fake);

    expect(replies).toBe(2);
    const [again, under] = messages(fake).slice(1 + replies);
    for (const message of [again, under]) expect(message?.plain).toContain('message\u00a02\u00a0of\u00a02');
  });

  it('reads the outbox again when another composer was faster with either', async () => {
    const fake = fakeComposing([...hot(1), ...others(2)], slack);
    let calls = 0;
    fake.isCancelled = () => {
      calls += 1;
      return calls === 1;
    };

    await compose(fake);

    expect(calls).toBe(2);
    expect(shapes(fake).map(({ members }) => members)).toEqual([1, 2]);
  });

  it('names both in a dry run, and creates neither', async () => {
    const fake = fakeComposing([...hot(1), ...others(2)], slack);

    const { digests } = await compose(fake, true);

    expect(digests.map(({ part }) => part)).toEqual([1, 2]);
    expect(fake.frozen).toEqual([]);
  });

  it('writes one message for the incoming webhook of the same channel', async () => {
    const webhook: Route = { ...route, to: { type: 'slack', webhookUrl: { secret: 'HOOK' } } };
    const fake = fakeComposing([...hot(1), ...others(2)], slack);

    await composeDigests(fake.ports, {
      route: webhook,
      slot,
      seenUntil: Number.POSITIVE_INFINITY,
      dryRun: false,
      deadline: Number.POSITIVE_INFINITY,
    });

    expect(shapes(fake)).toEqual([{ part: 1, members: 3, replyTo: undefined, repliedBy: undefined }]);
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
    for (const { members: own, place } of planned) {
      expect(own.length).toBeLessThanOrEqual(98);
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

import { describe, expect, it } from 'vitest';
import { composeDigests } from '../../../functions/compose-digests/compose-digests.ts';
import { hasThreads, rendererFor } from '../../../shared/destinations/destinations.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import {
  type FakeComposing,
  fakeComposing,
  composeNow as now,
} from '../../support/functions/compose-ports.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';

const minute = 60_000;
const gathering: Route = { ...immediateRoute, gather: '2 minutes' };
const limited: Route = { ...immediateRoute, atMost: '2 an hour' };

/** Composes the route, at the fake's time and under a slot of it. */
const compose = (
  { ports }: FakeComposing,
  route: Route,
  over: Partial<Parameters<typeof composeDigests>[1]> = {},
) =>
  composeDigests(ports, {
    route,
    slot: new Date(ports.clock.now()).toISOString(),
    seenUntil: Number.POSITIVE_INFINITY,
    dryRun: false,
    deadline: Number.POSITIVE_INFINITY,
    ...over,
  });

/** Came so many seconds after `now`. */
const came = (seconds: number, over: Partial<OutboxEntry> = {}): OutboxEntry =>
  exampleEntry(seconds, { firstSeenAt: now + seconds * 1000, ...over });
const bodies = ({ frozen }: FakeComposing) => frozen.map(({ body }) => JSON.parse(body) as DigestContent);
const sizes = ({ frozen }: FakeComposing) => frozen.map(({ members }) => members.length);
const threeFit = (body: string): boolean =>
  (JSON.parse(body) as DigestContent).buyers.flatMap(({ signals }) => signals).length <= 3;

describe('a route that gathers', () => {
  it('sends in one message what came until its oldest signal has waited', async () => {
    const fake = fakeComposing([came(0), came(60)]);
    fake.now = now + minute;
    expect(await compose(fake, gathering)).toMatchObject({
      digests: [],
      delayed: [{ reason: 'gather', until: now + 2 * minute, signals: 2 }],
    });
    fake.outbox.push(came(110));
    fake.now = now + 2 * minute;
    expect(await compose(fake, gathering)).toMatchObject({ digests: [{ signals: 3 }], delayed: [] });
  });

  it('leaves what comes while it sends to the next message', async () => {
    const fake = fakeComposing([came(0)]);
    fake.now = now + 2 * minute;
    const { freeze } = fake.ports;
    const ports = {
      ...fake.ports,
      freeze: (async (...args) => {
        const isFrozen = await freeze(...args);
        fake.now += 1000;
        fake.outbox.push(came(121));
        return isFrozen;
      }) satisfies typeof freeze,
    };
    expect(await compose({ ...fake, ports }, gathering)).toMatchObject({
      digests: [{ signals: 1 }],
      delayed: [{ reason: 'gather', until: now + 241_000, signals: 1 }],
    });
  });

  it('sends all parts of what it gathered, also of signals that came last', async () => {
    const fake = fakeComposing([came(0), ...Array.from({ length: 8 }, (_, index) => came(100 + index))], {
      entriesAtOnce: 3,
      fits: threeFit,
    });
    fake.now = now + 2 * minute;
    await compose(fake, gathering);
    expect(sizes(fake)).toEqual([3, 3, 3]);
  });

  it('waits no longer for a hot signal, and sends it at once when its summary comes after that', async () => {
    const hot = came(0, { hot: true, releaseAt: now + 10 * minute, buyerId: 'b' });
    const fake = fakeComposing([hot]);
    fake.now = now + 3 * minute;
    expect(await compose(fake, gathering)).toMatchObject({ digests: [], waiting: 1, delayed: [] });
    fake.summaries.set('b', { state: 'none', summary: null });
    fake.outbox.push(came(180));
    expect(await compose(fake, gathering)).toMatchObject({ digests: [{ signals: 2 }] });
  });

  it('sends what was released by hand at once', async () => {
    const fake = fakeComposing([came(0)]);
    expect(await compose(fake, gathering)).toMatchObject({ digests: [], delayed: [{ signals: 1 }] });
    const old = { firstSeenAt: now - 60 * minute, enteredAt: now };
    fake.outbox.push(exampleEntry(2, { ...old, released: true }));
    expect(await compose(fake, gathering)).toMatchObject({ digests: [{ signals: 2 }] });
  });

  it('does not wait when a person asks for its digest', async () => {
    const fake = fakeComposing([came(0)]);
    expect(await compose(fake, gathering, { evenGathering: true })).toMatchObject({
      digests: [{ signals: 1 }],
    });
  });

  it('sets nothing of a flood aside before it sends, and finishes one that it began', async () => {
    const aside: string[] = [];
    let flood = false;
    const fake = fakeComposing(
      Array.from({ length: 4 }, (_, index) => came(index)),
      {
        readRoute: async () => ({
          state: 'ENABLED',
          flood: flood ? { id: now + 3000, until: now + 3000 } : null,
        }),
        setAside: async ({ keys }) => {
          aside.push(...keys);
          fake.outbox = fake.outbox.filter(({ key }) => !keys.includes(key));
          return keys.length;
        },
      },
    );
    const route: Route = { ...gathering, flood: { over: 2, show: 1, rest: 'hold' } };
    fake.now = now + minute;
    await compose(fake, route);
    expect([aside, fake.frozen]).toEqual([[], []]);
    // Another composer set the rest aside, and crashed.
    fake.outbox = fake.outbox.slice(3);
    flood = true;
    expect(await compose(fake, route)).toMatchObject({ digests: [{ signals: 1 }] });
  });
});

describe('a route with a limit of messages', () => {
  it('leaves what is over in the outbox, and joins it to the next message', async () => {
    const fake = fakeComposing([]);
    for (let at = 0; at <= 60; at += 10) {
      fake.now = now + at * minute;
      fake.outbox.push(came(at * 60));
      await compose(fake, limited);
    }
    expect(sizes(fake)).toEqual([1, 1, 5]);
    expect(fake.outbox).toEqual([]);
  });

  it('says why signals stay, and until when', async () => {
    const fake = fakeComposing([came(0)]);
    await compose(fake, { ...limited, atMost: '1 an hour' });
    fake.outbox.push(came(60), came(61));
    fake.now = now + 2 * minute;
    expect(await compose(fake, { ...limited, atMost: '1 an hour' })).toMatchObject({
      digests: [],
      delayed: [{ reason: 'at-most', until: now + 60 * minute, signals: 2 }],
    });
  });

  it('creates as many parts as it may, which speak of what they hold', async () => {
    const fake = fakeComposing(
      Array.from({ length: 9 }, (_, index) => came(index)),
      { fits: threeFit },
    );
    const result = await compose(fake, limited);
    expect(sizes(fake)).toEqual([3, 3]);
    expect(bodies(fake).map(({ part, parts, totals }) => [part, parts, totals.signals])).toEqual([
      [1, 2, 6],
      [2, 2, 6],
    ]);
    expect(result.delayed).toEqual([{ reason: 'at-most', until: now + 60 * minute, signals: 3 }]);
  });

  it('sends a hot signal all the same, with what waits, and counts its message', async () => {
    const fake = fakeComposing([came(0)], { fits: threeFit });
    await compose(fake, { ...limited, atMost: '1 an hour' });
    fake.outbox.push(came(1), came(2), came(3), came(4), came(5, { hot: true }));
    fake.now = now + 30 * minute;
    const result = await compose(fake, { ...limited, atMost: '1 an hour' });
    expect(sizes(fake)).toEqual([1, 2]);
    expect(fake.frozen[1]?.hot).toBe(1);
    expect(result.delayed).toEqual([{ reason: 'at-most', until: now + 90 * minute, signals: 3 }]);
  });

  it('sends a hot signal that stands behind thousands of others', async () => {
    const released = Array.from({ length: 4 }, (_, index) => came(index, { released: true }));
    const fake = fakeComposing([came(0)], { entriesAtOnce: 3 });
    await compose(fake, { ...limited, atMost: '1 an hour' });
    fake.outbox.push(...released, came(100, { hot: true }));
    fake.now = now + 30 * minute;
    const result = await compose(fake, { ...limited, atMost: '1 an hour' });
    expect(fake.frozen.slice(1).map(({ members, hot }) => [members.length, hot])).toEqual([[1, 1]]);
    expect(result.delayed).toMatchObject([{ reason: 'at-most', signals: 4 }]);
  });

  it('sends a hot signal that stands behind what was released of a flood', async () => {
    const released = Array.from({ length: 12 }, (_, index) => came(index, { released: true }));
    const fake = fakeComposing([came(0)], {
      entriesAtOnce: 1,
      pageOutbox: async function* () {
        for (const entry of [...fake.outbox]) yield [entry];
      },
    });
    const route: Route = { ...limited, atMost: '1 an hour', flood: { over: 50, show: 1, rest: 'hold' } };
    await compose(fake, route);
    fake.outbox.push(...released, came(100, { hot: true }));
    fake.now = now + 30 * minute;
    const result = await compose(fake, route);
    expect(fake.frozen.slice(1).map(({ members, hot }) => [members.length, hot])).toEqual([[1, 1]]);
    expect(result.delayed).toMatchObject([{ reason: 'at-most', signals: 12 }]);
  });

  it('counts the messages of a channel, not the replies to them', async () => {
    const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
    const route: Route = { ...limited, to: bot };
    const fake = fakeComposing([came(0, { hot: true }), came(1), came(2)], { rendererFor, hasThreads });
    await compose(fake, route);
    expect(fake.frozen.map(({ replyTo }) => replyTo)).toEqual([undefined, 1]);
    expect(fake.sentMessages.counted).toBe(1);
  });

  it('leaves a thread to the next message whose own message is over the limit', async () => {
    const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
    const route: Route = { ...limited, atMost: '1 an hour', to: bot };
    const fake = fakeComposing([came(0)], { rendererFor, hasThreads });
    await compose(fake, route);
    fake.outbox.push(came(1), came(2));
    fake.now = now + minute;
    expect(await compose(fake, route)).toMatchObject({ digests: [], delayed: [{ signals: 2 }] });
  });

  it('holds when two composers create messages at the same time', async () => {
    const fake = fakeComposing([came(0), came(1)]);
    const route: Route = { ...limited, atMost: '1 an hour' };
    const { freeze } = fake.ports;
    let isOvertaken = false;
    const ports = {
      ...fake.ports,
      freeze: (async (...args) => {
        if (!isOvertaken) {
          isOvertaken = true;
          fake.sentMessages = { counted: 1, times: [now] };
        }
        return freeze(...args);
      }) satisfies typeof freeze,
    };
    expect(await compose({ ...fake, ports }, route)).toMatchObject({
      digests: [],
      delayed: [{ reason: 'at-most', signals: 2 }],
    });
    expect(fake.frozen).toEqual([]);
  });

  it('sets nothing of a flood aside while it may send nothing, and tells how many a short digest shows', async () => {
    const aside: string[] = [];
    const fake = fakeComposing([came(0)], {
      fits: threeFit,
      countFlood: async () => ({ aside: aside.length, dropped: 0 }),
      setAside: async ({ keys }) => {
        aside.push(...keys);
        fake.outbox = fake.outbox.filter(({ key }) => !keys.includes(key));
        return keys.length;
      },
    });
    const route: Route = { ...limited, atMost: '1 an hour', flood: { over: 6, show: 5, rest: 'hold' } };
    await compose(fake, route);
    fake.outbox.push(...Array.from({ length: 9 }, (_, index) => came(1 + index)));
    fake.now = now + minute;
    await compose(fake, route);
    expect([aside, sizes(fake)]).toEqual([[], [1]]);
    fake.now = now + 60 * minute;
    await compose(fake, route);
    expect([aside.length, sizes(fake)]).toEqual([4, [1, 3]]);
    expect(bodies(fake)[1]?.flood).toMatchObject({ newSignals: 9, shown: 3 });
  });
});

import { describe, expect, it } from 'vitest';
import { hasThreads, rendererFor } from '../../../shared/destinations/destinations.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { KnownSummary, OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';
import { composeNow as now, openComposing } from '../../support/functions/open-composing.ts';

const minute = 60_000;
const gathering = { route: { ...immediateRoute, gather: '2 minutes' } };
const once: Route = { ...immediateRoute, atMost: '1 an hour' };
const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;

/** Came so many seconds after `now`. */
const came = (seconds: number, over: Partial<OutboxEntry> = {}): OutboxEntry =>
  exampleEntry(seconds, { firstSeenAt: now + seconds * 1000, ...over });
const several = (count: number, over: Partial<OutboxEntry> = {}): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => came(1 + index, over));
const threeFit = ({ buyers }: DigestContent): boolean => buyers.flatMap(({ signals }) => signals).length <= 3;

describe('a route that gathers', () => {
  it('sends in one message what came until its oldest signal has waited', async () => {
    const { compose, add, time } = openComposing([came(0), came(60)]);
    time.now = now + minute;
    expect(await compose(gathering)).toMatchObject({
      digests: [],
      delayed: [{ reason: 'gather', until: now + 2 * minute, signals: 2 }],
    });
    add([came(110)]);
    time.now = now + 2 * minute;
    expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 3 }], delayed: [] });
  });

  it('leaves what comes while it sends to the next message', async () => {
    const bench = openComposing([came(0)]);
    bench.time.now = now + 2 * minute;
    bench.beforeFreeze = () => {
      bench.time.now += 1000;
      bench.add([came(121)]);
    };
    expect(await bench.compose(gathering)).toMatchObject({
      digests: [{ signals: 1 }],
      delayed: [{ reason: 'gather', until: now + 241_000, signals: 1 }],
    });
  });

  it('waits no longer for a hot signal, and sends it at once when its summary comes after that', async () => {
    let summary: KnownSummary = { state: 'wanted', summary: null };
    const hot = came(0, { hot: true, releaseAt: now + 10 * minute });
    const { compose, add, time } = openComposing([hot], { ledger: { readSummary: async () => summary } });
    time.now = now + 3 * minute;
    expect(await compose(gathering)).toMatchObject({ digests: [], waiting: 1, delayed: [] });
    summary = { state: 'none', summary: null };
    add([came(180)]);
    expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 2 }] });
  });

  it('sends what was released by hand at once', async () => {
    const { compose, add } = openComposing([came(0)]);
    expect(await compose(gathering)).toMatchObject({ digests: [], delayed: [{ signals: 1 }] });
    add([exampleEntry(2, { firstSeenAt: now - 60 * minute, enteredAt: now, released: true })]);
    expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 2 }] });
  });

  it('does not wait when a person asks for its digest', async () => {
    const { compose } = openComposing([came(0)]);
    const asked = compose({ ...gathering, evenGathering: true });
    expect(await asked).toMatchObject({ digests: [{ signals: 1 }] });
  });

  it('sets nothing of a flood aside before it sends, and finishes one that was begun', async () => {
    const { compose, ledger, time } = openComposing(several(3));
    const route: Route = { ...gathering.route, flood: { over: 2, show: 1, rest: 'hold' } };
    time.now = now + minute;
    expect(await compose({ route })).toMatchObject({ digests: [], setAside: 0 });
    // Another composer began it, and crashed.
    await ledger.openFlood('crm', now + 3000);
    expect(await compose({ route })).toMatchObject({ digests: [{ signals: 1 }], setAside: 2 });
  });
});

describe('a route with a limit of messages', () => {
  it('says why signals stay, and until when', async () => {
    const { compose, add, time } = openComposing([came(0)]);
    await compose({ route: once });
    add([came(60), came(61)]);
    time.now = now + 2 * minute;
    expect(await compose({ route: once })).toMatchObject({
      digests: [],
      delayed: [{ reason: 'at-most', until: now + 60 * minute, signals: 2 }],
    });
  });

  it('creates as many parts as it may, which speak of what they hold', async () => {
    const { compose, contents } = openComposing(several(9), { fits: threeFit });
    const { digests, delayed } = await compose({ route: { ...once, atMost: '2 an hour' } });
    expect(digests.map(({ signals }) => signals)).toEqual([3, 3]);
    expect(contents()).toMatchObject([1, 2].map((part) => ({ part, parts: 2, totals: { signals: 6 } })));
    expect(delayed).toEqual([{ reason: 'at-most', until: now + 60 * minute, signals: 3 }]);
  });

  it('sends a hot signal that stands behind thousands of others', async () => {
    const { compose, add, frozen, time } = openComposing([came(0)], { entriesAtOnce: 3 });
    await compose({ route: once });
    add([...several(4, { released: true }), came(100, { hot: true })]);
    time.now = now + 30 * minute;
    const { delayed } = await compose({ route: once });
    expect(frozen.slice(1)).toMatchObject([{ members: [came(100).key], hot: 1 }]);
    expect(delayed).toMatchObject([{ reason: 'at-most', signals: 4 }]);
  });

  it('counts the messages of a channel, not the replies to them, and leaves the next thread whole', async () => {
    const { compose, add, frozen, ledger, time } = openComposing([came(0, { hot: true }), ...several(2)], {
      ...{ rendererFor, hasThreads },
    });
    const route: Route = { ...once, to: bot };
    await compose({ route });
    expect(frozen.map(({ replyTo }) => replyTo)).toEqual([undefined, 1]);
    expect(await ledger.readSent('crm')).toMatchObject({ counted: 1 });
    add(several(4).slice(2));
    time.now = now + minute;
    expect(await compose({ route })).toMatchObject({ digests: [], delayed: [{ signals: 2 }] });
  });

  it('sets nothing of a flood aside while it may send nothing, and tells how many a short digest shows', async () => {
    const { compose, add, contents, time } = openComposing([came(0)], { fits: threeFit });
    const route: Route = { ...once, flood: { over: 6, show: 5, rest: 'hold' } };
    await compose({ route });
    add(several(9));
    time.now = now + minute;
    expect(await compose({ route })).toMatchObject({ digests: [], setAside: 0 });
    time.now = now + 60 * minute;
    expect(await compose({ route })).toMatchObject({ digests: [{ signals: 3 }], setAside: 4 });
    expect(contents()[1]?.flood).toMatchObject({ newSignals: 9, shown: 3 });
  });
});

import { describe, expect, it } from 'vitest';
import { planParts } from '../../../../functions/compose-digests/digests/plan-parts.ts';
import { rendererFor } from '../../../../message/destinations.ts';
import type { DeclaredColumns } from '../../../../shared/domain/cells/meanings.ts';
import type { DigestContent } from '../../../../shared/domain/digests/digest.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { type Signal, signalIdOf } from '../../../../shared/domain/rows/signal.ts';
import type { OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { exampleEntry, exampleRow } from '../../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../../support/functions/example-routes.ts';
import { type ComposingBench, composeNow, openComposing } from '../../../support/functions/open-composing.ts';

const slot = new Date(composeNow).toISOString();
const many = (count: number, over: Partial<OutboxEntry> = {}): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(index, over));
const waiting = (number: number): OutboxEntry =>
  exampleEntry(number, { hot: true, releaseAt: composeNow + 60_000 });
const signalsIn = ({ buyers }: DigestContent) => buyers.flatMap(({ signals }) => signals).length;

describe('composing a route', () => {
  it('freezes what waits into one digest, and sends a pointer to it', async () => {
    const { compose, frozen, contents, queued, observed, outboxKeys } = openComposing(many(3));
    const digestId = expect.stringMatching(/^msg_/);

    expect(await compose()).toEqual({
      routeId: 'crm',
      state: 'ENABLED',
      delayed: [],
      setAside: 0,
      unwritable: [],
      digests: [{ digestId, part: 1, signals: 3 }],
    });
    expect(queued.delivery).toEqual([{ routeId: 'crm', slot, part: 1 }]);
    expect(contents()[0]).toMatchObject({ digestId, part: 1, more: false });
    expect(frozen).toMatchObject([
      { destinationType: 'webhook', members: many(3).map(({ key }) => key), body: expect.any(String) },
    ]);
    const signalIds = many(3).flatMap(({ signal }) => (signal ? [signalIdOf(signal)] : []));
    expect(observed).toMatchObject([{ kind: 'digest-frozen', slot, signals: 3, signalIds }]);
    expect(outboxKeys('crm')).toEqual([]);
  });

  it('says in each part what all parts of the slot hold, with those that were frozen before a crash', async () => {
    const entries = many(7).map((entry, index) => ({ ...entry, hot: index === 6, buyerId: `b${index % 2}` }));
    const bench = openComposing(entries, { fits: (content) => signalsIn(content) <= 3 });
    bench.beforeFreeze = () => {
      if (bench.frozen.length > 0) throw new Error('crash');
    };
    await expect(bench.compose()).rejects.toThrow('crash');
    bench.beforeFreeze = () => undefined;
    await bench.compose();

    // Of the buyers of a message before a crash nothing is known.
    const totals = { signals: 7, hot: 1 };
    expect(bench.contents()).toMatchObject(
      [2, null, null].map((buyers, index) => ({
        part: index + 1,
        more: index < 2,
        totals: { ...totals, buyers },
      })),
    );
    expect(bench.contents()[0]?.buyers[0]?.signals[0]?.hot).toBe(true);
  });

  it('ends if others are faster every time, and leaves them the rest', async () => {
    const { compose, outboxKeys } = openComposing(many(3), {
      ledger: { digests: { freeze: async () => false } },
    });
    expect(await compose({ route: morningRoute, evenEarly: true })).toMatchObject({ digests: [] });
    expect(outboxKeys('crm')).toHaveLength(3);
  });

  it('ends with an error before a part that would not be done by its deadline', async () => {
    const bench = openComposing(many(150));
    bench.beforeFreeze = () => {
      bench.time.now += 30_000;
    };
    await expect(bench.compose({ deadline: composeNow + 35_000 })).rejects.toMatchObject({
      code: 'UNFINISHED',
      message: 'crm: no time left for part 2',
    });
    expect(bench.frozen.map(({ members }) => members.length)).toEqual([75]);
    expect(bench.outboxKeys('crm')).toHaveLength(75);
    expect(bench.queued.delivery).toHaveLength(1);
  });

  it('of a route that gathers does not wait when a person asks for its digest', async () => {
    const gathering = { route: { ...immediateRoute, gather: '10 minutes' } };
    const { compose, add, time } = openComposing([exampleEntry(0, { firstSeenAt: composeNow })]);
    expect(await compose(gathering)).toMatchObject({ digests: [{ signals: 1 }], delayed: [] });
    time.now += 60_000;
    add([exampleEntry(1, { firstSeenAt: composeNow + 30_000 })]);
    expect(await compose(gathering)).toMatchObject({ digests: [], delayed: [{ signals: 1 }] });
    expect(await compose({ ...gathering, evenEarly: true })).toMatchObject({ digests: [{ signals: 1 }] });
  });
});

describe('what waits for a summary', () => {
  it('stays behind, and a message says how much does', async () => {
    const { compose, frozen, contents } = openComposing([exampleEntry(1), waiting(2)], {
      ledger: { summaries: { read: async () => ({ state: 'wanted', summary: null }) } },
    });
    expect(await compose()).toMatchObject({ delayed: [{ reason: 'summary', signals: 1 }] });
    expect(frozen[0]?.members).toEqual([exampleEntry(1).key]);
    expect(contents()[0]).toMatchObject({ awaitingSummary: 1, more: false });
  });
});

describe('a hot signal whose deadline has passed since it was recorded', () => {
  const reason = { rule: 'column', name: 'Match Score', value: 96, atLeast: 90 } as const;
  const dueOn = (number: number, due: string): OutboxEntry =>
    exampleEntry(number, {
      hot: true,
      hotBecause: [reason],
      buyerId: `b${number}`,
      releaseAt: composeNow + 60_000,
      signal: exampleRow(number, { buyerId: `b${number}`, columns: { Due: due } }),
    });
  const [closed, open] = [dueOn(1, '2026-11-20'), dueOn(2, '2026-11-21')];
  const refused = { summaries: { read: async () => ({ state: 'given-up', summary: null }) as const } };

  it('is told and counted as not hot, and followed by no report', async () => {
    const { compose, contents, frozen } = openComposing([closed, open], { ledger: refused });
    await compose();
    const [content] = contents();
    expect(content?.totals).toMatchObject({ signals: 2, hot: 1 });
    expect(content?.buyers.flatMap(({ signals }) => signals)).toMatchObject([
      { columns: { Due: '2026-11-21' }, hot: true, hotBecause: [reason] },
      { columns: { Due: '2026-11-20' }, hot: false, hotBecause: [] },
    ]);
    expect(frozen[0]?.outline).toMatchObject({ hot: 1, followed: [{ buyerId: 'b2' }] });
  });

  it.each<[string, OutboxEntry, Partial<Route>, DeclaredColumns?]>([
    ['is still open in the zone of the route', closed, { timezone: 'Pacific/Pago_Pago' }],
    ['is in no column that the config declares', closed, {}, { deadline: 'Bid Opening' }],
    ['was open at the time of the round', dueOn(3, '2026-11-21T08:02:00Z'), {}],
  ])('stays hot where the deadline %s', async (_, entry, over, columns) => {
    const bench = openComposing([entry], { ledger: refused, ...(columns && { config: { columns } }) });
    bench.time.now += 180_000;
    await bench.compose({ route: { ...morningRoute, ...over } });
    expect(bench.contents()[0]?.totals).toMatchObject({ signals: 1, hot: 1 });
  });
});

it.each<[string, Route['to']]>([
  ['a webhook', immediateRoute.to],
  ['a channel that mentions nobody', { type: 'slack', webhookUrl: { secret: 'HOOK' } }],
])('knows people by the names of the config for %s', async (_, to) => {
  const config = { people: { 'Ann Lee': { teams: 'ann@example.com' }, 'Dev Patel': {} } };
  const { compose, contents } = openComposing([exampleEntry(1)], { config });
  await compose({ route: { ...immediateRoute, to } });
  expect(contents()[0]?.view.mention?.people).toEqual({ 'Ann Lee': null, 'Dev Patel': null });
});

const quiet = { from: '18:00', to: '08:00', timezone: 'UTC' };
const always: Route = { ...immediateRoute, quiet };
/** Twice in the quiet hours, and once outside. */
const scheduled: Route = { ...morningRoute, quiet, when: { cron: '0 2,7,17 * * ? *', timezone: 'UTC' } };

const cameAt = (...times: string[]): OutboxEntry[] =>
  times.map((time, index) => exampleEntry(index, { firstSeenAt: Date.parse(`${time}Z`) }));

describe('a route in quiet hours', () => {
  it('sends nothing, and reads no outbox to find that out', async () => {
    const bench = openComposing([], {
      ledger: {
        outbox: {
          readPages: () => {
            throw new Error('read the outbox');
          },
        },
      },
    });
    bench.time.now = composeNow - 1;

    expect(await bench.compose({ route: always })).toMatchObject({
      digests: [],
      delayed: [{ reason: 'quiet', until: composeNow, signals: null }],
    });
  });
});

describe('the digest after quiet hours', () => {
  it('of a route with times comes at its next time: what waited for one in them, with what came since', async () => {
    const bench = openComposing(cameAt('2026-11-21T01:00', '2026-11-21T07:30'));
    bench.time.now = Date.parse('2026-11-21T17:00Z') - 1;
    expect(await bench.compose({ route: scheduled })).toMatchObject({ digests: [] });
    bench.time.now += 1;
    expect(await bench.compose({ route: scheduled })).toMatchObject({ digests: [{ signals: 2 }] });
  });

  it('says how many of its signals came in them, of all of its parts together', async () => {
    const bench = openComposing(cameAt('2026-11-20T17:59', '2026-11-20T18:00', '2026-11-21T07:59'), {
      fits: (content) => signalsIn(content) <= 1,
      entriesAtOnce: 1,
    });
    await bench.compose({ route: always });
    expect(bench.contents().map(({ totals }) => totals.inQuietHours)).toEqual([2, 2, 2]);
  });

  it('tells the next one at a time that is not quiet', async () => {
    const bench = openComposing(cameAt('2026-11-20T12:00'));
    bench.time.now = Date.parse('2026-11-20T17:00Z');
    await bench.compose({ route: scheduled });
    expect(bench.contents()[0]?.view.nextAt).toBe('2026-11-21T17:00:00.000Z');
  });
});

const flooded = { route: { ...immediateRoute, flood: { over: 3, show: 2 } } };
/** The newest first: as a flood rule shows those that are not hot. */
const several = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(index, { firstSeenAt: composeNow - 2 - index }));
const keysOf = (entries: readonly OutboxEntry[]) => entries.map(({ key }) => key);

it('sends the newest of a flood, and says how many there were and how many its route holds', async () => {
  const entries = several(5);
  const { compose, frozen, contents, observed, outboxKeys, ledger } = openComposing(entries);

  expect(await compose(flooded)).toMatchObject({ digests: [{ signals: 2 }], setAside: 3, delayed: [] });
  expect(frozen[0]?.members.toSorted()).toEqual(keysOf(entries.slice(0, 2)).toSorted());
  expect(contents()).toMatchObject([{ held: 3, flood: { newSignals: 5, shown: 2 } }]);
  expect(observed[0]).toEqual({ kind: 'signals-set-aside', routeId: 'crm', signals: 3 });
  expect([outboxKeys('crm'), (await ledger.routes.read('crm')).untold]).toEqual([[], 0]);
});

it('says of which bridges the signals of a flood are, most first, those that are set aside among them', async () => {
  const of = (entry: OutboxEntry, over: Partial<Signal>): OutboxEntry => ({
    ...entry,
    signal: entry.signal && { ...entry.signal, ...over },
  });
  const [first, second, ...others] = several(9) as [OutboxEntry, OutboxEntry, ...OutboxEntry[]];
  const { compose, contents } = openComposing([
    { ...of(first, { bridgeName: 'News' }), hot: true },
    of(second, { bridgeName: null, filterType: 'RFP' }),
    exampleEntry(90, { firstSeenAt: composeNow - 50, signal: null }),
    ...others.map((entry, index) => of(entry, { bridgeName: index < 4 ? 'Board meetings' : 'News' })),
  ]);

  await compose(flooded);

  const bridges = [
    { name: 'Board meetings', signals: 4 },
    { name: 'News', signals: 4 },
    { name: 'RFP', signals: 1 },
  ];
  expect(contents()).toMatchObject([{ flood: { newSignals: 10, shown: 2, bridges } }]);
});

it('in a dry run tells what it would send of a flood, and moves nothing', async () => {
  const { compose, table, observed } = openComposing(several(5));
  const before = JSON.stringify([...table.all()]);
  expect(await compose({ ...flooded, dryRun: true })).toMatchObject({
    digests: [{ signals: 2 }],
    setAside: 0,
  });
  expect([JSON.stringify([...table.all()]), observed]).toEqual([before, []]);
});

it('fails if setting a flood aside leaves no time for its digest, which a later composition sends', async () => {
  const { compose } = openComposing(several(5));
  await expect(compose({ ...flooded, deadline: composeNow + 9_999 })).rejects.toMatchObject({
    code: 'UNFINISHED',
    message: 'crm: no time left for what a flood has too many',
  });
  const later = compose({ ...flooded, deadline: composeNow + 10_000 });
  expect(await later).toMatchObject({ digests: [{ signals: 2 }], setAside: 0 });
});

const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;
const threaded = { route: { ...immediateRoute, to: bot } };

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
    const bench = openComposing([...hot(2), ...others(3)], { rendererFor });
    let steps = 0;
    bench.beforeFreeze = () => {
      steps += 1;
    };

    const { digests } = await bench.compose(threaded);

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
    const bench = openComposing(entries, { rendererFor });

    await bench.compose(threaded);

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

import { describe, expect, it } from 'vitest';
import {
  type ComposeDigestsPorts,
  composeDigests,
} from '../../../functions/compose-digests/compose-digests.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { FloodRule } from '../../../shared/domain/routes/route.ts';
import type { OpenFlood, SetAside } from '../../../shared/domain/signals/flood.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import type { Signal } from '../../../shared/domain/signals/signal.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { composeNow, fakeComposing } from '../../support/functions/compose-ports.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';

const slot = '2026-11-21T08:00:00.000Z';
const rule: FloodRule = { over: 3, show: 2, rest: 'hold' };

interface Flooded {
  readonly flood?: FloodRule;
  /** What an earlier composition left open. */
  readonly open?: OpenFlood;
  /** When the route was last resumed. */
  readonly keptUntil?: number;
  readonly over?: Partial<ComposeDigestsPorts>;
}

/** Composing for a route with a flood rule, whose flood is kept as the ledger keeps it. */
function openFlooded(
  entries: readonly OutboxEntry[],
  { flood = rule, open, keptUntil, over = {} }: Flooded = {},
) {
  let flooded: OpenFlood | null = open ?? null;
  let counted = { aside: 0, dropped: 0 };
  const asides: SetAside[] = [];
  const closed: number[] = [];
  const fake = fakeComposing(entries, {
    readRoute: async () => ({ state: 'ENABLED', flood: flooded, keptUntil: keptUntil ?? null }),
    openFlood: async (_, until) => {
      flooded = { id: flooded?.id ?? until, until };
      return flooded;
    },
    closeFlood: async (_, id) => {
      closed.push(id);
      flooded = null;
    },
    setAside: async (aside) => {
      asides.push(aside);
      const { length } = aside.keys;
      const dropped = aside.fate === 'dropped' ? length : 0;
      counted = { aside: counted.aside + length, dropped: counted.dropped + dropped };
      fake.outbox = fake.outbox.filter(({ key }) => !aside.keys.includes(key));
      return length;
    },
    countFlood: async () => counted,
    countHeld: async () => counted.aside - counted.dropped,
    ...over,
  });
  const compose = (dryRun = false, deadline = Number.POSITIVE_INFINITY) =>
    composeDigests(fake.ports, {
      route: { ...immediateRoute, flood },
      slot,
      seenUntil: Number.POSITIVE_INFINITY,
      dryRun,
      deadline,
    });
  const told = () => fake.frozen.map(({ body }) => JSON.parse(body) as DigestContent);
  return { fake, compose, told, asides, closed };
}

/** The newest first: as a flood rule shows those that are not hot. */
const several = (count: number): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(index, { firstSeenAt: composeNow - 2 - index }));
const hot = (count: number): OutboxEntry[] => several(count).map((entry) => ({ ...entry, hot: true }));
const keysOf = (entries: readonly OutboxEntry[]) => entries.map(({ key }) => key);

describe('a route in a flood', () => {
  it('sends the newest, and says how many there were and how many it holds', async () => {
    const entries = several(5);
    const { fake, compose, told, asides, closed } = openFlooded(entries);

    expect(await compose()).toMatchObject({ digests: [{ signals: 2 }], setAside: 3, waiting: 0 });
    expect(asides).toEqual([
      { routeId: 'crm', keys: keysOf(entries.slice(2)), fate: 'held', floodId: composeNow, keptUntil: null },
    ]);
    expect(fake.frozen[0]?.members.toSorted()).toEqual(keysOf(entries.slice(0, 2)).toSorted());
    expect(told()).toMatchObject([{ held: 3, flood: { newSignals: 5, shown: 2, rest: 'held' } }]);
    expect(fake.observed[0]).toEqual({
      kind: 'signals-set-aside',
      routeId: 'crm',
      fate: 'held',
      signals: 3,
    });
    expect(closed).toEqual([composeNow]);
  });

  it('reads its state once, and begins its flood once, while no other composer is about', async () => {
    let reads = 0;
    const begun: number[] = [];
    const { compose } = openFlooded(several(5), {
      over: {
        readRoute: async () => {
          reads += 1;
          return { state: 'ENABLED', flood: null };
        },
        openFlood: async (_, until) => {
          begun.push(until);
          return { id: until, until };
        },
      },
    });

    await compose();

    expect(reads).toBe(1);
    expect(begun).toEqual([composeNow]);
  });

  it('sends every hot signal, although its rule shows fewer, and sets none of them aside', async () => {
    const entries = [...hot(4), exampleEntry(9, { firstSeenAt: composeNow - 1 })];
    for (const rest of ['hold', 'drop'] as const) {
      const { compose, told, asides } = openFlooded(entries, { flood: { ...rule, rest } });

      expect(await compose()).toMatchObject({ digests: [{ signals: 4 }], setAside: 1 });
      expect(asides).toMatchObject([{ keys: keysOf(entries.slice(4)) }]);
      expect(told()).toMatchObject([{ totals: { signals: 4, hot: 4 }, flood: { newSignals: 5, shown: 4 } }]);
    }
  });

  it('drops the others where its rule says so, and says that', async () => {
    const { compose, told, asides } = openFlooded(several(5), { flood: { ...rule, rest: 'drop' } });

    await compose();

    expect(asides).toMatchObject([{ fate: 'dropped' }]);
    expect(told()).toMatchObject([
      { held: 0, flood: { newSignals: 5, shown: 2, rest: 'dropped', dropped: 3 } },
    ]);
  });

  it('drops nothing that it kept while it was disabled, and says how many it holds and how many it dropped', async () => {
    const resumedAt = composeNow - 3_600_000;
    const [hottest, ...others] = several(4).map((entry) => ({ ...entry, firstSeenAt: resumedAt - 1 }));
    const kept = [{ ...(hottest as OutboxEntry), hot: true }, ...others];
    const news = [8, 9].map((number) => exampleEntry(number, { firstSeenAt: composeNow - 1 }));
    const flood = { ...rule, rest: 'drop' } as const;
    const { compose, told, asides } = openFlooded([...kept, ...news], { flood, keptUntil: resumedAt });

    expect(await compose()).toMatchObject({ setAside: 4 });

    const decided = { routeId: 'crm', floodId: composeNow, keptUntil: resumedAt };
    expect(asides).toEqual([
      { ...decided, fate: 'dropped', keys: keysOf(news.slice(1)) },
      { ...decided, fate: 'held', keys: keysOf(others.toReversed()) },
    ]);
    expect(told()).toMatchObject([
      { held: 3, flood: { newSignals: 6, shown: 2, rest: 'dropped', dropped: 1 } },
    ]);
  });

  it('says of which bridges its signals are, most first, those that are set aside among them', async () => {
    const of = (entry: OutboxEntry, over: Partial<Signal>): OutboxEntry => ({
      ...entry,
      signal: entry.signal && { ...entry.signal, ...over },
    });
    const [first, second, ...others] = several(9) as [OutboxEntry, OutboxEntry, ...OutboxEntry[]];
    const entries = [
      { ...of(first, { bridgeName: 'News' }), hot: true },
      of(second, { bridgeName: null, filterType: 'RFP' }),
      { ...exampleEntry(90, { firstSeenAt: composeNow - 50 }), signal: null },
      ...others.map((entry, index) => of(entry, { bridgeName: index < 4 ? 'Board meetings' : 'News' })),
    ];
    const { compose, told } = openFlooded(entries);

    await compose();

    const bridges = [
      { name: 'Board meetings', signals: 4 },
      { name: 'News', signals: 4 },
      { name: 'RFP', signals: 1 },
    ];
    expect(told()).toMatchObject([{ flood: { newSignals: 10, shown: 2, bridges } }]);
  });

  it('says of no bridges where an earlier composition, or another one, set signals aside', async () => {
    const open = { id: 400, until: composeNow };
    const { compose, told } = openFlooded(several(4), {
      open,
      over: { countFlood: async () => ({ aside: 7, dropped: 0 }) },
    });

    await compose();

    expect(told()[0]?.flood).toEqual({ newSignals: 9, shown: 2, rest: 'held', dropped: 0 });
  });

  it('reports the rest of a flood that an earlier version began as its rule says', async () => {
    const flood = { ...rule, rest: 'drop' } as const;
    const open = { id: 400, until: composeNow };
    const countFlood = async () => ({ aside: 7, dropped: null });
    const { compose, told } = openFlooded(several(2), { flood, open, over: { countFlood } });

    await compose();

    expect(told()).toMatchObject([{ flood: { newSignals: 9, rest: 'dropped', dropped: 7 } }]);
  });

  it('sends everything, and says nothing of a flood, up to the number of its rule', async () => {
    const { compose, told, asides, closed } = openFlooded(several(3));

    await compose();

    expect(told()[0]?.buyers[0]?.signals).toHaveLength(3);
    expect(told()[0]).not.toHaveProperty('flood');
    expect([asides, closed]).toEqual([[], []]);
  });

  it('in a dry run tells what it would send, and moves nothing', async () => {
    const { fake, compose, asides, closed } = openFlooded(several(5));

    expect(await compose(true)).toMatchObject({ digests: [{ signals: 2 }], setAside: 0 });
    expect([asides, closed, fake.observed, fake.frozen]).toEqual([[], [], [], []]);
    expect(fake.outbox).toHaveLength(5);
  });

  it('counts those of its hottest that wait for a summary, and sends them when it is there', async () => {
    const [ready, waiting, ...others] = several(5) as [OutboxEntry, OutboxEntry, ...OutboxEntry[]];
    const entries = [ready, { ...waiting, hot: true, releaseAt: composeNow + 60_000 }, ...others];
    const { fake, compose, told, closed } = openFlooded(entries);

    expect(await compose()).toMatchObject({ digests: [{ signals: 1 }], waiting: 1, setAside: 3 });
    expect(told()).toMatchObject([{ flood: { newSignals: 5, shown: 1 } }]);
    expect(closed).toEqual([composeNow]);
    fake.now += 60_000;
    expect(await compose()).toMatchObject({ digests: [{ signals: 1 }], waiting: 0 });
    expect(told()[1]).not.toHaveProperty('flood');
  });

  it('fails if setting aside leaves no time for its digest, which a later composition sends', async () => {
    const { fake, compose } = openFlooded(several(5));

    await expect(compose(false, composeNow + 9_999)).rejects.toMatchObject({
      code: 'COMPOSE_UNFINISHED',
      message: 'crm: no time left for what a flood has too many',
    });
    expect(await compose(false, composeNow + 10_000)).toMatchObject({
      digests: [{ signals: 2 }],
      setAside: 0,
    });
    expect(fake.frozen).toHaveLength(1);
  });

  it('that came later than the flood sends it in a digest of its own', async () => {
    const open = { id: 400, until: composeNow - 3_600_000 };
    const [first, later] = [
      exampleEntry(1, { firstSeenAt: open.until }),
      exampleEntry(2, { firstSeenAt: open.until + 1 }),
    ] as const;
    const { fake, compose, told, closed } = openFlooded([first, later], { open });

    await compose();

    expect(fake.frozen.map(({ members }) => members)).toEqual([[first.key], [later.key]]);
    expect(told().map(({ flood }) => flood?.newSignals)).toEqual([1, undefined]);
    expect(closed).toEqual([400]);
  });

  it('ends its flood once none of its signals are left', async () => {
    const open = { id: 400, until: composeNow - 3_600_000 };
    const later = exampleEntry(2, { firstSeenAt: open.until + 1 });
    const { fake, compose, told, closed } = openFlooded([later], { open });

    await compose();

    expect(closed).toEqual([400]);
    expect(fake.frozen.map(({ members }) => members)).toEqual([[later.key]]);
    expect(told()[0]).not.toHaveProperty('flood');
  });

  it('counts no signal that was held once and released by hand', async () => {
    const released = several(4).map((entry) => ({ ...entry, released: true }));
    const { compose, told, asides } = openFlooded([...released, exampleEntry(9)]);

    expect(await compose()).toMatchObject({ digests: [{ signals: 5 }], setAside: 0 });
    expect(told()[0]).not.toHaveProperty('flood');
    expect(asides).toEqual([]);
  });

  it('sends first what was released while more waits than one reading keeps', async () => {
    const entries = several(12).map((entry, index) => ({ ...entry, released: index === 1 }));
    const { fake, compose } = openFlooded(entries, {
      flood: { over: 20, show: 2, rest: 'hold' },
      over: {
        entriesAtOnce: 2,
        pageOutbox: async function* () {
          yield fake.outbox.slice(0, 11);
          yield fake.outbox.slice(11);
        },
      },
    });

    expect(await compose()).toMatchObject({ setAside: 0 });
    expect(fake.frozen[0]?.members).toEqual([entries[1]?.key]);
    expect(fake.frozen.flatMap(({ members }) => members)).toHaveLength(12);
  });
});

describe('a route that is disabled while its flood is set aside', () => {
  it('is left as it is, and freezes nothing', async () => {
    let isDisabled = false;
    const { fake, compose } = openFlooded(several(5), {
      over: {
        readRoute: async () => ({ state: isDisabled ? 'DISABLED' : 'ENABLED' }),
        setAside: async () => {
          isDisabled = true;
          return 0;
        },
      },
    });

    expect(await compose()).toMatchObject({ state: 'DISABLED', digests: [], setAside: 0 });
    expect(fake.frozen).toEqual([]);
    expect(fake.outbox).toHaveLength(5);
  });
});

describe('another composer of a flood', () => {
  it('that was faster in setting aside has the outbox read again', async () => {
    let tries = 0;
    const entries = several(5);
    const flooded: ReturnType<typeof openFlooded> = openFlooded(entries, {
      over: {
        setAside: async ({ keys }) => {
          tries += 1;
          flooded.fake.outbox = flooded.fake.outbox.filter(({ key }) => !keys.includes(key));
          return tries === 1 ? 0 : keys.length;
        },
        countFlood: async () => ({ aside: 3, dropped: 0 }),
      },
    });

    expect(await flooded.compose()).toMatchObject({ digests: [{ signals: 2 }], setAside: 0 });
    expect(tries).toBe(1);
    expect(flooded.told()).toMatchObject([{ flood: { newSignals: 5 } }]);
    expect(flooded.fake.observed.map(({ kind }) => kind)).toEqual(['digest-frozen']);
  });

  it('that reported it leaves nothing to report', async () => {
    const { compose, told } = openFlooded(several(5), { over: { countFlood: async () => null } });

    await compose();

    expect(told()).toHaveLength(1);
    expect(told()[0]).not.toHaveProperty('flood');
  });

  it('that froze it in between is not repeated', async () => {
    let isFaster = false;
    const flooded: ReturnType<typeof openFlooded> = openFlooded(several(5), {
      open: { id: 400, until: composeNow },
      over: {
        readRoute: async () => ({
          state: 'ENABLED',
          flood: isFaster ? null : { id: 400, until: composeNow },
        }),
      },
    });
    flooded.fake.isCancelled = () => {
      if (isFaster) return false;
      isFaster = true;
      flooded.fake.outbox = [exampleEntry(50)];
      return true;
    };

    await flooded.compose();

    expect(flooded.fake.frozen.map(({ members }) => members)).toEqual([[exampleEntry(50).key]]);
    expect(flooded.told()[0]).not.toHaveProperty('flood');
  });
});

import { describe, expect, it } from 'vitest';
import { composeDigests } from '../../../functions/compose-digests/compose-digests.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Mute } from '../../../shared/domain/routes/mute.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { signalIdOf } from '../../../shared/domain/signals/signal.ts';
import { exampleSummary } from '../../support/examples/example-digest.ts';
import { buyerA, exampleEntry } from '../../support/examples/example-signals.ts';
import { composeNow, type FakeComposing, fakeComposing } from '../../support/functions/compose-ports.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';

const slot = '2026-11-21T08:00:00.000Z';

const compose = ({ ports }: FakeComposing, over: Partial<Parameters<typeof composeDigests>[1]> = {}) =>
  composeDigests(ports, {
    route: immediateRoute,
    slot,
    seenUntil: Number.POSITIVE_INFINITY,
    dryRun: false,
    deadline: Number.POSITIVE_INFINITY,
    ...over,
  });

const many = (count: number, over: Partial<OutboxEntry> = {}): OutboxEntry[] =>
  Array.from({ length: count }, (_, index) => exampleEntry(index, over));
const waiting = (number: number): OutboxEntry =>
  exampleEntry(number, { hot: true, releaseAt: composeNow + 60_000 });
const bodies = ({ frozen }: FakeComposing) => frozen.map(({ body }) => JSON.parse(body) as DigestContent);

describe('composing a route', () => {
  it('freezes what waits into one digest, and sends a pointer to it', async () => {
    const fake = fakeComposing(many(3));
    const digestId = `msg_crm_${slot}_0001`;
    expect(await compose(fake)).toEqual({
      routeId: 'crm',
      slot,
      state: 'ENABLED',
      digests: [{ digestId, part: 1, signals: 3 }],
      waiting: 0,
      delayed: [],
      setAside: 0,
    });
    expect(fake.sent).toEqual([{ routeId: 'crm', slot, part: 1 }]);
    expect(bodies(fake)[0]).toMatchObject({ digestId, part: 1, parts: 1 });
    expect(fake.frozen[0]).toMatchObject({
      destinationType: 'webhook',
      members: many(3).map(({ key }) => key),
    });
    expect(fake.observed).toEqual([
      expect.objectContaining({ kind: 'digest-frozen', signals: 3, bytes: fake.frozen[0]?.body.length }),
    ]);
    const signalIds = many(3).flatMap(({ signal }) => (signal ? [signalIdOf(signal)] : []));
    expect(fake.observed).toMatchObject([{ slot, signalIds }]);
  });

  it('says in each part what all parts of the slot hold, with those that were frozen before a crash', async () => {
    const fake = fakeComposing(
      many(7).map((entry, index) => ({ ...entry, hot: index === 6, buyerId: `b${index % 2}` })),
      {
        fits: (body) => (JSON.parse(body) as DigestContent).buyers.flatMap((one) => one.signals).length <= 3,
      },
    );
    let freezes = 0;
    fake.isCancelled = () => {
      freezes += 1;
      if (freezes === 2) throw new Error('crash');
      return false;
    };

    await expect(compose(fake)).rejects.toThrow('crash');
    await compose(fake);

    const totals = { signals: 7, hot: 1, buyers: 2, parts: 3 };
    expect(bodies(fake).map(({ part, parts }) => [part, parts])).toEqual([1, 2, 3].map((part) => [part, 3]));
    expect(bodies(fake).map((body) => body.totals)).toEqual([totals, totals, totals]);
    expect(bodies(fake)[0]?.buyers[0]?.signals[0]?.hot).toBe(true);
  });

  it('counts what a reading leaves to the next one, and sends every hot signal first', async () => {
    const entries = many(8).map((entry, index) => ({ ...entry, hot: index > 5 }));
    const fake = fakeComposing(entries, { entriesAtOnce: 2 });

    await compose(fake);

    expect(fake.frozen[0]?.members).toEqual(entries.slice(6).map(({ key }) => key));
    expect(bodies(fake).map(({ totals }) => [totals.signals, totals.hot])).toEqual(
      fake.frozen.map(() => [8, 2]),
    );
  });

  it("shows times in its route's zone, and says when its next digest is due", async () => {
    const route = { ...morningRoute, when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' } };
    const fake = fakeComposing(many(1));
    await compose(fake, { route });
    expect(bodies(fake)[0]?.view).toMatchObject({
      createdAt: '2026-11-21T08:00:00.000Z',
      timezone: 'America/New_York',
      nextAt: '2026-11-23T13:00:00.000Z',
    });
  });

  it('freezes nothing when nothing waits', async () => {
    const fake = fakeComposing([]);
    expect(await compose(fake)).toMatchObject({ digests: [], waiting: 0 });
    expect(fake.frozen).toEqual([]);
  });

  it('makes as many parts as it takes, and each says of how many', async () => {
    const fake = fakeComposing(many(250));
    await compose(fake);
    expect(bodies(fake).map(({ part, parts }) => [part, parts])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(fake.frozen.flatMap(({ members }) => members)).toHaveLength(250);
  });

  it('goes on with the next number in a slot that has parts already', async () => {
    const fake = fakeComposing(many(2));
    await compose(fake);
    fake.outbox = [exampleEntry(7)];
    await compose(fake);
    expect(bodies(fake).map(({ part, parts }) => [part, parts])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(new Set(fake.frozen.map(({ digestId }) => digestId)).size).toBe(2);
  });

  it('freezes no body that is too large, whatever its part is called in the end', async () => {
    const one = JSON.stringify(bodies(await frozenAlone())[0]).length;
    const fits = (body: string): boolean => body.length <= one;
    const fake = fakeComposing(many(30), { fits });
    await compose(fake);
    const tooLarge = fake.frozen.filter(({ body, members }) => members.length > 1 && !fits(body));
    expect(tooLarge).toEqual([]);
    expect(fake.frozen.length).toBeGreaterThan(9);
  });

  it('reads more than a thousand entries in turn', async () => {
    const fake = fakeComposing(many(1_100));
    await compose(fake);
    expect(fake.frozen.flatMap(({ members }) => members)).toHaveLength(1_100);
  });

  it('keeps what a disabled route collects', async () => {
    const fake = fakeComposing(many(2), { readRoute: async () => ({ state: 'DISABLED' }) });
    expect(await compose(fake)).toMatchObject({ state: 'DISABLED', digests: [] });
    expect([fake.frozen, fake.late]).toEqual([[], []]);
    expect(fake.outbox).toHaveLength(2);
  });

  it('in a dry run tells what it would freeze, and writes and sends nothing', async () => {
    const fake = fakeComposing([...many(150), waiting(500)]);
    const { digests, waiting: left } = await compose(fake, { dryRun: true, route: morningRoute });
    expect(digests.map(({ signals }) => signals)).toEqual([75, 75]);
    expect(left).toBe(1);
    expect([fake.frozen, fake.sent, fake.late, fake.observed]).toEqual([[], [], [], []]);
  });
});

/** Three signals in one part: as large as a body may be in the test above. */
async function frozenAlone(): Promise<FakeComposing> {
  const fake = fakeComposing(many(3));
  await compose(fake);
  return fake;
}

describe('signals that wait for a summary', () => {
  const cold = exampleEntry(5_000);

  it('keep nothing back that is behind them, however many they are', async () => {
    const fake = fakeComposing([...Array.from({ length: 1_001 }, (_, index) => waiting(index)), cold]);
    expect(await compose(fake)).toMatchObject({ digests: [{ signals: 1 }], waiting: 1_001 });
    expect(fake.frozen[0]?.members).toEqual([cold.key]);
  });

  it('keep nothing back that is on a later page', async () => {
    const pages = [many(40, { hot: true, releaseAt: composeNow + 1 }), [cold], [exampleEntry(5_001)]];
    const fake = fakeComposing(pages.flat(), {
      pageOutbox: async function* () {
        const left = new Set(fake.outbox.map(({ key }) => key));
        for (const page of pages) yield page.filter(({ key }) => left.has(key));
      },
    });
    await compose(fake);
    expect(fake.frozen.map(({ members }) => members)).toEqual([[cold.key, exampleEntry(5_001).key]]);
  });

  it('are counted by a flood rule as all others are', async () => {
    const aside: string[] = [];
    const flood = { over: 1_200, show: 20, rest: 'hold' } as const;
    const hot = Array.from({ length: 1_190 }, (_, index) => waiting(index));
    const fake = fakeComposing([...hot, ...many(11).map((entry) => ({ ...entry, key: `${entry.key}z` }))], {
      setAside: async ({ keys }) => {
        aside.push(...keys);
        fake.outbox = fake.outbox.filter(({ key }) => !keys.includes(key));
        return keys.length;
      },
    });
    const route = { ...immediateRoute, flood };
    expect(await compose(fake, { route })).toMatchObject({ digests: [], waiting: 1_190, setAside: 11 });
    fake.outbox.push(cold);
    expect(await compose(fake, { route })).toMatchObject({ digests: [{ signals: 1 }], waiting: 1_190 });
  });

  it('ask for the summary of a buyer once in a composition', async () => {
    const asked: string[] = [];
    const fake = fakeComposing([...many(3, { hot: true, releaseAt: composeNow + 1 }), cold], {
      readSummary: async (buyerId) => void asked.push(buyerId) as undefined,
    });
    await compose(fake);
    expect(asked).toEqual([buyerA]);
  });
});

describe('a freeze that another composer overtook', () => {
  it('throws the bytes away, and reads what is left', async () => {
    const fake = fakeComposing(many(3));
    let tries = 0;
    fake.isCancelled = () => {
      tries += 1;
      if (tries === 1) fake.outbox = fake.outbox.slice(1);
      return tries === 1;
    };
    await compose(fake);
    expect(fake.frozen).toHaveLength(1);
    expect(bodies(fake)[0]?.buyers[0]?.signals).toHaveLength(2);
    expect(fake.sent).toHaveLength(1);
  });

  it('fails if it is overtaken every time, instead of leaving the rest silently', async () => {
    const fake = fakeComposing(many(3));
    fake.isCancelled = () => true;
    await expect(compose(fake, { route: morningRoute })).rejects.toMatchObject({
      code: 'COMPOSE_UNFINISHED',
      message: 'crm: others were faster 21 times',
    });
  });
});

describe('a deadline', () => {
  it('ends the composing with an error before a part that would not be done in time', async () => {
    const fake = fakeComposing(many(150));
    const { freeze } = fake.ports;
    const slow: FakeComposing['ports']['freeze'] = async (digest, now) => {
      fake.now += 30_000;
      return freeze(digest, now);
    };
    const composing = compose(
      { ...fake, ports: { ...fake.ports, freeze: slow } },
      { deadline: composeNow + 35_000 },
    );
    await expect(composing).rejects.toMatchObject({
      code: 'COMPOSE_UNFINISHED',
      message: 'crm: no time left for part 2',
    });
    expect(fake.frozen.map(({ members }) => members.length)).toEqual([75]);
    expect(fake.outbox).toHaveLength(75);
    expect(fake.sent).toHaveLength(1);
  });
});

describe('what waits for a summary', () => {
  it('stays behind, and a route with a time of its own looks again soon', async () => {
    const fake = fakeComposing([exampleEntry(1), waiting(2)]);
    expect(await compose(fake, { route: morningRoute })).toMatchObject({ waiting: 1 });
    expect(fake.frozen[0]?.members).toEqual([exampleEntry(1).key]);
    expect(fake.late).toEqual([{ slot, dueAt: composeNow + 20_000 }]);
  });

  it('needs no mark on a route that sends at once: its next minute looks again', async () => {
    const fake = fakeComposing([waiting(2)]);
    expect(await compose(fake)).toMatchObject({ waiting: 1, digests: [] });
    expect(fake.late).toEqual([]);
  });

  it('goes out with the summary once it is there', async () => {
    const fake = fakeComposing([waiting(2)]);
    fake.summaries.set(buyerA, { state: 'ready', summary: exampleSummary() });
    await compose(fake);
    expect(bodies(fake)[0]?.buyers[0]).toMatchObject({ summaryStatus: 'ready', summary: exampleSummary() });
  });

  it('goes out without it at once where it was refused: nothing more comes of it', async () => {
    const fake = fakeComposing([waiting(2)]);
    fake.summaries.set(buyerA, { state: 'given-up', summary: null });
    expect(await compose(fake)).toMatchObject({ waiting: 0, digests: [{ signals: 1 }] });
    expect(bodies(fake)[0]?.buyers[0]).toMatchObject({ summaryStatus: 'pending', summary: null });
  });

  it('goes out without it after the wait, marked as pending', async () => {
    const fake = fakeComposing([waiting(2)]);
    fake.summaries.set(buyerA, { state: 'wanted', summary: null });
    fake.now = composeNow + 60_000;
    await compose(fake);
    expect(bodies(fake)[0]?.buyers[0]).toMatchObject({ summaryStatus: 'pending', summary: null });
  });
});

describe('what is muted', () => {
  const until = composeNow + 3_600_000;
  const muted = (id: string): Mute => ({ kind: 'buyer', id, until, because: 'they signed' });
  const openMuted = (...entries: OutboxEntry[]) =>
    fakeComposing(entries, { listMutes: async () => [muted(buyerA)] });
  const other = exampleEntry(3, { buyerId: 'another buyer' });

  it('stays behind with its reason, and everything else goes out', async () => {
    const fake = openMuted(exampleEntry(1), exampleEntry(2), other);
    expect(await compose(fake)).toMatchObject({
      digests: [{ signals: 1 }],
      delayed: [{ reason: 'muted', until, signals: 2 }],
    });
    expect(fake.frozen[0]?.members).toEqual([other.key]);
    expect(fake.late).toEqual([]);
  });

  it('makes a route with a time of its own look again at the end of the mute, before anything is frozen', async () => {
    const fake = openMuted(exampleEntry(1), other);
    const frozenAtMark: number[] = [];
    const { markLate } = fake.ports;
    const ports = {
      ...fake.ports,
      markLate: async (...mark: Parameters<typeof markLate>) => {
        frozenAtMark.push(fake.frozen.length);
        await markLate(...mark);
      },
    };
    await compose({ ...fake, ports }, { route: morningRoute });
    expect(fake.late).toEqual([{ slot, dueAt: until }]);
    expect(frozenAtMark).toEqual([0]);
  });

  it('does not hold up the look for summaries', async () => {
    const fake = openMuted(exampleEntry(1), { ...waiting(2), buyerId: 'another buyer' });
    await compose(fake, { route: morningRoute });
    expect(fake.late).toEqual([{ slot, dueAt: composeNow + 20_000 }]);
  });

  it('goes out at once when its mute is ended while its route is being composed', async () => {
    const fake = fakeComposing([exampleEntry(1), other], {
      listMutes: async () =>
        fake.late.length === 0 ? [muted(buyerA)] : [{ ...muted(buyerA), until: composeNow }],
    });
    expect(await compose(fake, { route: morningRoute })).toMatchObject({ delayed: [] });
    expect(fake.outbox).toEqual([]);
  });

  it('is looked at again at the new end of a mute that is made shorter while its route is being composed', async () => {
    const sooner = composeNow + 60_000;
    const fake = fakeComposing([exampleEntry(1)], {
      listMutes: async () =>
        fake.late.length === 0 ? [muted(buyerA)] : [{ ...muted(buyerA), until: sooner }],
    });
    await compose(fake, { route: morningRoute });
    expect(fake.late.at(-1)).toEqual({ slot, dueAt: sooner });
  });

  it('goes out once the mute is over', async () => {
    const fake = openMuted(exampleEntry(1));
    fake.now = until;
    expect(await compose(fake)).toMatchObject({ digests: [{ signals: 1 }], delayed: [] });
  });
});

describe('a late slot', () => {
  const seen = (at: number, number: number) => exampleEntry(number, { firstSeenAt: at });

  it('takes nothing that was seen after it', async () => {
    const fake = fakeComposing([seen(composeNow, 1), seen(composeNow + 1, 2)]);
    await compose(fake, { seenUntil: composeNow });
    expect(fake.frozen.map(({ members }) => members)).toEqual([[seen(composeNow, 1).key]]);
    expect(fake.outbox).toHaveLength(1);
  });

  it('is marked again under its own name, and its digest has the ids of the sweep', async () => {
    const fake = fakeComposing([waiting(1), exampleEntry(2)]);
    const lateSlot = '2026-11-20T08:00:00.000Z';
    await compose(fake, { route: morningRoute, lateSlot });
    expect(fake.late).toEqual([{ slot: lateSlot, dueAt: composeNow + 20_000 }]);
    expect(fake.frozen[0]?.slot).toBe(slot);
  });
});

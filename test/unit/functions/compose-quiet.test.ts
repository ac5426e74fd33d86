import { describe, expect, it } from 'vitest';
import { checkPending } from '../../../functions/compose-digests/check-pending.ts';
import { composeDigests } from '../../../functions/compose-digests/compose-digests.ts';
import { seenUntilOf } from '../../../functions/compose-digests/quiet-slot.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { cronTimes } from '../../../shared/runtime/cron-times.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { type FakeComposing, fakeComposing } from '../../support/functions/compose-ports.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';

const quiet = { from: '18:00', to: '08:00', timezone: 'UTC' };
const always: Route = { ...immediateRoute, quiet };
/** Twice in the quiet hours, and once outside. */
const scheduled: Route = { ...morningRoute, quiet, when: { cron: '0 2,7,17 * * ? *', timezone: 'UTC' } };
const night = '2026-11-21T02:00:00.000Z';
const end = Date.parse('2026-11-21T08:00:00Z');
const minute = 60_000;

const compose = ({ ports }: FakeComposing, over: Partial<Parameters<typeof composeDigests>[1]> = {}) =>
  composeDigests(ports, {
    route: always,
    slot: night,
    seenUntil: Number.POSITIVE_INFINITY,
    dryRun: false,
    deadline: Number.POSITIVE_INFINITY,
    ...over,
  });

const cameAt = (...times: string[]): OutboxEntry[] =>
  times.map((time, index) => exampleEntry(index, { firstSeenAt: Date.parse(`${time}Z`) }));
const bodies = ({ frozen }: FakeComposing) => frozen.map(({ body }) => JSON.parse(body) as DigestContent);

describe('a route in quiet hours', () => {
  it('sends nothing, and reads no outbox to find that out', async () => {
    const fake = fakeComposing([], {
      pageOutbox: () => {
        throw new Error('read the outbox');
      },
    });
    fake.now = end - 1;

    expect(await compose(fake)).toMatchObject({
      digests: [],
      delayed: [{ reason: 'quiet', until: end, signals: null }],
    });
    expect(fake.late).toEqual([]);
  });

  it.each(['immediately', 'at its times'])(
    'sends %s again from the first moment after them',
    async (when) => {
      const fake = fakeComposing(cameAt('2026-11-21T07:00'));
      fake.now = end;
      await compose(fake, { route: when === 'immediately' ? always : scheduled });
      expect(fake.frozen).toHaveLength(1);
    },
  );

  it('marks a slot to be made up for at their end, but not in a dry run', async () => {
    const fake = fakeComposing(cameAt('2026-11-21T01:00'));
    fake.now = Date.parse(night);

    await compose(fake, { route: scheduled, dryRun: true });
    expect(fake.late).toEqual([]);
    await compose(fake, { route: scheduled });
    expect(fake.late).toEqual([{ slot: night, dueAt: end }]);
    expect(fake.frozen).toEqual([]);
  });

  it('makes up for a slot in them with all that came until their end, and for others with what came before', () => {
    expect(seenUntilOf(scheduled, night)).toBe(end);
    expect(seenUntilOf(scheduled, '2026-11-20T17:00:00.000Z')).toBe(Date.parse('2026-11-20T17:00Z'));
  });

  it('goes quiet between two digests', async () => {
    const fake = fakeComposing(cameAt('2026-11-20T17:00', '2026-11-20T17:01'), { entriesAtOnce: 1 });
    fake.now = Date.parse('2026-11-20T17:59:59Z');
    const { freeze } = fake.ports;
    const ports = {
      ...fake.ports,
      freeze: async (...given: Parameters<typeof freeze>) => {
        fake.now += 1_000;
        return freeze(...given);
      },
    };

    const slot = '2026-11-20T17:59:00.000Z';
    await compose({ ...fake, ports }, { route: scheduled, slot });

    expect(fake.frozen).toHaveLength(1);
    expect(fake.late).toEqual([{ slot, dueAt: end }]);
  });
});

describe('the digest after quiet hours', () => {
  it('says how many of its signals came in them', async () => {
    const fake = fakeComposing(cameAt('2026-11-20T17:59', '2026-11-20T18:00', '2026-11-21T07:59'));
    fake.now = end;
    await compose(fake);
    expect(bodies(fake)[0]?.totals).toMatchObject({ signals: 3, inQuietHours: 2 });
  });

  it('says it of all of its parts together', async () => {
    const fits = (body: string) =>
      (JSON.parse(body) as DigestContent).buyers.flatMap((one) => one.signals).length <= 1;
    const fake = fakeComposing(cameAt('2026-11-20T17:59', '2026-11-20T18:00', '2026-11-21T07:59'), {
      fits,
      entriesAtOnce: 1,
    });
    fake.now = end;
    await compose(fake);
    expect(bodies(fake).map(({ totals }) => totals.inQuietHours)).toEqual([2, 2, 2]);
  });

  it.each([
    ['that it made up for', night, 2],
    ['that no slot fell into', undefined, undefined],
  ])('of a schedule counts what came in quiet hours %s', async (_, lateSlot, inQuietHours) => {
    const fake = fakeComposing(
      cameAt('2026-11-19T20:00', '2026-11-20T12:00', '2026-11-20T19:00', '2026-11-21T05:00'),
    );
    fake.now = end;
    await compose(fake, { route: scheduled, lateSlot });
    expect(bodies(fake)[0]?.totals).toMatchObject({ signals: 4 });
    expect(bodies(fake)[0]?.totals.inQuietHours).toBe(inQuietHours);
  });

  it('tells the next one at the end of the quiet hours that its time falls into', async () => {
    const fake = fakeComposing(cameAt('2026-11-20T12:00'));
    fake.now = Date.parse('2026-11-20T17:00Z');
    await compose(fake, { route: scheduled, slot: '2026-11-20T17:00:00.000Z' });
    expect(bodies(fake)[0]?.view.nextAt).toBe('2026-11-21T08:00:00.000Z');
  });
});

interface Waiting {
  readonly route: Route;
  readonly now: number;
  readonly entered?: string;
  /** The slot of a digest that waits for its next attempt. */
  readonly digest?: string;
}

async function check({ route, now, entered, digest }: Waiting) {
  const late: { slot: string; dueAt: number }[] = [];
  const waiting = digest === undefined ? [] : [{ routeId: route.id, slot: digest, part: 1 }];
  const { overdueSeconds } = await checkPending(
    {
      clock: { now: () => now, sleep: async () => undefined },
      observe: () => undefined,
      routes: [route],
      nextSlot: (when, after) => cronTimes(when.cron, when.timezone).next(after),
      readOldestEntries: async (_, __, isDelayed) => {
        const enteredAt = Date.parse(`${entered}Z`);
        const entry = { enteredAt, releaseAt: null, buyerId: 'buyer', bridgeId: 'bridge', hot: false };
        return entered === undefined || isDelayed(entry) ? [] : [entry];
      },
      readRoute: async () => ({ state: 'ENABLED' }),
      registerRoutes: async () => undefined,
      listRoutes: async () => [],
      listMutes: async () => [],
      readSent: async () => ({ counted: 0, times: [] }),
      listOwed: async () => waiting.map((one) => ({ ...one, since: Date.parse(one.slot) })),
      releaseResumed: async () => 0,
      placeMisplaced: async () => 0,
      countVanished: async () => [],
      markLate: async ({ slot }, dueAt) => void late.push({ slot, dueAt }),
    },
    { slot: '2026-11-21T08:03:00.000Z', dryRun: false },
    waiting,
  );
  return { overdueMinutes: overdueSeconds / 60, late };
}

describe('what is overdue at a route with quiet hours', () => {
  it.each([
    ['in them', end - minute, 0],
    ['at their end', end, 0],
    ['minutes later', end + 5 * minute, 5],
  ])('does not count them: %s', async (_, now, overdueMinutes) => {
    const entered = '2026-11-20T20:00';
    expect(await check({ route: always, now, entered })).toMatchObject({ overdueMinutes });
    expect(await check({ route: scheduled, now, entered })).toMatchObject({ overdueMinutes });
  });

  it('stays overdue through them by as much as before', async () => {
    const entered = '2026-11-20T17:29';
    const at = (now: number) => check({ route: always, now, entered });
    expect(await at(Date.parse('2026-11-20T18:00Z'))).toMatchObject({ overdueMinutes: 30 });
    expect(await at(end - minute)).toMatchObject({ overdueMinutes: 30 });
    expect(await at(end + minute)).toMatchObject({ overdueMinutes: 31 });
  });

  it('counts a digest that waits for their end like its signals', async () => {
    const digest = '2026-11-20T17:58:00.000Z';
    const at = (now: number) => check({ route: always, now, digest });
    expect(await at(end)).toMatchObject({ overdueMinutes: 2 });
  });

  it('makes up for a slot once it is late without them, and never within them', async () => {
    const entered = '2026-11-20T16:00';
    const at = (now: number) => check({ route: scheduled, now, entered });
    expect(await at(end - minute)).toMatchObject({ overdueMinutes: 60, late: [] });
    const slot = '2026-11-21T07:00:00.000Z';
    expect(await at(end)).toMatchObject({ late: [{ slot, dueAt: end }] });
    const atNight = await check({ route: scheduled, now: end + 9 * minute, entered: '2026-11-20T20:00' });
    expect(atNight.late).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { type CheckPendingPorts, checkPending } from '../../../functions/compose-digests/check-pending.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { noMessages } from '../../../shared/domain/routes/pace.ts';
import { cronTimes } from '../../../shared/runtime/cron-times.ts';
import { composeNow as now } from '../../support/functions/compose-ports.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';

const minute = 60_000;
const hour = 60 * minute;
const weekly = { ...morningRoute, id: 'weekly', when: { cron: '0 8 ? * MON *', timezone: 'UTC' } };
const monday = Date.parse('2026-11-23T08:00:00Z');
const signal = { buyerId: 'buyer', bridgeId: 'bridge' };
const lookingSlot = '2026-11-21T08:00:00.000Z';
const passingSlot = '2026-11-21T08:03:00.000Z';

interface Pending {
  /** When the oldest entry of a route came into its outbox. */
  readonly entered?: Readonly<Record<string, number>>;
  readonly releaseAt?: number;
  /** Entries of younger signals. */
  readonly behind?: readonly { readonly enteredAt: number; readonly releaseAt: number | null }[];
  readonly slots?: Readonly<Record<string, string>>;
  readonly disabled?: readonly string[];
  readonly hot?: boolean;
}

function open(
  { entered = {}, releaseAt, behind = [], slots = {}, disabled = [], hot = false }: Pending,
  over: Partial<CheckPendingPorts> = {},
) {
  const observed: Observation[] = [];
  const deeds: string[] = [];
  const waiting = Object.entries(slots).map(([routeId, slot]) => ({ routeId, slot, part: 1 }));
  const ports: CheckPendingPorts = {
    listOwed: async (id) =>
      waiting
        .filter(({ routeId }) => routeId === id)
        .map((digest) => ({ ...digest, since: Date.parse(digest.slot) })),
    clock: { now: () => now, sleep: async () => undefined },
    observe: (observation) => void observed.push(observation),
    routes: [immediateRoute, weekly],
    nextSlot: ({ cron, timezone }, after) => cronTimes(cron, timezone).next(after),
    readOldestEntries: async (routeId, _, isDelayed) => {
      const enteredAt = entered[routeId];
      if (enteredAt === undefined) return [];
      const entries = [{ enteredAt, releaseAt: releaseAt ?? null }, ...behind];
      return entries.map((entry) => ({ ...entry, ...signal, hot })).filter((entry) => !isDelayed(entry));
    },
    readRoute: async (routeId) => ({ state: disabled.includes(routeId) ? 'DISABLED' : 'ENABLED' }),
    registerRoutes: async (routeIds) => void deeds.push(`register ${routeIds}`),
    listRoutes: async () => [],
    listMutes: async () => [],
    readSent: async () => noMessages,
    releaseResumed: async () => 0,
    placeMisplaced: async ({ routeId }, type) => {
      deeds.push(`place ${routeId} for ${type}`);
      return 1;
    },
    countVanished: async () => [],
    markLate: async ({ routeId, slot }, dueAt) => void deeds.push(`late ${routeId} ${slot} ${dueAt - now}`),
    ...over,
  };
  const check = (slot = passingSlot, dryRun = false) => checkPending(ports, { slot, dryRun }, waiting);
  return { check, observed, deeds };
}

describe('what is overdue', () => {
  it('is nothing while nothing is pending', async () => {
    const { check, observed } = open({});
    expect(await check()).toEqual({
      overdueSeconds: 0,
      disabledRoutes: null,
      vanishedRoutes: null,
      vanishedPending: null,
    });
    expect(observed).toEqual([
      {
        kind: 'pending-checked',
        overdueSeconds: 0,
        disabledRoutes: null,
        vanishedRoutes: null,
        vanishedPending: null,
      },
    ]);
  });

  it('counts from the minute after an entry came, for a route that sends immediately', async () => {
    const { check } = open({ entered: { crm: now - 10 * minute - 20_000 } });
    expect(await check()).toMatchObject({ overdueSeconds: 600 });
  });

  it('leaves a weekly route alone until its Monday has passed', async () => {
    // 2026-11-21 is a Saturday: what came on Tuesday waits for the 23rd.
    const waiting = open({ entered: { weekly: now - 4 * 24 * hour } });
    expect(await waiting.check()).toMatchObject({ overdueSeconds: 0 });
    const missed = open({ entered: { weekly: now - 6 * 24 * hour } });
    expect(await missed.check()).toMatchObject({ overdueSeconds: 5 * 24 * 3600 });
  });

  it('is what came after a schedule had ended, which no sweep sends', async () => {
    const routes = [{ ...weekly, when: { cron: '0 8 ? * MON 2025', timezone: 'UTC' } }];
    const { check, deeds } = open({ entered: { weekly: now - 6 * 24 * hour } }, { routes });
    expect(await check()).toMatchObject({ overdueSeconds: 6 * 24 * 3600 });
    expect(deeds.filter((deed) => deed.startsWith('late'))).toEqual([]);
  });

  it('is made up for by the next sweep, with what waited at the last slot that passed', async () => {
    const missed = open({ entered: { weekly: now - 20 * 24 * hour } });
    await missed.check();
    expect(missed.deeds).toContain('late weekly 2026-11-16T08:00:00.000Z 0');
  });

  it.each([
    ['was released or handed over just now', now, undefined],
    ['waits for its summary', now - 6 * 24 * hour, now + minute],
  ])('is seen, and made up for, behind an older signal that %s', async (_, enteredAt, releaseAt) => {
    const behind = [{ enteredAt: now - 6 * 24 * hour, releaseAt: null }];
    const { check, deeds } = open({
      entered: { weekly: enteredAt },
      behind,
      ...(releaseAt === undefined ? {} : { releaseAt }),
    });
    expect(await check()).toMatchObject({ overdueSeconds: 5 * 24 * 3600 });
    expect(deeds).toContain('late weekly 2026-11-16T08:00:00.000Z 0');
  });

  it.each([
    ['each minute, and ended last year', '* * * * ? 2025', '2025-12-31T23:59:00.000Z'],
    ['each minute, on New Year alone', '* * 1 1 ? *', '2026-01-01T23:59:00.000Z'],
    ['each minute', '* * * * ? *', '2026-11-21T08:00:00.000Z'],
    ['each minute in the afternoon', '* 13 * * ? *', '2026-11-20T13:59:00.000Z'],
    ['once a year', '30 7 1 12 ? *', '2025-12-01T07:30:00.000Z'],
  ])('is made up for at the right slot by a few looks at a schedule that runs %s', async (_, cron, slot) => {
    let looks = 0;
    const times = cronTimes(cron, 'UTC');
    const nextSlot = (__: unknown, after: number) => {
      looks += 1;
      return times.next(after);
    };
    const routes = [{ ...weekly, when: { cron, timezone: 'UTC' } }];
    const { check, deeds } = open({ entered: { weekly: now - 366 * 24 * hour } }, { routes, nextSlot });
    await check();
    expect(deeds).toContain(`late weekly ${slot} 0`);
    expect(looks).toBeLessThan(200);
  });

  it.each([
    ['its slot has not passed', { entered: { weekly: now - 4 * 24 * hour } }, now],
    ['its slot may still be composed', { entered: { weekly: now - 4 * 24 * hour } }, monday + 9 * minute],
    ['its route is disabled', { entered: { weekly: now - 6 * 24 * hour }, disabled: ['weekly'] }, now],
    ['its route sends each minute anyway', { entered: { crm: now - hour } }, now],
    ['a digest is pending, and no signal', { slots: { weekly: '2026-11-16T08:00:00.000Z' } }, now],
  ])('is not made up for while %s', async (_, pending, at) => {
    const { check, deeds } = open(pending, { clock: { now: () => at, sleep: async () => undefined } });
    await check();
    expect(deeds.filter((deed) => deed.startsWith('late'))).toEqual([]);
  });

  it('is not made up for when its schedule ended more than a year ago: no slot is near', async () => {
    const routes = [{ ...weekly, when: { cron: '0 8 * * ? 2024', timezone: 'UTC' } }];
    const { check, deeds } = open({ entered: { weekly: now - 800 * 24 * hour } }, { routes });
    expect((await check()).overdueSeconds).toBeGreaterThan(700 * 24 * 3600);
    expect(deeds).toEqual(['register weekly']);
  });

  it('is not made up for by a dry run', async () => {
    const { check, deeds } = open({ entered: { weekly: now - 6 * 24 * hour } });
    await check(passingSlot, true);
    expect(deeds).toEqual([]);
  });

  it('counts from the end of a mute', async () => {
    const muted = (until: number) => ({
      listMutes: async () => [{ kind: 'buyer', id: signal.buyerId, until, because: '' } as const],
    });
    const entered = { weekly: now - 6 * 24 * hour };
    const going = open({ entered }, muted(now + hour));
    expect(await going.check()).toMatchObject({ overdueSeconds: 0 });
    const over = open({ entered }, muted(now - 5 * minute));
    expect(await over.check()).toMatchObject({ overdueSeconds: 300 });
    expect([...going.deeds, ...over.deeds].filter((deed) => deed.startsWith('late'))).toEqual([]);
    const missed = open({ entered }, muted(now - 11 * minute));
    await missed.check();
    expect(missed.deeds).toContain('late weekly 2026-11-16T08:00:00.000Z 0');
  });

  it('is made up for at once where an entry was released after its slot, which only a late decision does', async () => {
    const at = monday + 5 * minute;
    const over = { clock: { now: () => at, sleep: async () => undefined } };
    const decided = { entered: { weekly: monday - minute }, releaseAt: monday + 4 * minute };
    const { check, deeds } = open(decided, over);
    expect(await check()).toMatchObject({ overdueSeconds: 60 });
    expect(deeds).toContain(`late weekly ${new Date(monday).toISOString()} ${at - now}`);

    const before = open({ ...decided, releaseAt: monday - 30_000 }, over);
    await before.check();
    expect(before.deeds.filter((deed) => deed.startsWith('late'))).toEqual([]);
  });

  it('does not count the wait for a summary', async () => {
    const { check } = open({ entered: { crm: now - hour }, releaseAt: now - 5 * minute });
    expect(await check()).toMatchObject({ overdueSeconds: 300 });
    const waiting = open({ entered: { crm: now - hour }, releaseAt: now + minute });
    expect(await waiting.check()).toMatchObject({ overdueSeconds: 0 });
  });

  it('counts a digest that waits for an attempt from its slot, whichever route it is of', async () => {
    const [seven, five] = ['2026-11-21T07:00:00.000Z', '2026-11-21T05:00:00.000Z'];
    for (const slots of [
      { crm: seven, weekly: five },
      { crm: five, weekly: seven },
    ]) {
      expect(await open({ slots }).check()).toMatchObject({ overdueSeconds: 3 * 3600 });
    }
  });

  it('is a signal that a route gathers from the end of that', async () => {
    const routes = [{ ...immediateRoute, gather: '5 minutes' }];
    const check = (enteredAt: number) => open({ entered: { crm: enteredAt } }, { routes }).check();
    expect(await check(now - 5 * minute + 1)).toMatchObject({ overdueSeconds: 0 });
    expect(await check(now - 10 * minute)).toMatchObject({ overdueSeconds: 4 * 60 });
  });

  it('is a signal over the limit of messages from the moment at which there is one left', async () => {
    const routes = [{ ...immediateRoute, atMost: '1 an hour' }];
    const readSent = async () => ({ counted: 1, times: [now - 40 * minute] });
    const over = { routes, readSent };
    const pending = { entered: { crm: now - 30 * minute } };
    expect(await open(pending, over).check()).toMatchObject({ overdueSeconds: 0 });
    expect(await open({ ...pending, hot: true }, over).check()).toMatchObject({ overdueSeconds: 29 * 60 });
    const free = { routes, readSent: async () => ({ counted: 1, times: [now - 70 * minute] }) };
    expect(await open(pending, free).check()).toMatchObject({ overdueSeconds: 9 * 60 });
  });

  it.each([
    ['replayed', 'crm'],
    ['handed over', 'gone'],
  ])('counts a digest that was %s from then on, however old its slot is', async (_, routeId) => {
    const slot = '2026-10-21T06:00:00.000Z';
    const owed = { routeId, slot, part: 1, since: now - 5 * minute };
    const listOwed = async (id: string) => (id === 'crm' ? [owed] : []);
    const { check } = open({ slots: { [routeId]: slot } }, { listOwed });
    expect(await check()).toMatchObject({ overdueSeconds: 300 });
  });

  it('leaves out a digest that is owed and waits for no attempt, since it was given up', async () => {
    const slots = { crm: '2026-11-21T07:00:00.000Z' };
    const givenUp = { routeId: 'crm', slot: '2026-11-20T07:00:00.000Z', part: 1, since: now - 24 * hour };
    const listOwed = async () => [givenUp];
    expect(await open({ slots }, { listOwed }).check()).toMatchObject({ overdueSeconds: 0 });
  });

  it('does not read since when digests are owed while all are young', async () => {
    const listOwed = () => Promise.reject(new Error('nobody had to ask'));
    const { check } = open({ slots: { crm: '2026-11-21T07:58:00.000Z' } }, { listOwed });
    expect(await check()).toMatchObject({ overdueSeconds: 120 });
  });

  it('leaves out what a disabled route keeps, which has an alarm of its own', async () => {
    const entered = open({ entered: { crm: now - hour }, disabled: ['crm'] });
    expect(await entered.check()).toMatchObject({ overdueSeconds: 0 });
    const frozen = open({ slots: { crm: '2026-11-21T07:00:00.000Z' }, disabled: ['crm'] });
    expect(await frozen.check()).toMatchObject({ overdueSeconds: 0 });
  });
});

describe('what a vanished route has left', () => {
  const vanished = [{ routeId: 'gone', signalsWaiting: 3, signalsHeld: 2, digests: 1 }];

  it('is counted every tenth minute', async () => {
    const asked: unknown[] = [];
    const countVanished: CheckPendingPorts['countVanished'] = async (...asking) => {
      asked.push(asking);
      return vanished;
    };
    const { check, observed } = open({}, { countVanished });
    expect(await check(passingSlot)).toMatchObject({ vanishedRoutes: null });
    expect(await check(lookingSlot)).toMatchObject({ vanishedRoutes: 1, vanishedPending: 6 });
    expect(asked).toEqual([[['crm', 'weekly'], 100]]);
    expect(observed.at(-1)).toMatchObject({ kind: 'pending-checked', vanishedRoutes: 1, vanishedPending: 6 });
  });
});

describe('what was kept because its route could not take it', () => {
  const registered = (routeId: string) => ({
    routeId,
    firstSeenAt: 0,
    misplaced: 'msg_a 1',
    looked: null,
    resumedAt: null,
    releasedAt: null,
  });

  it('is looked after for each route of the config, as the kind that it is now', async () => {
    const listRoutes = async () => [registered('crm'), registered('gone')];
    const { check, deeds } = open({}, { listRoutes });
    await check();
    expect(deeds).toEqual(['register crm,weekly', 'place crm for webhook']);
  });

  it('in a dry run is only measured', async () => {
    const { check, deeds, observed } = open(
      { entered: { crm: now - hour } },
      { listRoutes: async () => [registered('crm')] },
    );
    expect(await check(lookingSlot, true)).toMatchObject({ overdueSeconds: 3540, vanishedRoutes: 0 });
    expect([...deeds, ...observed]).toEqual([]);
  });
});

describe('a disabled route', () => {
  it('is counted every tenth minute, until it is resumed', async () => {
    const { check } = open({ disabled: ['weekly'] });
    const resumed = open({});

    expect(await check(passingSlot)).toMatchObject({ disabledRoutes: null });
    expect(await check(lookingSlot)).toMatchObject({ disabledRoutes: 1 });
    expect(await resumed.check(lookingSlot)).toMatchObject({ disabledRoutes: 0 });
  });
});

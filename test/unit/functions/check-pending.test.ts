import { describe, expect, it } from 'vitest';
import { checkPending, measureSignals } from '../../../functions/compose-digests/check-pending.ts';
import { lookOnce } from '../../../functions/compose-digests/look-once.ts';
import type { DigestPointer } from '../../../shared/domain/digests/delivery.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { buyerA, exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import { composeNow as now, openComposing } from '../../support/functions/open-composing.ts';

const minute = 60_000;
const hour = 60 * minute;
const weekly = { ...morningRoute, id: 'weekly', when: { cron: '0 8 ? * MON *', timezone: 'UTC' } };
const lookingSlot = '2026-11-21T08:00:00.000Z';
const passingSlot = '2026-11-21T08:03:00.000Z';

interface Pending {
  readonly routes?: readonly Route[];
  readonly at?: number;
  /** The slots of digests that wait for an attempt, by their routes. */
  readonly slots?: Readonly<Record<string, string>>;
  readonly ledger?: Partial<Ledger>;
}

function open({ routes = [immediateRoute, weekly], at = now, slots = {}, ledger = {} }: Pending = {}) {
  const waiting: readonly DigestPointer[] = Object.entries(slots).map(([routeId, slot]) => {
    return { routeId, slot, part: 1 };
  });
  const listOwed: Ledger['listOwed'] = async (id) =>
    waiting
      .filter(({ routeId }) => routeId === id)
      .map((digest) => ({ ...digest, since: Date.parse(digest.slot) }));
  const bench = openComposing([], { config: { routes }, ledger: { listOwed, ...ledger } });
  bench.time.now = at;
  let entries = 0;
  return {
    ...bench,
    /** A signal that entered the outbox of a route then. */
    enter(routeId: string, firstSeenAt: number, over: Partial<OutboxEntry> = {}): void {
      entries += 1;
      bench.add([exampleEntry(entries, { firstSeenAt, ...over })], routeId);
    },
    check: (slot = passingSlot, dryRun = false) =>
      checkPending(bench.ports, { slot, dryRun, lookAt: lookOnce(bench.ports) }, waiting),
  };
}

/** How many seconds is overdue what entered the outbox of `crm` then? */
async function overdueOf(enteredAt: number, over: Partial<OutboxEntry>, pending: Pending): Promise<number> {
  const { enter, check } = open(pending);
  enter('crm', enteredAt, over);
  return (await check()).overdueSeconds;
}

describe('what is overdue', () => {
  it('is nothing while nothing is pending', async () => {
    const { check, observed, ledger } = open();
    const nothing = {
      overdueSeconds: 0,
      disabledRoutes: null,
      vanishedRoutes: null,
      vanishedPending: null,
    };
    expect(await check()).toEqual(nothing);
    expect(observed).toEqual([{ kind: 'pending-checked', ...nothing }]);
    expect((await ledger.listRoutes()).map(({ routeId }) => routeId)).toEqual(['crm', 'weekly']);
  });

  it('counts from the moment at which an entry came, for a route that sends immediately', async () => {
    expect(await overdueOf(now - 10 * minute - 20_000, {}, {})).toBe(620);
  });

  it('leaves a weekly route alone until its Monday has passed', async () => {
    // 2026-11-21 is a Saturday: what came on Tuesday waits for the 23rd.
    const waiting = open();
    waiting.enter('weekly', now - 4 * 24 * hour);
    expect(await waiting.check()).toMatchObject({ overdueSeconds: 0 });
    const missed = open();
    missed.enter('weekly', now - 20 * 24 * hour);
    expect(await missed.check()).toMatchObject({ overdueSeconds: 19 * 24 * 3600 });
    const lateMs = [waiting, missed].map(({ ports }) => measureSignals(ports, weekly));
    expect(await Promise.all(lateMs)).toEqual([0, 19 * 24 * hour]);
  });

  it('is what came after a schedule had ended, which no sweep sends', async () => {
    const routes = [{ ...weekly, when: { cron: '0 8 ? * MON 2025', timezone: 'UTC' } }];
    const { enter, check } = open({ routes });
    enter('weekly', now - 6 * 24 * hour);
    expect(await check()).toMatchObject({ overdueSeconds: 6 * 24 * 3600 });
  });

  it.each([
    ['was released just now', now, null],
    ['waits for its summary', now - 6 * 24 * hour, now + minute],
  ])('is seen behind an older signal that %s', async (_, enteredAt, releaseAt) => {
    const { enter, check } = open();
    enter('weekly', now - 7 * 24 * hour, { enteredAt, releaseAt });
    enter('weekly', now - 6 * 24 * hour);
    expect(await check()).toMatchObject({ overdueSeconds: 5 * 24 * 3600 });
  });

  it('counts from the end of a mute', async () => {
    const mutedUntil = async (until: number) => {
      const bench = open();
      bench.enter('weekly', now - 6 * 24 * hour);
      await bench.ledger.mute({ kind: 'buyer', id: buyerA, until, because: '' });
      return (await bench.check()).overdueSeconds;
    };
    expect(await mutedUntil(now + hour)).toBe(0);
    expect(await mutedUntil(now - 5 * minute)).toBe(300);
  });

  it('does not count the wait for a summary', async () => {
    expect(await overdueOf(now - hour, { hot: true, releaseAt: now - 5 * minute }, {})).toBe(300);
    expect(await overdueOf(now - hour, { hot: true, releaseAt: now + minute }, {})).toBe(0);
  });

  it('is a signal that a route gathers from the end of that', async () => {
    const routes = [{ ...immediateRoute, gather: '5 minutes' }];
    const roundAt = (at: number): Pending => {
      const round = { at, parts: 1, messages: 1, signals: 1, hot: 0, inQuietHours: 0, more: false };
      const item = { ...{ ver: 1, held: 0, untold: 0, dropped: 0, keptUntil: null, round, heartbeat: null } };
      const state = { routeId: 'crm', state: 'ENABLED', reason: null, since: null, ...item } as const;
      return { routes, ledger: { readRoute: async () => state } };
    };
    expect(await overdueOf(now - minute, {}, roundAt(now - 4 * minute))).toBe(0);
    expect(await overdueOf(now - 4 * minute, {}, roundAt(now - 6 * minute))).toBe(60);
  });

  it('leaves quiet hours out', async () => {
    const quiet = { from: '18:00', to: '08:00', timezone: 'UTC' };
    const when = { cron: '0 2,7,17 * * ? *', timezone: 'UTC' };
    const checkAt = async (at: number, entered: string) => {
      const bench = open({ routes: [{ ...morningRoute, quiet, when }], at });
      bench.enter('crm', Date.parse(entered));
      return (await bench.check()).overdueSeconds / 60;
    };
    const [afternoon, evening] = ['2026-11-20T16:00Z', '2026-11-20T20:00Z'];
    expect(await checkAt(now - minute, evening)).toBe(0);
    expect(await checkAt(now + 5 * minute, evening)).toBe(5);
    expect(await checkAt(now - minute, afternoon)).toBe(60);
    expect(await checkAt(now, afternoon)).toBe(60);
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

  it('counts a digest that is sent again from then on, however old its slot is, and none that was given up', async () => {
    const slot = '2026-10-21T06:00:00.000Z';
    const resent = { routeId: 'crm', slot, part: 1, since: now - 5 * minute };
    const givenUp = { ...resent, slot: '2026-11-20T07:00:00.000Z', since: now - 24 * hour };
    const { check } = open({
      slots: { crm: slot },
      ledger: { listOwed: async (id) => (id === 'crm' ? [resent, givenUp] : []) as never },
    });
    expect(await check()).toMatchObject({ overdueSeconds: 300 });
  });

  it('leaves out what a disabled route keeps, which has an alarm of its own', async () => {
    const { enter, check, ledger } = open({ slots: { crm: '2026-11-21T07:00:00.000Z' } });
    enter('weekly', now - 6 * 24 * hour);
    await ledger.disableRoute('crm', 'no_service', now);
    await ledger.disableRoute('weekly', 'no_service', now);
    expect(await check()).toMatchObject({ overdueSeconds: 0 });
  });
});

describe('every tenth minute', () => {
  it('counts what a vanished route has left, and disabled routes without those that an operator paused', async () => {
    const { enter, check, observed, ledger } = open();
    await ledger.registerRoutes(['gone']);
    await ledger.disableRoute('weekly', 'no_service', now);
    for (const firstSeenAt of [now - 3, now - 2, now - 1]) enter('gone', firstSeenAt);
    expect(await check()).toMatchObject({ vanishedRoutes: null, disabledRoutes: null });
    const counts = { vanishedRoutes: 1, vanishedPending: 3, disabledRoutes: 1 };
    expect(await check(lookingSlot)).toMatchObject(counts);
    expect(observed.at(-1)).toMatchObject({ kind: 'pending-checked', ...counts });
    await ledger.enableRoute('weekly', now);
    await ledger.pauseRoute('weekly', now);
    expect(await check(lookingSlot)).toMatchObject({ disabledRoutes: 0 });
  });
});

it('in a dry run is only measured', async () => {
  const { enter, check, observed, table } = open();
  enter('weekly', now - 6 * 24 * hour);
  const before = JSON.stringify([...table.all()]);
  expect(await check(lookingSlot, true)).toMatchObject({ overdueSeconds: 5 * 24 * 3600, vanishedRoutes: 0 });
  expect([observed, JSON.stringify([...table.all()])]).toEqual([[], before]);
});

import { describe, expect, it } from 'vitest';
import { judgeAlerts } from '../../../../../functions/alerts/judge-alerts.ts';
import { gatherFacts } from '../../../../../functions/compose-digests/alerts/gather-facts.ts';
import type { ComposePorts } from '../../../../../functions/compose-digests/digests/ports.ts';
import { readRoutesOnce } from '../../../../../functions/lookups/read-routes-once.ts';
import type { Settlement } from '../../../../../shared/domain/digests/delivery.ts';
import { hourMs as hour, minuteMs as minute } from '../../../../../shared/domain/duration.ts';
import type { Route } from '../../../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../../../shared/domain/signals/outbox.ts';
import { exampleColumn } from '../../../../support/examples/example-columns.ts';
import { bridgeId, exampleEntry } from '../../../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../../../support/functions/example-routes.ts';
import { composeNow as now, openComposing } from '../../../../support/functions/open-composing.ts';
import type { LedgerChanges } from '../../../../support/ledger/change-ledger.ts';
import { freezeOldest, settleDue } from '../../../../support/ledger/digests.ts';

const weekly = { ...morningRoute, id: 'weekly', when: { cron: '0 8 ? * MON *', timezone: 'UTC' } };

interface Pending {
  readonly routes?: readonly Route[];
  readonly at?: number;
  readonly ledger?: LedgerChanges;
}

function open({ routes = [immediateRoute, weekly], at = now, ledger = {} }: Pending = {}) {
  const bench = openComposing([], { config: { routes }, ledger });
  bench.time.now = at;
  let entries = 0;
  return {
    ...bench,
    /** A signal that entered the outbox of a route then. */
    enter(routeId: string, firstSeenAt: number, over: Partial<OutboxEntry> = {}): void {
      entries += 1;
      bench.add([exampleEntry(entries, { firstSeenAt, ...over })], routeId);
    },
    check: async () => {
      const { routes: facts } = await factsOf(bench.ports);
      return { overdueSeconds: Math.max(...facts.map(({ signalsLateMs }) => signalsLateMs)) / 1000 };
    },
  };
}

const factsOf = (ports: ComposePorts, isNewHour = false) =>
  gatherFacts(ports, readRoutesOnce(ports), { lastHour: null, isNewHour });

describe('what is overdue', () => {
  it('leaves a weekly route alone until its Monday has passed', async () => {
    // 2026-11-21 is a Saturday: what came on Tuesday waits for the 23rd.
    const waiting = open();
    waiting.enter('weekly', now - 4 * 24 * hour);
    expect(await waiting.check()).toMatchObject({ overdueSeconds: 0 });
    const missed = open();
    missed.enter('weekly', now - 20 * 24 * hour);
    expect(await missed.check()).toMatchObject({ overdueSeconds: 19 * 24 * 3600 });
  });

  it('is nothing in quiet hours, which delay what was late before them, where something runs all the time', async () => {
    const quiet = { from: '06:00', to: '07:30', timezone: 'UTC' };
    const waiting = open({ routes: [{ ...immediateRoute, quiet }], at: now - 2 * hour });
    waiting.enter('crm', now - 5 * hour);
    expect(await waiting.check()).toEqual({ overdueSeconds: 0 });
    const { routes } = await factsOf({ ...waiting.ports, isLasting: false });
    expect(routes[0]?.signalsLateMs).toBe(3 * hour);
    waiting.time.now = now;
    expect(await waiting.check()).toEqual({ overdueSeconds: 3.5 * 3600 });
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

  it('is nothing of a disabled route', async () => {
    const { enter, check, ledger } = open();
    enter('weekly', now - 6 * 24 * hour);
    await ledger.routes.disable('weekly', 'no_service', now);
    expect(await check()).toEqual({ overdueSeconds: 0 });
  });
});

describe('the facts of a route', () => {
  it('say for how long each digest has been due, from its creation or its last resend, without quiet hours', async () => {
    const quiet = { from: '18:00', to: '07:30', timezone: 'UTC' };
    const digest = {
      digestId: 'msg_a',
      attempts: 2,
      state: 'FROZEN',
      reason: 'answered 503',
      resentAt: null,
    };
    const listed = [
      { ...digest, frozenAt: now - hour },
      { ...digest, digestId: 'msg_b', state: 'DEAD', frozenAt: now - 24 * hour, resentAt: now - minute },
      { ...digest, digestId: 'msg_c', state: 'UNKNOWN', frozenAt: now - hour },
    ];
    const { ports } = open({
      routes: [{ ...immediateRoute, quiet }],
      ledger: { digests: { listOutermost: async () => ({ digests: listed as never, isAll: true }) } },
    });
    const [route] = (await factsOf(ports)).routes;
    const common = { attempts: 2, reason: 'answered 503' };
    expect(route?.digests).toEqual([
      { ...common, digestId: 'msg_a', isDead: false, lateMs: hour / 2 },
      { ...common, digestId: 'msg_b', isDead: true, lateMs: minute },
    ]);
  });

  it('have what fails now behind however many digests that failed for good, and are counted as a part', async () => {
    const { ports, ledger } = open();
    const settle = async (number: number, settlement: Settlement) => {
      const pointer = { routeId: 'crm', slot: new Date(now - hour + number * 1000).toISOString(), part: 1 };
      await freezeOldest(ledger, pointer, now - hour, { digestId: `msg_${number}` });
      await settleDue(ledger, pointer, now - hour, settlement);
    };
    for (let number = 100; number < 160; number += 1)
      await settle(number, { to: 'DEAD', reason: 'answered 400' });
    await settle(160, { to: 'FROZEN', reason: 'answered 401', nextAttemptAt: now });
    const { untold } = judgeAlerts({ entries: [], untold: [], over: [] }, await factsOf(ports));
    expect(untold.map(({ name, figures }) => `${name}: ${figures}`)).toEqual([
      'digest-failed: 49 or more digests failed for good, the oldest msg_100 for 1 hour: answered 400',
      'destination-secret-rejected: 1 or more digests rejected, the oldest msg_160 for 1 hour: answered 401',
    ]);
  });

  it('say why it is disabled, unless a person paused it', async () => {
    const { ports, ledger } = open();
    await ledger.routes.disable('crm', 'answered 410 Gone', now);
    await ledger.routes.disable('weekly', 'paused by hand', now);
    expect((await factsOf(ports)).routes).toMatchObject([
      { routeId: 'crm', isStill: true, disabled: 'answered 410 Gone' },
      { routeId: 'weekly', isStill: true, disabled: null },
    ]);
  });
});

it('the facts name what a removed route has left', async () => {
  const { enter, ports, ledger } = open();
  await ledger.routes.register(['gone', 'crm']);
  for (const firstSeenAt of [now - 3, now - 2, now - 1]) enter('gone', firstSeenAt);
  expect((await factsOf(ports)).removed).toEqual([
    { routeId: 'gone', signalsWaiting: 3, signalsHeld: 0, digests: 0 },
  ]);
});

it('the facts name what is misspelt, once an hour, and no column before those of each bridge are known', async () => {
  const routes = [{ ...immediateRoute, match: { bridges: ['Tneders'] }, show: ['Scor'] }];
  const { ports, ledger } = open({ routes });
  const misspelt = async () => (await factsOf(ports, true)).misspelt;
  await ledger.polls.learnBridges(
    new Map([
      [bridgeId, 'Tenders'],
      ['b', null],
    ]),
  );
  await ledger.columns.save(bridgeId, [exampleColumn({ name: 'Score' })]);
  const bridge = expect.stringContaining('(did you mean "Tenders"?)');
  expect(await misspelt()).toEqual([bridge]);
  await ledger.columns.save('b', []);
  expect(await misspelt()).toEqual([expect.stringContaining('(did you mean "Score"?)'), bridge]);
  expect((await factsOf(ports)).misspelt).toBeNull();
});

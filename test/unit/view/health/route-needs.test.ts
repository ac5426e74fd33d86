import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../../functions/deliver-digest/handler.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { needsOf } from '../../../../view/health/route-needs.ts';
import { type RouteStatus, readRoutes, type SendingLedger } from '../../../../view/health/route-status.ts';
import { describeDigest } from '../../../../view/words/describe-digest.ts';
import { exampleEntry, exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { composeNow, openComposing } from '../../../support/functions/open-composing.ts';
import { openFunctions } from '../../../support/functions/open-functions.ts';
import { changeLedger } from '../../../support/ledger/change-ledger.ts';
import { noOutline } from '../../../support/ledger/digests.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const frozen = {
  routeId: 'crm',
  slot: '2026-11-21T08:00:00.000Z',
  part: 1,
  digestId: 'msg_1',
  destinationType: 'webhook',
  body: '{}',
  outline: noOutline,
} as const;
const invocation = { getRemainingTimeInMillis: () => 100_000 };
const well: RouteStatus = {
  routeId: 'sales',
  to: 'slack',
  state: 'ENABLED',
  reason: null,
  since: null,
  muted: [],
  waiting: { signals: 2, hot: 0, oldestAt: now - hour, awaitingSummary: 0, awaitingUntil: null },
  signalsHeld: 0,
  digests: [],
  oldestAt: now - hour,
  isLasting: true,
  judgedAt: now,
  wasQuiet: false,
  lateMs: 0,
  unreadMs: 0,
  unwritable: null,
  rest: null,
};

type Listed = RouteStatus['digests'][number];

function digest(state: Listed['state'], changed: Partial<Listed> = {}): Listed {
  return {
    owedMs: 0,
    routeId: 'sales',
    slot: '2026-11-21T07:00:00.000Z',
    part: 1,
    digestId: 'msg_1',
    state,
    kind: 'digest',
    signals: 2,
    attempts: 1,
    reason: null,
    destinationType: 'slack',
    frozenAt: now - hour,
    dueAt: now,
    deliveredAt: null,
    resentAt: null,
    instead: null,
    ...changed,
  };
}

const disabled = (reason: string) => ({ state: 'DISABLED', reason, since: now - hour / 2 }) as const;

/** A stage, unless `over` is of this machine. */
async function needsAt(
  ledger: SendingLedger['ledger'],
  at: number,
  over: Partial<SendingLedger> = {},
  route: Route = immediateRoute,
) {
  const sending = { ledger, stage: {}, isRunning: false, ...over };
  const statuses = await readRoutes(sending, [route], at, [route.id]);
  return statuses.flatMap((status) => needsOf(status, at, {}));
}
const kindsAt = async (...of: Parameters<typeof needsAt>) => (await needsAt(...of)).map(({ kind }) => kind);

describe('what of a route needs attention', () => {
  it('is nothing while its signals and digests wait for their time, also after a 429', () => {
    expect(needsOf({ ...well, digests: [digest('FROZEN')] }, now, {})).toEqual([]);
    const putOff = digest('FROZEN', { attempts: 0, reason: 'answered 429', owedMs: hour - 1 });
    expect(needsOf({ ...well, digests: [putOff] }, now, {})).toEqual([]);
  });

  it('is a digest that a run created and did not come to deliver, unless somebody made it due since', () => {
    const needs = (isLasting: boolean, resentAt: number | null = null) => {
      const digests = [digest('FROZEN', { attempts: 0, resentAt })];
      return needsOf({ ...well, isLasting, digests }, now, {}).map(({ text }) => text);
    };
    expect(needs(false)).toEqual([
      'route sales: 1 digest not delivered since 2026-11-21 07:00 UTC (no attempt was made); next attempt due',
    ]);
    expect([needs(true), needs(false, now)]).toEqual([[], []]);
  });

  it('is late by now where something runs all the time, and as of the last tick where nothing does', async () => {
    const bench = openComposing([exampleEntry(1, { firstSeenAt: composeNow })]);
    const { ledger, time } = bench;
    const found = composeNow;
    await ledger.polls.noteTick(found, { since: found, askedSince: null, askedTicks: 0 });
    time.now += 5 * hour;
    const needs = (isRunning: boolean) => kindsAt(ledger, time.now, { stage: null, isRunning });
    expect(await needs(true)).toEqual(['late']);
    expect(await needs(false)).toEqual([]);
    await ledger.polls.noteTick(time.now, { since: found, askedSince: null, askedTicks: 0 });
    expect(await needs(false)).toEqual(['late']);
  });

  it('is late where each run comes in the quiet hours of its route', async () => {
    const { ledger, add } = openComposing();
    const route = { ...immediateRoute, quiet: { from: '18:00', to: '07:00', timezone: 'UTC' } };
    const evening = Date.parse('2026-11-21T20:00:00Z');
    add([exampleEntry(1, { firstSeenAt: evening })]);
    const runAt = async (at: number) => {
      await ledger.polls.noteTick(at, { since: evening, askedSince: null, askedTicks: 0 });
      return (await needsAt(ledger, at + 15 * hour, { stage: null }, route)).map(({ text }) => text);
    };
    expect(await runAt(evening)).toEqual([]);
    expect(await runAt(evening + 24 * hour)).toEqual([
      'route crm: signals or digests have been due for 11 hours outside quiet hours, and the last run came in them; start one outside them: npm run -s signalpost -- run --once',
    ]);
  });

  it('is late from a quarter of an hour after the summary that its signal waited for', async () => {
    const releaseAt = composeNow + 24 * hour;
    const entry = exampleEntry(1, { firstSeenAt: composeNow, hot: true, releaseAt });
    const { ledger, time } = openComposing([entry]);
    await ledger.summaries.request(entry.buyerId, composeNow, releaseAt);
    const needsIn = (ms: number) => {
      time.now += ms;
      return kindsAt(ledger, time.now);
    };
    expect(await needsIn(2 * hour)).toEqual([]);
    const claim = await ledger.summaries.claim(entry.buyerId, time.now, minute);
    if (claim !== null) await ledger.summaries.settle(claim, { result: 'none' }, time.now);
    expect(await needsIn(15 * minute)).toEqual([]);
    expect(await needsIn(minute)).toEqual(['late']);
  });

  const noWrite = { settle: () => Promise.reject(new Error('no write')) };
  it.each([
    ['whose sender stops in each attempt', noWrite, {}, 'failing'],
    ['that is put off before each call', {}, { notBegun: true, status: null, reason: 'not begun' }, 'late'],
  ])('is a digest %s, from an hour on at all times', async (_, digests, answer, kind) => {
    const { ports, ledger, time, outboxKeys } = openFunctions({
      answer: () => ({ outcome: 'retry', ...answer }),
    });
    await ledger.signals.record(exampleNewSignal(1, { firstSeenAt: time.now }));
    await ledger.digests.freeze({ ...frozen, members: outboxKeys('crm') }, time.now);
    const deliver = createHandler({ ...ports, ledger: changeLedger(ledger, { digests }) });
    const told: string[][] = [];
    for (; time.now < composeNow + 5 * hour; time.now += minute) {
      await deliver({}, invocation).catch(() => undefined);
      told.push(await kindsAt(ledger, time.now));
    }
    expect(told.slice(0, 60).flat()).toEqual([]);
    expect(told.slice(60)).toEqual(Array.from({ length: 240 }, () => [kind]));
  });

  const quiet = { from: '08:00', to: '09:00', timezone: 'UTC' };
  it.each([
    ['an attempt failed', { status: 503, reason: 'answered 503' }, immediateRoute, ['failing']],
    [
      'a 429 put it off',
      { throttled: true, retryAfterMs: 10 * minute, status: 429, reason: 'answered 429' },
      immediateRoute,
      ['failing'],
    ],
    ['its route is quiet', {}, { ...immediateRoute, quiet }, []],
  ])('is told until the next run where nothing runs all the time, if %s', async (_, answer, route, kinds) => {
    const { ports, ledger, time, outboxKeys } = openFunctions({
      config: { routes: [route] },
      answer: () => ({ outcome: 'retry', ...answer }),
    });
    await ledger.signals.record(exampleNewSignal(1, { firstSeenAt: time.now }));
    await ledger.polls.noteTick(time.now, { since: time.now, askedSince: null, askedTicks: 0 });
    time.now += 10_000;
    await ledger.digests.freeze({ ...frozen, members: outboxKeys('crm') }, time.now);
    await createHandler(ports)({}, invocation);
    time.now += 20 * hour;
    expect(await kindsAt(ledger, time.now, { stage: null }, route)).toEqual(kinds);
  });

  it.each<[string, Partial<RouteStatus>, string, string]>([
    [
      'a disabled route, with what it keeps',
      {
        ...disabled('answered 410 Gone'),
        digests: [digest('HELD'), digest('FROZEN', { reason: 'answered 503' })],
      },
      'stuck',
      'disabled since 2026-11-21 07:30 UTC (answered 410 Gone), 2 digests waiting: fix the destination, then: npm run -s signalpost -- resume sales --stage prod',
    ],
    [
      'the route of an owner who left, with what waits',
      { ...disabled('channel_not_found'), rest: 'team' },
      'stuck',
      'disabled since 2026-11-21 07:30 UTC (channel_not_found): its owner left; send what waits to team: npm run -s signalpost -- resend sales --stage prod',
    ],
    [
      'the route of an owner who left, for whom nothing waits',
      { ...disabled('channel_not_found'), rest: 'team', waiting: { ...well.waiting, signals: 0 } },
      'stuck',
      'disabled since 2026-11-21 07:30 UTC (channel_not_found): its owner left; take them out of people',
    ],
    [
      'a route that an operator paused',
      { ...disabled('paused by hand'), digests: [digest('HELD')] },
      'paused',
      'paused by hand since 2026-11-21 07:30 UTC, 1 digest waiting: npm run -s signalpost -- resume sales --stage prod',
    ],
    [
      'digests waiting although the route is enabled',
      { digests: [digest('HELD'), digest('HELD')] },
      'stuck',
      '2 digests waiting for the route although it is enabled: npm run -s signalpost -- resume sales --stage prod',
    ],
    [
      'what nothing delays, a quarter of an hour after it should have been sent',
      { lateMs: hour / 4 + 1_000 },
      'late',
      'signals or digests should have been sent at 2026-11-21 07:44 UTC, and no rule delays them: docs/runbook.md says what to look at under "A delivery is overdue"',
    ],
    [
      'an outbox that no sweep has read to its end for so long',
      { unreadMs: hour / 4 + 1_000 },
      'late',
      'its outbox is so large that sweeps have read it since 2026-11-21 07:44 UTC without reaching its end; end mutes that hold much, or discard all that waits: npm run -s signalpost -- pause sales --stage prod && npm run -s signalpost -- discard sales --stage prod',
    ],
    [
      'failed attempts, which are retried automatically',
      {
        digests: [
          digest('FROZEN', { reason: 'answered 503', dueAt: now + hour / 3 }),
          digest('SENDING', { reason: 'answered 500', frozenAt: now - 2 * hour, dueAt: now + hour }),
        ],
      },
      'failing',
      '2 digests not delivered since 2026-11-21 06:00 UTC (answered 503); next attempt in 20 minutes',
    ],
    [
      'a digest that a destination has put off for an hour',
      {
        digests: [digest('FROZEN', { attempts: 0, reason: 'answered 429', owedMs: hour, dueAt: now + hour })],
      },
      'failing',
      '1 digest not delivered since 2026-11-21 07:00 UTC (answered 429); next attempt in 1 hour',
    ],
    [
      'a digest whose senders have stored no outcome for an hour',
      { digests: [digest('SENDING', { owedMs: hour, dueAt: now + hour })] },
      'failing',
      '1 digest not delivered since 2026-11-21 07:00 UTC (the outcome of its attempt is unknown); next attempt in 1 hour',
    ],
    [
      'digests of another kind of destination',
      { digests: [digest('HELD', { destinationType: 'webhook' })] },
      'stuck',
      '1 digest written for another kind of destination: set its destination back until they are delivered, or npm run -s signalpost -- discard sales --stage prod',
    ],
    [
      'digests that failed for good, with the last reason',
      { digests: [digest('DEAD', { reason: 'answered 500' }), digest('DEAD', { reason: 'answered 400' })] },
      'stuck',
      '2 digests failed for good (answered 400): npm run -s signalpost -- resend sales --stage prod',
    ],
    [
      'signals of a flood',
      { signalsHeld: 3 },
      'held',
      '3 signals held over the flood limit: npm run -s signalpost -- resend sales --stage prod',
    ],
    [
      'a route removed from the config, with all that is pending',
      { to: null, signalsHeld: 3, digests: [digest('DEAD')] },
      'vanished',
      'no longer in the config, with 2 signals waiting, 3 signals held, 1 digest undelivered: put the route back until nothing is pending, or npm run -s signalpost -- discard sales --stage prod',
    ],
    [
      'the route of an owner whom the config lacks, with all that is pending',
      { to: null, rest: 'team' },
      'vanished',
      'no longer in the config, with 2 signals waiting: send what waits to team: npm run -s signalpost -- resend sales --stage prod',
    ],
  ])('is %s', (_, changed, kind, text) => {
    const needs = needsOf({ ...well, ...changed }, now, { stage: 'prod' });

    expect(needs).toEqual([{ kind, text: `route sales: ${text}` }]);
  });
});

it.each<[string, Partial<Listed>, string]>([
  ['its signals', {}, '2 signals'],
  ['a heartbeat', { kind: 'heartbeat', signals: 0 }, 'heartbeat'],
  ["a bot's message whose signals are all in its thread", { signals: 0 }, 'message above a thread'],
])('a digest is told with %s', (_, change, content) => {
  const told = describeDigest(digest('FROZEN', { reason: 'answered 503', ...change }), 'ENABLED', now);

  expect(told).toBe(`msg_1  waiting, ${content}, 1 attempt, next attempt due, answered 503`);
});

it('a digest that was handed over is told with the route that sends it', () => {
  expect(describeDigest(digest('DEAD', { instead: 'sales' }), 'ENABLED', now)).toBe(
    'msg_1  failed for good, handed over to sales, 2 signals, 1 attempt',
  );
});

it('a digest that waits for a disabled route is kept, without a next attempt', () => {
  expect(describeDigest(digest('FROZEN'), 'DISABLED', now)).toBe(
    'msg_1  waiting for its route, 2 signals, 1 attempt',
  );
});

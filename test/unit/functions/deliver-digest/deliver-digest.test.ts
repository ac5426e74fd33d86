import { describe, expect, it } from 'vitest';
import { deliverDigest } from '../../../../functions/deliver-digest/deliver-digest.ts';
import { createHandler } from '../../../../functions/deliver-digest/handler.ts';
import { clocksMs } from '../../../../shared/domain/clock.ts';
import type { AttemptOutcome } from '../../../../shared/domain/digests/attempt.ts';
import type { FrozenDigest, OutgoingDigest } from '../../../../shared/domain/digests/delivery.ts';
import { hourMs as hour, minuteMs as minute } from '../../../../shared/domain/duration.ts';
import { pausedByHand } from '../../../../shared/domain/routes/pause.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { digestKey } from '../../../../shared/ledger/items/keys.ts';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { benchNow as now, openFunctions } from '../../../support/functions/open-functions.ts';
import { changeLedger } from '../../../support/ledger/change-ledger.ts';
import { freezeOldest, noOutline } from '../../../support/ledger/digests.ts';

const slot = '2026-11-21T08:00:00.000Z';
const pointer = { routeId: 'crm', slot, part: 1 };
const busy = { outcome: 'retry', status: 503, reason: 'busy' } as const;

/** A digest of one signal that is due now, and its delivery. `answers` are those of the destination, the last one for good. */
async function open(
  answers: readonly Partial<AttemptOutcome>[] = [{}],
  { routes = [immediateRoute], ...over }: Partial<FrozenDigest> & { readonly routes?: readonly Route[] } = {},
) {
  const bench = openFunctions({
    config: { routes },
    answer: (_, call) => answers[Math.min(call, answers.length) - 1] ?? {},
  });
  const { ledger, table } = bench;
  await ledger.signals.record(exampleNewSignal(1, { firstSeenAt: now - 61_000 }));
  await freezeOldest(ledger, pointer, now, { digestId: 'msg_a', body: '{"a":1}', ...over });
  const stored = () => table.peek(digestKey(pointer));
  return {
    ...bench,
    deliver: () => deliverDigest(bench.ports, pointer),
    /** Attempt after attempt, each when it is due. */
    deliverAll: async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        bench.time.now = Math.max(bench.time.now, Number(stored()?.dueAt));
        await deliverDigest(bench.ports, pointer);
      }
    },
    stored,
  };
}

describe('delivering a digest', () => {
  it('claims it, sends the frozen bytes and stores that they were taken', async () => {
    const { deliver, sent, stored, observed } = await open();
    expect(await deliver()).toEqual({ digestId: 'msg_a', result: 'delivered', reason: 'taken' });
    expect(sent).toEqual([
      { digestId: 'msg_a', body: '{"a":1}', to: immediateRoute.to, notAfter: now + 65_000 },
    ]);
    expect(stored()).toMatchObject({ state: 'DELIVERED', attempts: 1 });
    expect(observed).toEqual([
      {
        kind: 'digest-attempted',
        routeId: 'crm',
        digestId: 'msg_a',
        attempt: 1,
        outcome: 'delivered',
        status: 204,
        reason: 'taken',
        ambiguous: false,
        nextAttemptAt: null,
        waitedMs: 61_000,
      },
    ]);
  });

  it.each([
    ['by the schedule', null, 5_000],
    ['when the destination asks, if that is later', hour, hour],
  ])('tries again %s', async (_, retryAfterMs, laterMs) => {
    const { deliver, stored, observed } = await open([{ ...busy, retryAfterMs }]);
    await deliver();
    const dueAt = now + laterMs;
    expect(stored()).toMatchObject({ state: 'FROZEN', attempts: 1, dueAt, reason: 'busy' });
    expect(observed[0]).toMatchObject({ outcome: 'retry', nextAttemptAt: new Date(dueAt).toISOString() });
  });

  it('gives it up, and keeps it, once the schedule is used up', async () => {
    const { deliverAll, stored, observed } = await open([busy]);
    await deliverAll(10);
    const reason = 'every attempt of the schedule failed; the last: busy';
    expect(stored()).toMatchObject({ state: 'DEAD', attempts: 10, reason });
    expect(observed.at(-1)).toMatchObject({ outcome: 'dead', attempt: 10, nextAttemptAt: null });
  });

  it('disables the route, and keeps the digest, when the destination wants no more', async () => {
    const { deliver, stored, observed, ledger } = await open([
      { outcome: 'gone', status: 410, reason: 'gone' },
    ]);
    expect(await deliver()).toMatchObject({ result: 'gone' });
    expect(await ledger.routes.read('crm')).toMatchObject({ state: 'DISABLED', reason: 'gone' });
    expect(stored()).toMatchObject({ state: 'HELD', reason: 'gone' });
    expect(observed.map(({ kind }) => kind)).toEqual(['route-disabled', 'digest-attempted']);
  });

  it('is ambiguous if the attempt was, or if an earlier sender may have sent it', async () => {
    const unknown = await open([{ outcome: 'retry', ambiguous: true }]);
    await unknown.deliver();
    const second = await open();
    await second.ledger.digests.claim(pointer, now, 90_000);
    second.time.now += 90_000 + clocksMs;
    await second.deliver();
    for (const { observed, ledger } of [unknown, second]) {
      expect(observed[0]).toMatchObject({ kind: 'digest-attempted', ambiguous: true });
      // A webhook's receiver drops the repeat.
      expect(await ledger.troubles.list('crm')).toEqual([]);
    }
  });

  const slack = { type: 'slack', webhookUrl: { secret: 'SLACK' } } as const;
  const unknown = { outcome: 'retry', ambiguous: true, reason: 'answered 500' } as const;
  const openSlack = (over: Partial<Route> = {}) =>
    open([unknown], { routes: [{ ...immediateRoute, to: slack, ...over }], destinationType: 'slack' });
  const twice = (problem: string) => [{ kind: 'ambiguous', about: expect.stringMatching(/^msg_/), problem }];

  it('is noted if its outcome is unknown and its destination shows a repeat', async () => {
    const { deliver, ledger } = await openSlack();
    await deliver();
    expect(await ledger.troubles.list('crm')).toMatchObject(twice('answered 500'));
  });

  it('is noted though the next sender puts the digest off', async () => {
    const quiet = { from: '08:05', to: '09:00', timezone: 'UTC' };
    const { deliver, ledger, time } = await openSlack({ quiet });
    await ledger.digests.claim(pointer, now, 90_000);
    time.now += 90_000 + clocksMs;
    expect(await deliver()).toMatchObject({ result: 'put-off' });
    const stopped = 'its sender stopped in the middle of an attempt';
    expect(await ledger.troubles.list('crm')).toMatchObject(twice(stopped));
  });

  it('is noted though its sender crashes once the outcome is stored', async () => {
    const { ports, ledger } = await openSlack();
    const endAttempt = () => Promise.reject(new Error('crash'));
    const crashing = { ...ports, ledger: changeLedger(ledger, { digests: { endAttempt } }) };
    await expect(deliverDigest(crashing, pointer)).rejects.toThrow('crash');
    expect(await ledger.troubles.list('crm')).toMatchObject(twice('answered 500'));
  });
});

it('a digest that is put off after an attempt keeps the reason of that attempt', async () => {
  const quiet = { from: '08:01', to: '09:00', timezone: 'UTC' };
  const rejected = { outcome: 'retry', status: 401, reason: 'answered 401' } as const;
  const { deliverAll, stored } = await open([rejected], { routes: [{ ...immediateRoute, quiet }] });
  await deliverAll(3);
  expect(stored()).toMatchObject({ state: 'FROZEN', attempts: 2, dueAt: now + hour, reason: 'answered 401' });
});

describe('a digest that is answered by a 429 with a time', () => {
  const throttled = {
    outcome: 'retry',
    status: 429,
    reason: 'answered 429: too many requests',
    retryAfterMs: 1_000,
    throttled: true,
  } as const;
  const reason = 'answered 429: too many requests; retried as Retry-After asks, which uses up no attempt';

  it('comes again at that time, uses up no attempt, and says so', async () => {
    const { deliver, stored, observed } = await open([throttled]);
    expect(await deliver()).toEqual({ digestId: 'msg_a', result: 'retry', reason });
    const [dueAt, throttledSince] = [now + 1_000, now];
    expect(stored()).toMatchObject({ state: 'FROZEN', attempts: 0, dueAt, reason, throttledSince });
    expect(observed).toMatchObject([
      { attempt: 1, outcome: 'retry', status: 429, reason, nextAttemptAt: '2026-11-21T08:00:01.000Z' },
    ]);
  });

  it('counts once it has gone on for a day, and is put off again after an outage', async () => {
    const { deliver, stored, time } = await open([throttled, throttled, busy, throttled]);
    await deliver();
    time.now += 24 * hour + 1;
    await deliver();
    expect(stored()).toMatchObject({ attempts: 1, reason: throttled.reason, throttledSince: now });
    time.now += hour;
    await deliver();
    expect(stored()).toMatchObject({ attempts: 2, reason: 'busy' });
    expect(stored()).not.toHaveProperty('throttledSince');
    time.now += 25 * hour;
    await deliver();
    expect(stored()).toMatchObject({ attempts: 2, reason, throttledSince: time.now });
  });

  it('keeps since when that is while it is put off for quiet hours', async () => {
    const quiet = { from: '08:01', to: '09:00', timezone: 'UTC' };
    const { deliverAll, stored } = await open([{ ...throttled, retryAfterMs: 2 * minute }], {
      routes: [{ ...immediateRoute, quiet }],
    });
    await deliverAll(2);
    expect(stored()).toMatchObject({ attempts: 0, dueAt: now + hour, throttledSince: now });
  });
});

describe('a digest whose form is refused', () => {
  const refused = { outcome: 'dead', status: 400, reason: 'invalid_blocks', formRefused: true } as const;

  it('is due at once in its plain form, and given up if that is refused, too', async () => {
    const { deliver, stored, sent, observed } = await open([refused], { plainBody: 'plain' });

    expect(await deliver()).toEqual({ digestId: 'msg_a', result: 'rewritten', reason: 'invalid_blocks' });
    expect(stored()).toMatchObject({ state: 'FROZEN', dueAt: now });
    expect(observed).toEqual([
      {
        kind: 'digest-rewritten',
        routeId: 'crm',
        digestId: 'msg_a',
        attempt: 1,
        status: 400,
        reason: 'invalid_blocks',
      },
    ]);
    expect(await deliver()).toMatchObject({ result: 'dead' });
    expect(sent.map(({ body }) => body)).toEqual(['{"a":1}', 'plain']);
  });

  it('is given up when it is refused for another reason', async () => {
    const { deliver, stored } = await open([{ ...refused, formRefused: false }], { plainBody: 'plain' });

    expect(await deliver()).toMatchObject({ result: 'dead' });
    expect(stored()).toMatchObject({ state: 'DEAD', reason: 'invalid_blocks' });
  });
});

describe('a route with its attempts under way', () => {
  const take = ({ ledger, time }: Awaited<ReturnType<typeof open>>, holder: string) =>
    ledger.digests.beginAttempt('crm', holder, time.now, 90_000);

  it('waits for a place while attempts end quickly', async () => {
    const bench = await open();
    await take(bench, 'a');
    const place = await take(bench, 'b');
    const sleep = async (ms: number) => {
      await bench.ports.clock.sleep(ms);
      if (bench.slept.length < 3 || place.kind !== 'granted') return;
      await bench.ledger.digests.endAttempt('crm', place, false, bench.time.now);
    };
    const ports = { ...bench.ports, clock: { ...bench.ports.clock, sleep } };
    expect(await deliverDigest(ports, pointer)).toMatchObject({ result: 'delivered' });
    expect(bench.slept).toHaveLength(3);
  });

  it('does not wait behind a slow attempt', async () => {
    const bench = await open();
    await take(bench, 'a');
    await take(bench, 'b');
    bench.time.now += 2_000;
    expect(await bench.deliver()).toMatchObject({ result: 'put-off' });
    expect(bench.slept).toEqual([]);
    expect(bench.stored()).toMatchObject({ attempts: 0, dueAt: now + 2_000 });
  });
});

describe('a digest that has nowhere to go', () => {
  it.each<[string, string, Parameters<typeof open>[1]]>([
    ['its route is not in the config', 'its route is not in the config', { routes: [] }],
    [
      'it was written for another kind of destination',
      'it was rendered for slack, but its route now sends to webhook',
      { destinationType: 'slack' },
    ],
  ])('is kept while %s, and uses up no attempt', async (_, reason, over) => {
    const { deliver, sent, stored, observed, time } = await open([{}], over);
    expect(await deliver()).toMatchObject({ result: 'held', reason });
    expect(sent).toEqual([]);
    expect(stored()).toMatchObject({ state: 'HELD', attempts: 0, reason, dueAt: now + hour });
    time.now += hour;
    expect(await deliver()).toMatchObject({ result: 'held', reason });
    // Told once, not each hour.
    expect(observed).toEqual([{ kind: 'digest-held', routeId: 'crm', digestId: 'msg_a', reason }]);
  });

  it.each<[string, string]>([
    ['no_service', 'the route is disabled: no_service'],
    [pausedByHand, 'the route is paused by hand'],
  ])('is held, without a call, while its route is disabled: %s', async (why, reason) => {
    const { deliver, sent, stored, ledger } = await open();
    await ledger.routes.disable('crm', why, now);
    expect(await deliver()).toMatchObject({ result: 'held', reason });
    expect(sent).toEqual([]);
    expect(stored()).toMatchObject({ state: 'HELD', attempts: 0, reason });
  });
});

const replyPointer = { ...pointer, part: 2 };
const thread = 'C0123ABCD 1503435956.000247';
const failed = { outcome: 'retry', status: 503, reason: 'answered 503' } as const;
const refusedForGood = { outcome: 'dead', reason: 'answered 200: invalid_blocks' } as const;
const noReply = { ...failed, reason: 'answered 200: cannot_reply_to_message', threadRefused: true };
const to = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' } as const;

/** A message and its reply, frozen, and the function that delivers them. */
async function openThread(answer: (message: OutgoingDigest, call: number) => Partial<AttemptOutcome>) {
  const { ports, ledger, observed, outboxKeys, time, ...bench } = openFunctions({
    config: { routes: [{ ...immediateRoute, to }] },
    answer,
  });
  for (const number of [1, 2]) await ledger.signals.record(exampleNewSignal(number));
  const [hot, other] = outboxKeys('crm') as [string, string];
  const common = {
    ...pointer,
    destinationType: 'slack',
    outline: noOutline,
  } as const satisfies Partial<FrozenDigest>;
  const first = { ...common, digestId: 'msg_1', body: '{"a":1}', members: [hot], repliedBy: 2 };
  const reply = { ...common, part: 2, digestId: 'msg_2', body: '{"b":1}', members: [other], replyTo: 1 };
  await ledger.digests.freeze(first, time.now, reply);
  const handle = createHandler(ports);
  return {
    ledger,
    observed,
    deliver: (of: object) => handle(of, { getRemainingTimeInMillis: () => 180_000 }),
    sent: () => bench.sent.map(({ digestId, thread: in_ }) => (in_ ? `${digestId} in ${in_}` : digestId)),
    advance: (ms: number) => {
      time.now += ms;
    },
    stored: async (part: number) =>
      (await ledger.digests.listUndelivered('crm')).find((digest) => digest.part === part),
  };
}

const threads = () => ({ thread });

describe('delivering a reply', () => {
  it('waits for its first message until that is due, without an attempt', async () => {
    const { deliver, sent, stored, advance } = await openThread((_, call) =>
      call === 1 ? failed : threads(),
    );

    await deliver(pointer);
    await deliver(replyPointer);
    expect(sent()).toEqual(['msg_1']);
    const dueAt = (await stored(1))?.dueAt;
    expect(await stored(2)).toMatchObject({ state: 'FROZEN', attempts: 0, dueAt });
    advance(minute);
    await deliver(pointer);

    expect(sent()).toEqual(['msg_1', 'msg_1', `msg_2 in ${thread}`]);
  });

  it('is a message of its own from then on where it is refused as a reply, until it is resent', async () => {
    const { deliver, sent, advance, observed, ledger } = await openThread((_, call) => {
      if (call === 2) return noReply;
      return call === 3 ? failed : threads();
    });

    await deliver(pointer);
    await deliver(replyPointer);
    advance(6 * minute);
    await deliver(replyPointer);

    expect(sent()).toEqual(['msg_1', `msg_2 in ${thread}`, 'msg_2', 'msg_2']);
    expect(observed.at(-1)).toMatchObject({ kind: 'digest-attempted', outcome: 'delivered' });
    await ledger.digests.resend(await ledger.digests.listDelivered('crm', 0), Date.parse(slot) + 6 * minute);
    await deliver(pointer);
    expect(sent().slice(4)).toEqual(['msg_1', `msg_2 in ${thread}`]);
  });

  it('is given up with its first message, and a resend sends both', async () => {
    const { deliver, sent, stored, observed, ledger } = await openThread((_, call) =>
      call === 1 ? refusedForGood : threads(),
    );

    await deliver(pointer);
    await deliver(replyPointer);

    const reason = 'its first message, msg_1, failed for good; a resend sends both';
    expect(await stored(2)).toMatchObject({ state: 'DEAD', attempts: 0, reason });
    expect(observed.at(-1)).toMatchObject({ kind: 'digest-attempted', outcome: 'dead', reason });
    await ledger.digests.resend(await ledger.digests.listUndelivered('crm'), Date.parse(slot));
    await deliver(replyPointer);
    await deliver(pointer);
    expect(sent()).toEqual(['msg_1', 'msg_1', `msg_2 in ${thread}`]);
  });

  it.each(['stuck', 'all'] as const)('is discarded with its first message, with %s', async (scope) => {
    const { deliver, sent, ledger } = await openThread((_, call) =>
      call === 1 ? refusedForGood : threads(),
    );
    await deliver(pointer);

    expect(await ledger.pending.discard({ routeId: 'crm', scope })).toMatchObject({ digests: 2 });
    await deliver(replyPointer);

    expect(sent()).toEqual(['msg_1']);
    expect(await ledger.digests.listUndelivered('crm')).toEqual([]);
  });
});

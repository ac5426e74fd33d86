import { describe, expect, it } from 'vitest';
import { type DeliverDigestPorts, deliverDigest } from '../../../functions/deliver-digest/deliver-digest.ts';
import type { AttemptOutcome } from '../../../shared/domain/digests/attempt.ts';
import type { DigestClaim, OutgoingDigest, Settlement } from '../../../shared/domain/digests/delivery.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/compose-ports.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';
import { openLedger } from '../ledger/open-ledger.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const pointer = { routeId: 'crm', slot: '2026-11-21T08:00:00.000Z', part: 1 };
const claim: DigestClaim = {
  pointer,
  digestId: 'msg_a',
  destinationType: 'webhook',
  body: '{"a":1}',
  fence: 3,
  attempts: 1,
  ambiguous: false,
  rewritable: false,
};

function open(
  outcome: Partial<AttemptOutcome>,
  over: Partial<DeliverDigestPorts> = {},
  claimed: DigestClaim | null = claim,
) {
  const told: string[] = [];
  const sent: OutgoingDigest[] = [];
  const settled: (readonly [Settlement, boolean])[] = [];
  const observed: Observation[] = [];
  const ended: { routeId: string; holder: string; timedOut: boolean }[] = [];
  let state = 'ENABLED';
  const ports: DeliverDigestPorts = {
    clock: { now: () => now, sleep: async () => undefined },
    random: () => 0,
    observe: (observation) => void observed.push(observation),
    routes: [immediateRoute],
    claimDigest: async (_, at, leaseMs) => {
      told.push(`claim for ${leaseMs} from ${at - now}`);
      return claimed;
    },
    settleDigest: async (_, settlement, __, attempted = true) => {
      told.push(`settle ${settlement.to}`);
      settled.push([settlement, attempted]);
      return true;
    },
    readRoute: async () => ({ state, reason: null }),
    disableRoute: async (routeId, reason) => {
      state = 'DISABLED';
      told.push(`disable ${routeId}: ${reason}`);
    },
    beginAttempt: async (_, holder) => ({ kind: 'granted', lane: '1', holder, timeouts: 0 }),
    endAttempt: async (routeId, { holder }, timedOut) => void ended.push({ routeId, holder, timedOut }),
    send: async (message) => {
      told.push('send');
      sent.push(message);
      return {
        outcome: 'delivered',
        ambiguous: false,
        status: 204,
        reason: 'taken',
        retryAfterMs: null,
        ...outcome,
      };
    },
    readFirstMessage: async () => null,
    makeDue: async () => true,
    ...over,
  };
  return { deliver: () => deliverDigest(ports, pointer), told, sent, settled, observed, ended };
}

describe('delivering a digest', () => {
  it('claims it, sends the frozen bytes and writes down that they were taken', async () => {
    const { deliver, told, sent, settled, observed } = open({});
    expect(await deliver()).toEqual({ digestId: 'msg_a', result: 'delivered', reason: 'taken' });
    expect(told).toEqual(['claim for 90000 from 0', 'send', 'settle DELIVERED']);
    const notAfter = now + 65_000;
    expect(sent).toEqual([{ digestId: 'msg_a', body: '{"a":1}', to: immediateRoute.to, notAfter }]);
    expect(settled).toEqual([[{ to: 'DELIVERED' }, true]]);
    expect(observed).toEqual([
      {
        kind: 'digest-attempted',
        routeId: 'crm',
        digestId: 'msg_a',
        attempt: 2,
        outcome: 'delivered',
        status: 204,
        reason: 'taken',
        ambiguous: false,
        nextAttemptAt: null,
        waitedMs: null,
      },
    ]);
  });

  it('says how long its oldest signal has waited, and nothing negative by a clock that is behind', async () => {
    const waited = open({}, {}, { ...claim, oldestSeenAt: now - 61_000 });
    const ahead = open({}, {}, { ...claim, oldestSeenAt: now + 5_000 });

    await waited.deliver();
    await ahead.deliver();

    expect(waited.observed).toMatchObject([{ kind: 'digest-attempted', waitedMs: 61_000 }]);
    expect(ahead.observed).toMatchObject([{ waitedMs: 0 }]);
  });

  it('calls nobody for a digest that is not due or that another has claimed', async () => {
    const { deliver, told } = open({}, {}, null);
    expect(await deliver()).toEqual({
      digestId: null,
      result: 'skipped',
      reason: 'not due, or claimed by another sender',
    });
    expect(told).toEqual(['claim for 90000 from 0']);
  });

  it('tries again by the schedule, or when the destination asks', async () => {
    const retry = { outcome: 'retry', status: 503, reason: 'busy' } as const;
    const bySchedule = open(retry);
    await bySchedule.deliver();
    expect(bySchedule.settled).toEqual([
      [{ to: 'FROZEN', nextAttemptAt: now + 300_000, reason: 'busy' }, true],
    ]);
    expect(bySchedule.observed[0]).toMatchObject({
      outcome: 'retry',
      nextAttemptAt: '2026-11-21T08:05:00.000Z',
    });
    const asked = open({ ...retry, retryAfterMs: 3_600_000 });
    await asked.deliver();
    expect(asked.settled[0]?.[0]).toMatchObject({ to: 'FROZEN', nextAttemptAt: now + 3_600_000 });
  });

  describe('that is answered by a 429 with a time', () => {
    const busy = {
      outcome: 'retry',
      status: 429,
      reason: 'answered 429: too many requests',
      retryAfterMs: 1_000,
      throttled: true,
    } as const;
    const reason = 'answered 429: too many requests; retried as Retry-After asks, which uses up no attempt';

    it('comes again at that time, uses up no attempt, and says so', async () => {
      const { deliver, settled, observed } = open(busy);
      expect(await deliver()).toEqual({ digestId: 'msg_a', result: 'retry', reason });
      const settlement = { to: 'FROZEN', nextAttemptAt: now + 1_000, reason, throttledSince: now };
      expect(settled).toEqual([[settlement, false]]);
      expect(observed).toMatchObject([
        { attempt: 2, outcome: 'retry', status: 429, reason, nextAttemptAt: '2026-11-21T08:00:01.000Z' },
      ]);
    });

    it('is put off even when the schedule has but one attempt left', async () => {
      const { deliver, settled } = open(busy, {}, { ...claim, attempts: 9 });
      expect(await deliver()).toMatchObject({ result: 'retry' });
      expect(settled).toMatchObject([[{ to: 'FROZEN' }, false]]);
    });

    it('keeps the time at which that began, and counts once it has gone on for a day', async () => {
      const throttledSince = now - 86_400_000;
      const lastDay = open(busy, {}, { ...claim, throttledSince });
      await lastDay.deliver();
      expect(lastDay.settled).toMatchObject([[{ throttledSince }, false]]);

      const after = open(busy, {}, { ...claim, throttledSince: throttledSince - 1 });
      await after.deliver();
      expect(after.settled).toEqual([
        [
          {
            to: 'FROZEN',
            nextAttemptAt: now + 300_000,
            reason: busy.reason,
            throttledSince: throttledSince - 1,
          },
          true,
        ],
      ]);
    });

    it('is put off again after an outage of more than a day', async () => {
      const opened = openLedger();
      const { ledger } = opened;
      await ledger.record(exampleNewSignal(1));
      const members = opened.outboxKeys('crm');
      const { digestId, body } = claim;
      await ledger.freeze({ ...pointer, digestId, destinationType: 'webhook', body, members }, now);
      let at = now;
      const clock = { now: () => at, sleep: async () => undefined };
      const { claimDigest, settleDigest } = ledger;
      const attempt = async (outcome: Partial<AttemptOutcome>) => {
        await open(outcome, { clock, claimDigest, settleDigest }).deliver();
        return opened.item({ pk: 'R#crm', sk: `DIG#${pointer.slot}#0001` });
      };

      const putOff = await attempt(busy);
      at = Number(putOff?.dueAt);
      const failed = await attempt({ outcome: 'retry', status: 503, reason: 'down' });
      at += 25 * 3_600_000;
      const putOffAgain = await attempt(busy);

      expect(putOff).toMatchObject({ attempts: 0, throttledSince: now });
      expect(failed).toMatchObject({ attempts: 1 });
      expect(Object.keys(failed ?? {})).not.toContain('throttledSince');
      expect(putOffAgain).toMatchObject({ attempts: 1, throttledSince: at });
    });

    it('counts when it asks for more than an hour', async () => {
      const { deliver, settled } = open({ ...busy, retryAfterMs: 3_600_001 });
      await deliver();
      expect(settled).toMatchObject([[{ to: 'FROZEN', nextAttemptAt: now + 3_600_001 }, true]]);
    });
  });

  it('is due at once, with no attempt used, if its sender stalled before the call', async () => {
    const late = { outcome: 'retry', status: null, reason: 'not begun', notBegun: true } as const;
    const { deliver, settled, observed } = open(late, {}, { ...claim, throttledSince: 7 });
    expect(await deliver()).toMatchObject({ result: 'put-off', reason: 'not begun' });
    expect(settled).toEqual([[{ to: 'FROZEN', nextAttemptAt: now, throttledSince: 7 }, false]]);
    expect(observed).toEqual([]);
  });

  it('gives it up, and keeps it, once the schedule is used up', async () => {
    const { deliver, settled, observed } = open(
      { outcome: 'retry', reason: 'busy' },
      {},
      { ...claim, attempts: 9 },
    );
    expect(await deliver()).toMatchObject({ result: 'dead' });
    expect(settled[0]?.[0]).toEqual({
      to: 'DEAD',
      reason: 'every attempt of the schedule failed; the last: busy',
    });
    expect(observed[0]).toMatchObject({ outcome: 'dead', attempt: 10, nextAttemptAt: null });
  });

  it('keeps one that can never be taken', async () => {
    const { deliver, settled, observed } = open({ outcome: 'dead', status: 400, reason: 'invalid_payload' });
    expect(await deliver()).toMatchObject({ result: 'dead', reason: 'invalid_payload' });
    expect(settled).toEqual([[{ to: 'DEAD', reason: 'invalid_payload' }, true]]);
    expect(observed[0]).toMatchObject({ outcome: 'dead', status: 400 });
  });

  it('disables the route before it settles, when the destination wants no more', async () => {
    const { deliver, told, settled, observed } = open({ outcome: 'gone', status: 410, reason: 'gone' });
    expect(await deliver()).toMatchObject({ result: 'gone' });
    expect(told.slice(2)).toEqual(['disable crm: gone', 'settle HELD']);
    expect(settled).toEqual([[{ to: 'HELD', reason: 'gone' }, true]]);
    expect(observed.map(({ kind }) => kind)).toEqual(['route-disabled', 'digest-attempted']);
  });

  it.each([
    [true, false],
    [false, true],
  ])('is ambiguous when the attempt is (%s) or the claim was (%s)', async (attempt, before) => {
    const { deliver, observed } = open({ ambiguous: attempt }, {}, { ...claim, ambiguous: before });
    await deliver();
    expect(observed[0]).toMatchObject({ kind: 'digest-attempted', ambiguous: true });
  });

  it('leaves a claim open if the sender itself fails: the lease ends, and the next claim is ambiguous', async () => {
    const { deliver, settled } = open({}, { send: () => Promise.reject(new TypeError('ours')) });
    await expect(deliver()).rejects.toThrow('ours');
    expect(settled).toEqual([]);
  });
});

describe('a digest whose form is refused', () => {
  const refused = { outcome: 'dead', status: 400, reason: 'invalid_blocks', formRefused: true } as const;

  it('is due at once in its plain form, where it has one', async () => {
    const { deliver, settled, observed } = open(refused, {}, { ...claim, rewritable: true });

    expect(await deliver()).toEqual({ digestId: 'msg_a', result: 'rewritten', reason: 'invalid_blocks' });
    expect(settled).toEqual([[{ to: 'FROZEN', nextAttemptAt: now, form: 'plain' }, true]]);
    expect(observed).toEqual([
      {
        kind: 'digest-rewritten',
        routeId: 'crm',
        digestId: 'msg_a',
        attempt: 2,
        status: 400,
        reason: 'invalid_blocks',
      },
    ]);
  });

  it.each([
    ['its plain form was refused, too', refused, { rewritable: false }],
    ['it is refused for another reason', { ...refused, formRefused: false }, { rewritable: true }],
  ])('is given up when %s', async (_, outcome, over) => {
    const { deliver, settled } = open(outcome, {}, { ...claim, ...over });

    expect(await deliver()).toMatchObject({ result: 'dead' });
    expect(settled).toEqual([[{ to: 'DEAD', reason: 'invalid_blocks' }, true]]);
  });
});

describe('a route with its attempts under way', () => {
  const retry = { outcome: 'retry', status: null, reason: 'timed out waiting for the answer' } as const;

  it.each([
    ['was answered', { outcome: 'retry', status: 503 } as const, false],
    ['timed out', { ...retry, timedOut: true }, true],
  ])('is told that an attempt is over, and that it %s', async (_, outcome, timedOut) => {
    const { deliver, ended } = open(outcome, {}, claim);
    await deliver();
    expect(ended).toEqual([{ routeId: 'crm', holder: 'msg_a 3', timedOut }]);
  });

  it('puts off what comes while its destination does not answer, without a call or an attempt used up', async () => {
    const paused = { kind: 'paused', until: now + 60_000 } as const;
    const { deliver, sent, settled, ended } = open({}, { beginAttempt: async () => paused }, claim);
    expect(await deliver()).toMatchObject({ result: 'put-off' });
    expect(sent).toEqual([]);
    const reason = 'put off: its destination did not answer another digest in time';
    expect(settled).toEqual([[{ to: 'FROZEN', nextAttemptAt: now + 60_000, reason }, false]]);
    expect(ended).toEqual([]);
  });

  it('remembers since when a digest was throttled while it is put off', async () => {
    const busy = { kind: 'busy', since: now - 10_000 } as const;
    const { deliver, settled } = open(
      {},
      { beginAttempt: async () => busy },
      { ...claim, throttledSince: 7 },
    );
    expect(await deliver()).toMatchObject({ result: 'put-off' });
    expect(settled).toEqual([[{ to: 'FROZEN', nextAttemptAt: now, throttledSince: 7 }, false]]);
  });

  it('waits for a place while attempts end quickly, not behind a slow one', async () => {
    const clock = createFakeClock(now);
    let asked = 0;
    const quick = open(
      {},
      {
        clock,
        beginAttempt: async (_, holder) => {
          asked += 1;
          return asked < 4
            ? { kind: 'busy', since: clock.now() }
            : { kind: 'granted', lane: '2', holder, timeouts: 0 };
        },
      },
    );
    expect(await quick.deliver()).toMatchObject({ result: 'delivered' });
    expect(clock.slept).toHaveLength(3);

    const slow = open(
      {},
      { clock, beginAttempt: async () => ({ kind: 'busy', since: clock.now() - 2_000 }) },
    );
    expect(await slow.deliver()).toMatchObject({ result: 'put-off' });
    expect(clock.slept).toHaveLength(3);
  });

  it('lets nobody wait for ever, however quickly others take the places', async () => {
    const clock = createFakeClock(now);
    const { deliver } = open({}, { clock, beginAttempt: async () => ({ kind: 'busy', since: clock.now() }) });
    expect(await deliver()).toMatchObject({ result: 'put-off' });
    expect(clock.now() - now).toBeLessThanOrEqual(4_200);
    expect(clock.slept.length).toBeGreaterThan(3);
  });
});

describe('a digest that has nowhere to go', () => {
  it('is kept while its route is not in the config, and uses up no attempt', async () => {
    const { deliver, sent, settled, observed } = open({}, { routes: [] });
    expect(await deliver()).toMatchObject({ result: 'held' });
    expect(sent).toEqual([]);
    const reason = 'its route is not in the config';
    expect(settled).toEqual([[{ to: 'HELD', reason, misplaced: true }, false]]);
    expect(observed[0]).toMatchObject({ kind: 'digest-held', routeId: 'crm', reason });
  });

  it('is not sent to a destination of another kind than it was written for', async () => {
    const { deliver, sent, settled } = open({}, {}, { ...claim, destinationType: 'slack' });
    const reason = 'it was rendered for slack, but its route now sends to webhook';
    expect(await deliver()).toMatchObject({ result: 'held', reason });
    expect(sent).toEqual([]);
    expect(settled).toEqual([[{ to: 'HELD', reason, misplaced: true }, false]]);
  });

  it('is held, without a call, while its route is disabled', async () => {
    const { deliver, sent, settled } = open(
      {},
      { readRoute: async () => ({ state: 'DISABLED', reason: 'no_service' }) },
    );
    expect(await deliver()).toMatchObject({ result: 'held', reason: 'the route is disabled: no_service' });
    expect(sent).toEqual([]);
    expect(settled).toEqual([[{ to: 'HELD', reason: 'the route is disabled: no_service' }, false]]);
  });

  it('is held where nobody wrote down why its route is disabled', async () => {
    const { deliver } = open({}, { readRoute: async () => ({ state: 'DISABLED', reason: null }) });
    expect(await deliver()).toMatchObject({
      reason: 'the route is disabled: no reason was recorded',
    });
  });
});

describe('delivering in quiet hours', () => {
  const quietFrom = (from: string, to: string) => [
    { ...immediateRoute, quiet: { from, to, timezone: 'UTC' } },
  ];

  it('puts the digest off to their end, without an attempt', async () => {
    const { deliver, settled, sent } = open({}, { routes: quietFrom('18:00', '08:30') });
    const reason = 'put off: its route has quiet hours until 2026-11-21T08:30:00.000Z';
    expect(await deliver()).toEqual({ digestId: claim.digestId, result: 'put-off', reason });
    expect(settled).toEqual([[{ to: 'FROZEN', nextAttemptAt: now + 1_800_000, reason }, false]]);
    expect(sent).toEqual([]);
  });

  it('looks again within the hour, since the next config may have others', async () => {
    const { deliver, settled } = open({}, { routes: quietFrom('06:00', '23:00') });
    await deliver();
    expect(settled).toMatchObject([[{ nextAttemptAt: now + 3_600_000 }, false]]);
  });

  it('keeps how long its destination has answered 429', async () => {
    const throttledSince = now - 1_000;
    const { deliver, settled } = open(
      {},
      { routes: quietFrom('18:00', '08:30') },
      { ...claim, throttledSince },
    );
    await deliver();
    expect(settled).toMatchObject([[{ throttledSince }, false]]);
  });

  it('sends from their end on', async () => {
    const { deliver } = open({}, { routes: quietFrom('18:00', '08:00') });
    expect(await deliver()).toMatchObject({ result: 'delivered' });
  });
});

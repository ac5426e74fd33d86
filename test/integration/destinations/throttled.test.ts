import { afterEach, describe, expect, it } from 'vitest';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { createDeliveryBench } from '../../support/destinations/delivery-bench.ts';
import { type Answer, startReceiver } from '../../support/destinations/receiver.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const minuteMs = 60_000;
/** A sweep takes up no more of a route. */
const mostOfRoute = 50;
const start = Date.parse('2026-11-21T08:00:00Z');
const busy: Answer = { status: 429, headers: { 'retry-after': '1' } };
const route: Route = {
  id: 'sales',
  match: {},
  when: 'immediately',
  to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
};

describe('a channel that takes one message a second', () => {
  const closing: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function setUp(answer: (now: number) => Answer) {
    let now = start;
    const slack = await startReceiver({ answers: () => answer(now) });
    const secrets = { SLACK_WEBHOOK_URL: slack.url };
    const bench = createDeliveryBench({ routes: [route], secrets, random: seededRandom(7) });
    closing.push(() => bench.close(), slack.close);
    const advance = (ms: number) => {
      now += ms;
      bench.advance(ms);
    };
    const sweep = async () => {
      const { digests } = await bench.ledger.listDue(now);
      for (const digest of digests.slice(0, mostOfRoute)) await bench.deliver(digest);
    };
    const waiting = async () => bench.ledger.listUndelivered('sales');
    const attempts = () => bench.observations.filter(isAttempt);
    return { bench, slack, advance, sweep, waiting, attempts };
  }

  it('gets a backlog of 120 digests within minutes, each once', async () => {
    const bucket = createBucket(20);
    const { bench, slack, advance, sweep, waiting, attempts } = await setUp((now) =>
      bucket.take(now) ? {} : busy,
    );
    for (let number = 1; number <= 120; number += 1) {
      await bench.record(number, number);
      await bench.compose({ slot: new Date(start + number).toISOString() });
    }

    let minutes = 0;
    for (; minutes < 60 && (await waiting()).length > 0; minutes += 1) {
      await sweep();
      advance(minuteMs);
    }

    expect(minutes).toBeLessThan(15);
    expect(await waiting()).toEqual([]);
    const delivered = attempts().filter(({ outcome }) => outcome === 'delivered');
    expect(new Set(delivered.map(({ digestId }) => digestId)).size).toBe(120);
    expect(delivered).toHaveLength(120);
    expect(slack.requests.length).toBeLessThan(300);
    // Nobody's schedule began: the destination was well all the time.
    expect(new Set(attempts().map(({ attempt }) => attempt))).toEqual(new Set([1]));
  });

  it('that never takes any is given up in the end, after a day and then the whole schedule', async () => {
    const { bench, slack, advance, waiting, attempts } = await setUp(() => busy);
    await bench.record(1, 1);
    await bench.compose();

    for (let hours = 0; hours < 24 * 7 && (await waiting())[0]?.state === 'FROZEN'; hours += 1) {
      for (let minute = 0; minute < 60; minute += 5) {
        await bench.deliver();
        advance(5 * minuteMs);
      }
    }

    expect(await waiting()).toMatchObject([{ state: 'DEAD' }]);
    const putOff = attempts().filter(({ reason }) => reason.includes('uses up no attempt'));
    const counted = attempts().filter((attempt) => !putOff.includes(attempt));
    expect(counted.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(putOff.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    expect(slack.requests.length).toBeLessThan(300);
  });

  it('is called as the schedule says when it asks for hours', async () => {
    const { bench, advance, attempts } = await setUp(() => ({
      status: 429,
      headers: { 'retry-after': '7200' },
    }));
    await bench.record(1, 1);
    await bench.compose();

    for (let quarters = 0; quarters < 4 * 8; quarters += 1) {
      await bench.deliver();
      advance(15 * minuteMs);
    }

    expect(attempts().map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });
});

/** Slack's, as it is known: so many at once, and one more a second. */
function createBucket(size: number) {
  let level = size;
  let at = start;
  return {
    take(now: number): boolean {
      level = Math.min(size, level + (now - at) / 1_000);
      at = now;
      if (level < 1) return false;
      level -= 1;
      return true;
    },
  };
}

type Attempt = Extract<Observation, { kind: 'digest-attempted' }>;

function isAttempt(observation: Observation): observation is Attempt {
  return observation.kind === 'digest-attempted';
}

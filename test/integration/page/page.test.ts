import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Page, startPage } from '../../../machine/page/page.ts';
import type { Changes } from '../../../machine/page/view-model.ts';
import type { ReceivedMessage } from '../../../machine/receiver/received-message.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { openEventStream } from './event-stream-reader.ts';

let page: Page;

beforeEach(async () => {
  page = await startPage({
    port: 0,
    host: '127.0.0.1',
    now: () => Date.UTC(2026, 10, 21, 8),
    readDigests: async () => [],
  });
});

afterEach(() => page.close());

const state = async () => (await (await fetch(`${page.url}/state.json`)).json()) as Changes;
const titles = async () => (await state()).lines.map(({ title }) => title);
const observeAll = (...observations: Observation[]) => observations.forEach(page.observe);

const planned = (buyers: number): Observation => ({ kind: 'polls-planned', slot: 's', buyers, messages: 1 });
const polled: Observation = {
  kind: 'buyer-polled',
  buyerId: '3f2a9c1d-7c64-4f0b-9a55-7e3f1b2c0001',
  mode: 'routine',
  accepted: true,
  readings: 1,
  listed: 3,
  recorded: 0,
  hot: 0,
  unreadable: 0,
};
const recorded = (over: Partial<Extract<Observation, { kind: 'signal-recorded' }>> = {}): Observation => ({
  kind: 'signal-recorded',
  buyerId: polled.buyerId,
  buyerName: 'Springfield School District',
  signalId: 'b#r',
  name: 'Roof repair',
  bridgeName: 'Tenders',
  hot: false,
  baseline: false,
  routes: ['sales'],
  onlyDeep: false,
  ...over,
});
const frozen = (digestId = 'msg_1', routeId = 'crm'): Observation => {
  return { kind: 'digest-frozen', routeId, digestId, part: 1, signals: 2, bytes: 900 };
};
const attempted = (over: Partial<Extract<Observation, { kind: 'digest-attempted' }>> = {}): Observation => ({
  kind: 'digest-attempted',
  routeId: 'crm',
  digestId: 'msg_1',
  attempt: 1,
  outcome: 'delivered',
  status: 204,
  reason: 'answered 204',
  ambiguous: false,
  nextAttemptAt: null,
  ...over,
});
const received = (over: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  at: 1,
  kind: 'webhook',
  body: { type: 'digest.created' },
  digestId: 'msg_1',
  signature: 'valid',
  duplicate: false,
  ...over,
});

describe('counters', () => {
  it('count what was polled, found, attempted, delivered, verified and asked of the API', async () => {
    observeAll(planned(2), polled, polled, recorded(), recorded({ hot: true }), recorded({ baseline: true }));
    observeAll(frozen(), attempted({ outcome: 'retry' }), attempted({ attempt: 2 }));
    observeAll({ kind: 'upstream-requested', operation: 'listBuyerSignals', attempt: 1 });
    page.received(received());
    page.received(received({ signature: 'invalid', body: null }));

    const { counters } = await state();

    expect(counters).toEqual({
      buyersPolled: 2,
      newSignals: 2,
      hotSignals: 1,
      baselineSignals: 1,
      digestsDelivered: 1,
      attempts: 2,
      upstreamRequests: 1,
      signaturesVerified: 1,
      signaturesRefused: 1,
    });
  });
});

describe('the feed', () => {
  it('folds the polls of a round that finds nothing into one line', async () => {
    observeAll(planned(3), polled, polled);
    expect(await titles()).toEqual(['2 of 3 buyers polled, nothing new']);

    observeAll(polled);

    expect(await titles()).toEqual(['3 buyers polled, nothing new']);
  });

  it('counts polls and not buyers if polls of the round before come late', async () => {
    observeAll(planned(3), recorded(), polled, planned(1), polled, polled);

    expect((await titles()).at(-1)).toBe('2 polls, nothing new');
  });

  it('folds quiet rounds together, and begins another line after a round that found something', async () => {
    observeAll(planned(1), polled, planned(1), recorded(), polled, planned(1), polled);

    expect(await titles()).toEqual([
      '2 polls in 2 rounds, 1 new signal',
      'Roof repair',
      '1 buyer polled, nothing new',
    ]);
  });

  it('folds the signals of the baseline into one line', async () => {
    observeAll(...Array.from({ length: 30 }, () => recorded({ baseline: true })));

    expect(await titles()).toEqual(['30 signals already seen, not sent']);
  });

  it('counts a failure that repeats instead of repeating it', async () => {
    const failed: Observation = { kind: 'poll-failed', buyerId: polled.buyerId, problem: 'answered 500' };
    observeAll(recorded(), failed, failed);

    expect(await titles()).toEqual(['Roof repair', 'Could not poll Springfield School District (2 times)']);
  });

  it('keeps the newest 200 lines', async () => {
    observeAll(...Array.from({ length: 1_000 }, (_, index) => recorded({ name: `signal ${index}` })));

    const kept = await titles();

    expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'signal 800', 'signal 999']);
  });

  it('says when a signature did not hold', async () => {
    page.received(received({ signature: 'invalid', body: null }));

    expect((await state()).lines).toMatchObject([
      { tone: 'bad', title: 'The receiver rejected a message', detail: 'its signature was invalid' },
    ]);
  });
});

describe('the steps', () => {
  it('tell the last thing each did, and where there is trouble', async () => {
    observeAll(planned(1), recorded(), frozen(), attempted({ outcome: 'retry', reason: 'answered 503' }));

    const { steps } = await state();

    expect(steps.map(({ name, fact, trouble }) => [name, fact, trouble])).toEqual([
      ['plan', '1 buyer due', false],
      ['poll', null, false],
      ['record', 'Roof repair', false],
      ['freeze', 'crm: 2 signals, 900 bytes', false],
      ['deliver', 'crm: answered 503', true],
    ]);
  });
});

describe('a digest', () => {
  const inOrder = [
    () => page.observe(frozen()),
    () => page.received(received()),
    () => page.observe(attempted()),
  ] as const;

  it.each([[[0, 1, 2]], [[1, 0, 2]], [[2, 1, 0]]])('is one card, heard of in the order %j', async (order) => {
    for (const index of order) inOrder[index]?.();

    expect((await state()).digests).toMatchObject([
      {
        digestId: 'msg_1',
        routeId: 'crm',
        kind: { type: 'webhook', label: 'webhook', dropsRepeats: true, successMeans: 'delivered' },
        signals: 2,
        body: { type: 'digest.created' },
        signature: 'valid',
        received: 1,
        attempts: [{ attempt: 1, outcome: 'delivered' }],
      },
    ]);
  });

  it('is not touched by a forged message that names its id', async () => {
    observeAll(frozen());
    page.received(received());

    page.received(received({ signature: 'invalid', body: null }));

    expect((await state()).digests).toMatchObject([
      { signature: 'valid', received: 1, body: { type: 'digest.created' } },
    ]);
  });

  it('is shown as a heartbeat where it is one, without a count of signals', async () => {
    observeAll({ kind: 'heartbeat-frozen', routeId: 'crm', digestId: 'msg_1', bytes: 700 }, attempted());
    page.received(received({ body: { type: 'heartbeat.created', data: { sentence: 'Polled once.' } } }));

    expect(await titles()).toContain('Heartbeat created for crm');
    expect((await state()).digests).toMatchObject([
      { heartbeat: true, signals: null, bytes: 700, body: { data: { sentence: 'Polled once.' } } },
    ]);
  });

  it('is dropped from the page when forty newer ones came', async () => {
    observeAll(...Array.from({ length: 100 }, (_, index) => frozen(`msg_${index}`)));

    const { digests } = await state();

    expect([digests.length, digests[0]?.digestId]).toEqual([40, 'msg_60']);
  });

  it('is shown without its body when that is too large to draw', async () => {
    page.received(received({ body: { data: 'a'.repeat(200_000) } }));

    expect((await state()).digests).toMatchObject([{ body: null, bodyOmitted: true }]);
  });
});

describe('the event stream', () => {
  it('begins with everything, then sends what changes', async () => {
    observeAll(recorded({ name: 'first' }));
    const stream = await openEventStream(page.url);

    const begin = await stream.next();
    observeAll(recorded({ name: 'second' }));
    const then = await stream.next();
    await stream.close();

    expect([begin.changes.fresh, begin.changes.lines.map(({ title }) => title)]).toEqual([true, ['first']]);
    expect([then.changes.fresh, then.changes.lines.map(({ title }) => title)]).toEqual([false, ['second']]);
    expect(then.changes.counters.newSignals).toBe(2);
  });

  it('sends a browser that comes back only what it missed', async () => {
    observeAll(recorded({ name: 'first' }));
    const before = await openEventStream(page.url);
    const { id } = await before.next();
    await before.close();
    observeAll(recorded({ name: 'missed' }));

    const after = await openEventStream(page.url, id);
    const { changes } = await after.next();
    await after.close();

    expect([changes.fresh, changes.lines.map(({ title }) => title)]).toEqual([false, ['missed']]);
  });

  it('sends everything to a browser that comes from another run', async () => {
    observeAll(recorded({ name: 'first' }));

    const stream = await openEventStream(page.url, 'another-run.1');
    const { changes } = await stream.next();
    await stream.close();

    expect([changes.fresh, changes.lines.length]).toEqual([true, 1]);
  });

  it('gathers a burst, so that a first scan is not a thousand events', async () => {
    const stream = await openEventStream(page.url);
    await stream.next();

    observeAll(...Array.from({ length: 1_000 }, () => recorded({ baseline: true })));
    const seen: number[] = [];
    while (seen.at(-1) !== 1_000) seen.push((await stream.next()).changes.counters.baselineSignals);
    await stream.close();

    expect(seen.length).toBeLessThan(10);
  });

  it('ends when the page closes', async () => {
    const other = await startPage({ port: 0, host: '127.0.0.1', now: () => 0, readDigests: async () => [] });
    const stream = await openEventStream(other.url);
    await stream.next();

    await other.close();

    await expect(stream.next()).rejects.toThrow();
  });
});

describe('who may look', () => {
  it('refuses a host name that is not this machine', async () => {
    const status = await statusFor(page.url, 'attacker.example:4600');

    expect(status).toBe(403);
  });

  it.each(['localhost:4600', '127.0.0.1', '[::1]:4600'])('answers to %s', async (host) => {
    expect(await statusFor(page.url, host)).toBe(200);
  });

  it('allows scripts and styles of its own only, and no HTML from text', async () => {
    const response = await fetch(page.url);
    const policy = response.headers.get('content-security-policy') ?? '';

    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
  });

  it.each(['/nothing', '/../page.ts', '/%2e%2e/page.ts', '/index.html'])(
    'answers 404 to %s',
    async (path) => {
      expect((await fetch(page.url + path)).status).toBe(404);
    },
  );
});

describe('a port that is taken', () => {
  it('is named together with the flag that fixes it', async () => {
    const port = Number(new URL(page.url).port);

    const second = startPage({ port, host: '127.0.0.1', now: () => 0, readDigests: async () => [] });

    await expect(second).rejects.toThrow(ConfigurationError);
    await expect(second).rejects.toThrow(new RegExp(`port ${port} is taken.*--page-port ${port + 1}`));
  });
});

function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

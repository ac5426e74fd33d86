import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Page, startPage } from '../../../machine/page/page.ts';
import type { Changes } from '../../../machine/page/view-model.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { readPageEvents } from '../../support/page-events.ts';

let page: Page;
const command = (words: string) => `signalpost ${words}`;

beforeEach(async () => {
  page = await startPage({
    port: 0,
    now: () => Date.UTC(2026, 10, 21, 8),
    readDigests: async () => [],
    command,
  });
});

afterEach(() => page.close());

const state = async () => (await (await fetch(`${page.url}/state.json`)).json()) as Changes;
const lines = async () => (await state()).lines.map(({ about, text }) => `${about}: ${text}`);
const texts = ({ lines }: Changes) => lines.map(({ text }) => text);
const observeAll = (...observations: Observation[]) => observations.forEach(page.observe);

const polled = {
  kind: 'buyer-polled',
  buyerId: '3f2a9c1d-7c64-4f0b-9a55-7e3f1b2c0001',
  mode: 'routine',
  accepted: true,
  readings: 1,
  listed: 3,
  recorded: 0,
  baseline: 0,
  hot: 0,
  unreadable: 0,
} as const;
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
  ...over,
});
describe('the pipeline', () => {
  it('shows what each step did', async () => {
    observeAll({ kind: 'polls-planned', slot: 's', buyers: 3, messages: 1 }, polled, polled);
    observeAll(recorded(), recorded({ hot: true }), recorded({ baseline: true }));
    observeAll({ kind: 'digest-frozen', routeId: 'crm', digestId: 'msg_1', part: 1, signals: 2 });
    const attempt = { routeId: 'crm', digestId: 'msg_1', attempt: 1, status: 204, reason: 'answered 204' };
    const settled = { ...attempt, ambiguous: false, nextAttemptAt: null };
    observeAll({ kind: 'digest-attempted', ...settled, outcome: 'delivered' });

    expect((await state()).counts).toEqual({
      buyersDue: 3,
      buyersRead: 2,
      newSignals: 2,
      hotSignals: 1,
      digestsFrozen: 1,
      digestsDelivered: 1,
    });
  });
});

describe('the activity', () => {
  const failed = (buyerId: string): Observation => ({
    kind: 'poll-failed',
    buyerId,
    problem: 'answered 500',
  });

  it('names buyers and signals, and the routes of each', async () => {
    observeAll(recorded(), recorded({ hot: true, name: null, routes: [] }), failed(polled.buyerId));

    expect(await lines()).toEqual([
      'Springfield School District: new signal Roof repair (Tenders), to sales',
      'Springfield School District: new signal without a name (Tenders), hot, matches no route',
      'Springfield School District: answered 500',
    ]);
  });

  it('has one line for what repeats, with its count, at the time of the last', async () => {
    observeAll(failed('a'), recorded(), failed('b'), failed('a'));

    expect(await lines()).toEqual([
      'Springfield School District: new signal Roof repair (Tenders), to sales',
      'buyer a, buyer b: answered 500 (3 times)',
    ]);
  });

  it('adds up amounts, so that a quiet night is one line', async () => {
    const planned: Observation = { kind: 'polls-planned', slot: 's', buyers: 20, messages: 1 };
    observeAll(...Array.from({ length: 500 }, () => planned));

    expect(await lines()).toEqual([': 10,000 polls planned']);
  });

  it('keeps the newest 200 lines', async () => {
    observeAll(...Array.from({ length: 1_000 }, (_, index) => recorded({ routes: [`r${index}`] })));

    const kept = await lines();

    expect(kept).toHaveLength(200);
    expect(kept[0]).toContain('to r800');
    expect(kept.at(-1)).toContain('to r999');
  });
});

describe('the event stream', () => {
  const named = (name: string) => `new signal ${name} (Tenders), to sales`;
  const next = async (stream: ReturnType<typeof readPageEvents>) => (await stream.next()).value;

  it('begins with everything, then sends what changes', async () => {
    observeAll(recorded({ name: 'first' }));
    const stream = readPageEvents(page.url);

    const begin = await next(stream);
    observeAll(recorded({ name: 'second' }));
    const then = await next(stream);

    expect([begin.fresh, texts(begin)]).toEqual([true, [named('first')]]);
    expect([then.fresh, texts(then)]).toEqual([false, [named('second')]]);
    expect(then.counts.newSignals).toBe(2);
  });

  it('gathers a burst, so that a first scan is not a thousand events', async () => {
    const stream = readPageEvents(page.url);
    await next(stream);

    observeAll(...Array.from({ length: 1_000 }, () => recorded()));
    const seen: number[] = [];
    while (seen.at(-1) !== 1_000) seen.push((await next(stream)).counts.newSignals);

    expect(seen.length).toBeLessThan(10);
  });

  it('ends when the page closes', { timeout: 5_000 }, async () => {
    const other = await startPage({ port: 0, now: () => 0, readDigests: async () => [], command });
    const stream = readPageEvents(other.url);
    await next(stream);

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

    const second = startPage({ port, now: () => 0, readDigests: async () => [], command });

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

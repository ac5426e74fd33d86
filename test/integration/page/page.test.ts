import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Observation } from '../../../functions/observations/observation.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { Changes } from '../../../view/page/contract.ts';
import type { Page } from '../../../view/page/page.ts';
import { statusFor } from '../../support/loopback.ts';
import { readPageEvents } from '../../support/page/page-events.ts';
import { openPage } from './open-page.ts';

let page: Page;

beforeEach(async () => {
  ({ page } = await openPage());
});

afterEach(() => page.close());

const state = async () => (await readPageEvents(page).next()).value;
const lines = async () => (await state()).lines.map(({ about, text }) => `${about}: ${text}`);
const texts = ({ lines }: Changes) => lines.map(({ text }) => text);
const observeAll = (...observations: Observation[]) => observations.forEach(page.observe);

const buyerId = '3f2a9c1d-7c64-4f0b-9a55-7e3f1b2c0001';
const recorded = (over: Partial<Extract<Observation, { kind: 'signal-recorded' }>> = {}): Observation => ({
  kind: 'signal-recorded',
  buyerId,
  buyerName: 'Springfield School District',
  signalId: 'b#r',
  name: 'Roof repair',
  bridgeName: 'Tenders',
  hot: false,
  baseline: false,
  routes: ['sales'],
  ...over,
});
describe('the activity', () => {
  const failed = (buyerId: string): Observation => ({
    kind: 'poll-failed',
    buyerId,
    problem: 'answered 500',
  });

  it('names buyers and signals, and the routes of each', async () => {
    observeAll(recorded(), recorded({ hot: true, name: null, routes: [] }), failed(buyerId));

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
});

describe('the event stream', () => {
  const named = (name: string) => `new signal ${name} (Tenders), to sales`;
  const next = async (stream: ReturnType<typeof readPageEvents>) => (await stream.next()).value;

  it('begins with everything, then sends what changes', async () => {
    observeAll(recorded({ name: 'first' }));
    const stream = readPageEvents(page);

    const begin = await next(stream);
    observeAll(recorded({ name: 'second' }));
    const then = await next(stream);

    expect([begin.fresh, texts(begin)]).toEqual([true, [named('first')]]);
    expect([then.fresh, texts(then)]).toEqual([false, [named('second')]]);
  });

  it('gathers a burst, so that a first scan is not a thousand events', async () => {
    const stream = readPageEvents(page);
    await next(stream);

    observeAll(...Array.from({ length: 1_000 }, () => recorded()));
    const seen: string[] = [];
    while (!seen.at(-1)?.includes('1000 times')) seen.push(...texts(await next(stream)));

    expect(seen.length).toBeLessThan(10);
  });

  it('says within a second or two that another process changed the ledger', { timeout: 10_000 }, async () => {
    let changes = 1;
    const { page: beside } = await openPage({}, 0, () => changes);
    const stream = readPageEvents(beside);
    expect(await next(stream)).toMatchObject({ lines: [], isChanged: false });
    changes += 1;
    expect(await next(stream)).toMatchObject({ lines: [], isChanged: true });
    await beside.close();
  });

  it('ends when the page closes', { timeout: 5_000 }, async () => {
    const { page: other } = await openPage();
    const stream = readPageEvents(other);
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

it('a port that is taken is named together with the flag that fixes it', async () => {
  const port = Number(new URL(page.url).port);

  const second = openPage({}, port);

  await expect(second).rejects.toThrow(ConfigurationError);
  await expect(second).rejects.toThrow(new RegExp(`port ${port} is taken.*--page-port ${port + 1}`));
});

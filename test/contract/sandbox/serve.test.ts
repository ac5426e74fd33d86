import { expect, test } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/serve.ts';
import { closedAfterEach } from '../../support/opened-for-all.ts';
import { listAllSignals } from '../../support/upstream/listed-signals.ts';
import { start } from './sandbox-calls.ts';

const closed = closedAfterEach();

async function run(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const world = { seed: 1, buyers: 12, bridges: 8, signals: 40 };
  return closed(await startSandbox({ port: 0, ...world, now: () => start, ...options }));
}

const signalsUrl = ({ url, world }: Sandbox, index = 0) =>
  `${url}/api/external/feed/all/buyer-signals?pageSize=100&buyerId=${world.buyers[index]?.buyerId}`;
const json = { 'content-type': 'application/json' };
const withToken = ({ token }: Sandbox) => ({ headers: { authorization: `Bearer ${token}` } });

const listedIn = (sandbox: Sandbox) =>
  listAllSignals(
    sandbox,
    sandbox.world.buyers.map(({ buyerId }) => buyerId),
  );

test('it answers on loopback with the token it was given', async () => {
  const sandbox = await run({ token: 'another' });

  const good = await fetch(signalsUrl(sandbox), { headers: { authorization: 'Bearer another' } });
  const bad = await fetch(signalsUrl(sandbox), { headers: { authorization: 'Bearer sandbox-token' } });

  expect([good.status, bad.status]).toEqual([200, 401]);
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('a cut destroys the connection midway in the body, and the next call is whole', async () => {
  const sandbox = await run();
  await fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', headers: json, body: '{"kind":"cut"}' });

  const cut = await fetch(signalsUrl(sandbox), withToken(sandbox));
  await expect(cut.text()).rejects.toThrow();
  const whole = await fetch(signalsUrl(sandbox), withToken(sandbox));

  expect(Number(cut.headers.get('content-length'))).toBe(Buffer.byteLength(await whole.text()));
});

test('the same seed gives the same data, another seed other data', async () => {
  const [one, same, other] = [await run(), await run(), await run({ seed: 2 })];

  expect(await listedIn(one)).toEqual(await listedIn(same));
  expect(same.world).toEqual(one.world);
  expect(other.world.buyers[0]?.buyerId).not.toBe(one.world.buyers[0]?.buyerId);
});

test('a taken port and an empty token are refused', async () => {
  const { url } = await run();

  const port = Number(new URL(url).port);
  await expect(run({ port })).rejects.toThrow(/port: \d+ on 127\.0\.0\.1 is taken/);
  await expect(run({ token: '' })).rejects.toThrow(/^token: /);
});

test('with a rate, New signals arrive until it is closed', async () => {
  const sandbox = await run({ rate: 6_000 });
  const before = await listedIn(sandbox);
  await expect.poll(() => listedIn(sandbox), { timeout: 10_000 }).not.toHaveLength(before.length);
});

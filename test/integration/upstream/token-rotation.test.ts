import { describe, expect, it } from 'vitest';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { createBridgeApi } from '../../../shared/bridge-api/index.ts';
import { UpstreamPausedError } from '../../../shared/domain/errors.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { createCloudSecrets } from '../../../shared/runtime/secrets-manager.ts';
import { createUpstreamGate } from '../../../shared/runtime/upstream-gate.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';

const buyerId = '7d0c4c52-3f0e-4b0e-9d0a-6f2f8f4a1b10';
const atOnce = 8;
const minute = 60_000;

/** A service, a secret, and instances of the pipeline's client with their own cache of that secret. */
function createWorld() {
  const clock = createFakeClock(Date.parse('2026-11-21T08:00:00Z'));
  const random = seededRandom(3);
  const ledger = createLedger({
    table: openSqliteTable(':memory:'),
    clock,
    random,
  });
  const world = {
    accepted: 'first',
    stored: 'first',
    sent: [] as string[],
    paused: [] as string[],
    holds: 0,
  };
  let release: (() => void)[] = [];
  const fetch = async (_: unknown, init: RequestInit = {}): Promise<Response> => {
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
    world.sent.push(token);
    if (world.holds > 0) {
      world.holds -= 1;
      const answered = new Promise<void>((resolve) => release.push(resolve));
      if (world.holds === 0) {
        for (const resolve of release) resolve();
        release = [];
      }
      await answered;
    }
    const body = JSON.stringify({ pageNumber: 1, pageSize: 20, totalItems: 0, totalPages: 0, result: [] });
    return token === world.accepted ? new Response(body) : new Response('', { status: 401 });
  };
  const createInstance = () => {
    const secrets = createCloudSecrets({
      readSecret: async () => ({ SecretString: world.stored }),
      stage: 'test',
      clock,
    });
    const observe = (observation: Observation): void => {
      if (observation.kind === 'upstream-paused') world.paused.push(observation.reason);
    };
    const gate = createUpstreamGate({ clock, ledger, observe });
    const token = (options?: { readonly fresh?: boolean }) => secrets.get('TOKEN', options);
    const api = createBridgeApi({ baseUrl: 'https://bridge.test', token, fetch, clock, random, gate });
    return () => api.listBuyerSignals({ buyerId });
  };
  return { world, clock, ledger, createInstance };
}

const callAtOnce = (call: () => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: atOnce }, () => call()));

describe('a token that is rotated', () => {
  it('while eight calls with the old one are under way costs each a repeat, and pauses nobody', async () => {
    const { world, createInstance } = createWorld();
    const call = createInstance();
    await call();
    world.holds = atOnce;
    world.stored = 'second';
    world.accepted = 'second';

    const results = await callAtOnce(call);

    expect(results.map(({ status }) => status)).toEqual(Array(atOnce).fill('fulfilled'));
    expect(world.sent.slice(1)).toEqual([...Array(atOnce).fill('first'), ...Array(atOnce).fill('second')]);
    expect(world.paused).toEqual([]);
  });

  it('right after it was read is read again all the same', async () => {
    const { world, createInstance } = createWorld();
    const call = createInstance();
    await call();
    world.stored = 'second';
    world.accepted = 'second';

    await expect(call()).resolves.toBeDefined();
    expect(world.paused).toEqual([]);
  });

  it('during a pause for its predecessor is found by the first call after it', async () => {
    const { world, clock, createInstance } = createWorld();
    const call = createInstance();
    world.accepted = 'second';
    await callAtOnce(call);
    world.stored = 'second';
    await clock.sleep(5 * minute);
    world.sent.length = 0;

    const results = await callAtOnce(call);

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(atOnce);
    expect(world.sent.filter((token) => token === 'first').length).toBeLessThanOrEqual(atOnce);
    expect(world.paused).toEqual(['rejected']);
  });
});

describe('a token that is wrong', () => {
  it('stops all instances for five minutes, after two calls for each that was under way', async () => {
    const { world, createInstance } = createWorld();
    const [call, another] = [createInstance(), createInstance()];
    world.accepted = 'another';
    await callAtOnce(call);
    const sent = world.sent.length;

    const error = await another().catch((reason: unknown) => reason);

    expect(sent).toBeLessThanOrEqual(2 * atOnce);
    expect(error).toBeInstanceOf(UpstreamPausedError);
    expect(world.sent).toHaveLength(sent);
    expect(world.paused).toEqual(['rejected']);
  });

  it('is tried each five minutes from then on, at most once by each call that waits and once as read again', async () => {
    const { world, clock, createInstance } = createWorld();
    const call = createInstance();
    world.accepted = 'another';
    await callAtOnce(call);

    for (let round = 0; round < 12; round += 1) {
      await clock.sleep(5 * minute);
      world.sent.length = 0;
      await callAtOnce(call);
      expect(world.sent.length).toBeLessThanOrEqual(atOnce + 1);
    }
    expect(world.paused).toHaveLength(13);
  });

  it('is tried at once by a run by hand, which begins anew', async () => {
    const { world, ledger, createInstance } = createWorld();
    world.accepted = 'second';
    await callAtOnce(createInstance());
    world.stored = 'second';

    await ledger.resumeUpstream('lists');

    await expect(createInstance()()).resolves.toBeDefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { ComposeRequest, ComposeResult } from '../../../functions/compose-digests/compose-digests.ts';
import { composeImmediate } from '../../../functions/compose-digests/compose-immediate.ts';
import { composeNow } from '../../support/functions/compose-ports.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';

const slot = '2026-11-21T08:05:00.000Z';
const minuteLater = '2026-11-21T08:06:00.000Z';
const named = (...ids: string[]) => ids.map((id) => ({ ...immediateRoute, id }));
const resultOf = ({ route }: ComposeRequest): ComposeResult => ({
  routeId: route.id,
  slot,
  state: 'ENABLED',
  digests: [],
  waiting: 0,
  delayed: [],
  setAside: 0,
});

function open(
  ids: readonly string[],
  compose?: (request: ComposeRequest, spend: (ms: number) => void) => void,
) {
  let now = composeNow;
  const requests: ComposeRequest[] = [];
  const given: (readonly [string, number])[] = [];
  const ports = {
    clock: { now: () => now, sleep: async () => undefined },
    routes: [...named(...ids), { ...morningRoute, id: 'morning' }],
    compose: async (request: ComposeRequest) => {
      requests.push(request);
      given.push([request.route.id, request.deadline - now]);
      compose?.(request, (ms) => {
        now += ms;
      });
      return resultOf(request);
    },
  };
  const run = (over: Partial<Parameters<typeof composeImmediate>[1]> = {}) =>
    composeImmediate(ports, { slot, dryRun: false, deadline: composeNow + 100_000, ...over });
  return { run, requests, given };
}

describe('the routes that send immediately', () => {
  it('are composed under the slot of the sweep, with everything that is there', async () => {
    const { run, requests } = open(['a', 'b']);
    const results = await run();
    expect(results.map(({ routeId }) => routeId).sort()).toEqual(['a', 'b']);
    for (const request of requests) {
      expect(request).toMatchObject({ slot, seenUntil: Number.POSITIVE_INFINITY, dryRun: false });
    }
  });

  it('begin with another one each minute', async () => {
    const order = async (at: string) => {
      const { run, given } = open(['a', 'b', 'c']);
      await run({ slot: at });
      return given.map(([id]) => id).join('');
    };
    const [now, later] = [await order(slot), await order(minuteLater)];
    expect(['abc', 'bca', 'cab']).toContain(now);
    expect(later).toBe(`${now.slice(1)}${now[0]}`);
  });

  it('are all tried, and then fail for the one that failed', async () => {
    const { run, given } = open(['a', 'b', 'c'], ({ route }) => {
      if (route.id === 'b') throw new Error('b is ill');
    });
    await expect(run()).rejects.toThrow('b is ill');
    expect(given).toHaveLength(3);
  });

  it('share the time that is left, whatever the one before used up', async () => {
    const { run, given } = open(['a', 'b'], ({ deadline }, spend) => spend(deadline - composeNow));
    await run();
    expect(given.map(([, ms]) => ms)).toEqual([50_000, 50_000]);
  });

  it('get a share in which a digest can be sent, however many there are, and never more than there is', async () => {
    const { run, given } = open(
      Array.from({ length: 30 }, (_, index) => `route-${index}`),
      (_, spend) => spend(15_000),
    );
    await run();
    expect(given.slice(0, 5).map(([, ms]) => ms)).toEqual([20_000, 20_000, 20_000, 20_000, 20_000]);
    expect(given.slice(5, 8).map(([, ms]) => ms)).toEqual([20_000, 10_000, -5_000]);
  });

  it('may be none at all', async () => {
    expect(await open([]).run()).toEqual([]);
  });
});

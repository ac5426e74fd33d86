import { describe, expect, it } from 'vitest';
import { composeImmediate } from '../../../functions/compose-digests/compose-immediate.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import { composeNow, openComposing } from '../../support/functions/open-composing.ts';

const slot = '2026-11-21T08:05:00.000Z';
const minuteLater = '2026-11-21T08:06:00.000Z';

/** In each route that many signals wait; one fits into a message. */
function open(ids: readonly string[], ledger: Partial<Ledger> = {}, signals = 1) {
  const routes = [...ids.map((id) => ({ ...immediateRoute, id })), { ...morningRoute, id: 'morning' }];
  const fits = ({ buyers }: DigestContent) => buyers.flatMap((buyer) => buyer.signals).length < 2;
  const bench = openComposing([], { config: { routes }, ledger, fits });
  const entries = Array.from({ length: signals }, (_, index) => exampleEntry(index));
  for (const { id } of routes) bench.add(entries, id);
  const run = (at = slot) =>
    composeImmediate(bench.ports, { slot: at, dryRun: false, deadline: composeNow + 100_000 });
  const sent = () => bench.frozen.map(({ routeId }) => routeId);
  return Object.assign(bench, { run, sent });
}

describe('the routes that send immediately', () => {
  it('are composed under the slot of the sweep, and each minute begin with another one', async () => {
    const [now, later] = [open(['a', 'b', 'c']), open(['a', 'b', 'c'])];
    const results = await now.run();
    await later.run(minuteLater);

    expect(results).toMatchObject(now.sent().map((routeId) => ({ routeId, slot, digests: [{ part: 1 }] })));
    const order = now.sent().join('');
    expect(['abc', 'bca', 'cab']).toContain(order);
    expect(later.sent().join('')).toBe(`${order.slice(1)}${order[0]}`);
  });

  it('are all tried, and then fail for the one that failed', async () => {
    const { run, sent } = open(['a', 'b', 'c'], {
      countHeld: async (routeId) => {
        if (routeId === 'b') throw new Error('b is ill');
        return 0;
      },
    });
    await expect(run()).rejects.toThrow('b is ill');
    expect(sent().toSorted()).toEqual(['a', 'c']);
  });

  it('share the time that is left, whatever the one before used up', async () => {
    const bench = open(['a', 'b'], {}, 20);
    bench.beforeFreeze = () => {
      bench.time.now += 10_000;
    };
    await expect(bench.run()).rejects.toMatchObject({ code: 'COMPOSE_UNFINISHED' });
    const { a, b } = Object.groupBy(bench.sent(), (routeId) => routeId);
    expect([a?.length, b?.length]).toEqual([5, 5]);
  });

  it('get a share in which a digest can be sent, however many there are, while there is time', async () => {
    const bench = open(Array.from({ length: 30 }, (_, index) => `route-${index}`));
    bench.beforeFreeze = () => {
      bench.time.now += 15_000;
    };
    await expect(bench.run()).rejects.toMatchObject({ code: 'COMPOSE_UNFINISHED' });
    expect(bench.sent()).toHaveLength(7);
  });

  it('may be none at all', async () => {
    expect(await open([]).run()).toEqual([]);
  });
});

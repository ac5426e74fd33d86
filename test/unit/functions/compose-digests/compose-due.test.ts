import { describe, expect, it } from 'vitest';
import { composeDue } from '../../../../functions/compose-digests/compose-due.ts';
import { measureRoute } from '../../../../functions/lookups/measure-lateness.ts';
import { readRoutesOnce } from '../../../../functions/lookups/read-routes-once.ts';
import type { DigestContent } from '../../../../shared/domain/digests/digest.ts';
import { dayMs as day, minuteMs as minute } from '../../../../shared/domain/duration.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { buyerA, exampleEntry } from '../../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../../support/functions/example-routes.ts';
import { type ComposingBench, composeNow, openComposing } from '../../../support/functions/open-composing.ts';
import { openFunctions } from '../../../support/functions/open-functions.ts';
import type { LedgerChanges } from '../../../support/ledger/change-ledger.ts';

const oneFits = ({ buyers }: DigestContent) => buyers.flatMap((buyer) => buyer.signals).length < 2;

/** What a sweep composes of these routes at the bench's time. */
function sweepOf(bench: ComposingBench, routes: readonly Route[], readRoute = readRoutesOnce(bench.ports)) {
  const deadline = bench.time.now + 100_000;
  return composeDue(bench.ports, routes, { dryRun: false, deadline, readRoute });
}

/** In each route that many signals wait; one fits into a message. */
function open(ids: readonly string[], ledger: LedgerChanges = {}, signals = 1) {
  const routes = ids.map((id) => ({ ...immediateRoute, id }));
  const bench = openComposing([], { config: { routes }, ledger, fits: oneFits });
  const entries = Array.from({ length: signals }, (_, index) => exampleEntry(index));
  for (const { id } of routes) bench.add(entries, id);
  const run = () => sweepOf(bench, routes);
  const sent = () => bench.frozen.map(({ routeId }) => routeId);
  return Object.assign(bench, { run, sent });
}

describe('the routes that have something to send', () => {
  it('begin each minute with another one', async () => {
    const [now, later] = [open(['a', 'b', 'c']), open(['a', 'b', 'c'])];
    const results = await now.run();
    later.time.now += minute;
    await later.run();

    expect(results).toMatchObject(now.sent().map((routeId) => ({ routeId, digests: [{ part: 1 }] })));
    const order = now.sent().join('');
    expect(['abc', 'bca', 'cab']).toContain(order);
    expect(later.sent().join('')).toBe(`${order.slice(1)}${order[0]}`);
  });

  it('are all tried, and then fail for the one that failed', async () => {
    const { run, sent } = open(['a', 'b', 'c'], {
      routes: {
        read: async (routeId) => {
          if (routeId === 'b') throw new Error('b is ill');
          return openFunctions().ledger.routes.read(routeId);
        },
      },
    });
    await expect(run()).rejects.toThrow('b is ill');
    expect(sent().toSorted()).toEqual(['a', 'c']);
  });

  it('have none at once where signals of an owner who left were handed over, and are not late', async () => {
    const weekly: Route = { ...immediateRoute, when: { cron: '0 8 ? * MON *', timezone: 'UTC' } };
    const bench = openComposing([], { config: { routes: [weekly] } });
    bench.add([exampleEntry(1, { firstSeenAt: composeNow - 21 * day })], 'crm/ann');
    await bench.ledger.pending.handOver('crm/ann', 'crm');
    expect(await sweepOf(bench, [weekly])).toEqual([]);
    expect(await measureRoute(bench.ports, weekly)).toMatchObject({ signalsLateMs: 0 });
    bench.time.now += 2 * day;
    expect(await sweepOf(bench, [weekly])).toMatchObject([{ routeId: 'crm', digests: [{ part: 1 }] }]);
  });

  it('share the time that is left, whatever the one before used up', async () => {
    const bench = open(['a', 'b'], {}, 20);
    bench.beforeFreeze = () => {
      bench.time.now += 10_000;
    };
    await expect(bench.run()).rejects.toMatchObject({ code: 'UNFINISHED' });
    const { a, b } = Object.groupBy(bench.sent(), (routeId) => routeId);
    expect([a?.length, b?.length]).toEqual([5, 5]);
  });
});

describe('a route with times', () => {
  const eight = Date.parse('2026-11-23T08:00:00Z');
  const route: Route = { ...morningRoute, when: { cron: '0 8 ? * MON *', timezone: 'UTC' } };
  const came = (at: number, over = {}) => exampleEntry(1, { firstSeenAt: at, ...over });
  const openAt = (now: number, ledger: LedgerChanges = {}, entriesAtOnce = 100) => {
    const bench = openComposing([], { config: { routes: [route] }, ledger, entriesAtOnce });
    bench.time.now = now;
    return Object.assign(bench, { run: () => sweepOf(bench, [route]) });
  };

  it('sends at its time what was there, with what has come since', async () => {
    const bench = openAt(eight);
    bench.add([came(eight - minute), exampleEntry(2, { firstSeenAt: eight + 1 })]);
    expect(await bench.run()).toMatchObject([{ digests: [{ signals: 2 }] }]);
  });

  it.each([
    ['before its time', eight - 1, eight - minute],
    ['what came after its time', eight + minute, eight + 1],
  ])('sends nothing, and does not read its outbox through: %s', async (_, now, cameAt) => {
    const readPages = () => {
      throw new Error('read the outbox');
    };
    const bench = openAt(now, { outbox: { readPages } });
    bench.add([came(cameAt)]);
    expect(await bench.run()).toEqual([]);
  });

  it('does not wait for what a wrong clock put into the future', async () => {
    const bench = openAt(eight - minute);
    bench.add([came(eight + 86_400_000 * 365)]);
    expect(await bench.run()).toMatchObject([{ digests: [{ signals: 1 }] }]);
  });
});

describe('an outbox larger than a reading', () => {
  /** Signals of a muted buyer. */
  const mutedOnes = (count: number) => Array.from({ length: count }, (_, number) => exampleEntry(number));
  const open = async (entries: readonly OutboxEntry[]) => {
    const bench = openComposing(entries, { pagesAtOnce: 1 });
    await bench.ledger.mutes.begin({
      kind: 'buyer',
      id: buyerA,
      until: composeNow + 10 * minute,
      because: '',
    });
    const sweep = async (minutes: number, readRoute = readRoutesOnce(bench.ports)) => {
      bench.time.now = composeNow + minutes * minute;
      await sweepOf(bench, [immediateRoute], readRoute);
    };
    const facts = () => Promise.all([measureRoute(bench.ports, immediateRoute)]);
    return Object.assign(bench, { sweep, facts });
  };

  it('is read on from sweep to sweep, also where one is slow, and says since when it is not read through', async () => {
    const { sweep, facts, ledger, ports } = await open(mutedOnes(350));
    const placeOf = async () => (await ledger.routes.read('crm')).place;
    const slow = readRoutesOnce(ports);
    await slow(immediateRoute);
    expect(await facts()).toEqual([{ signalsLateMs: 0, unreadSince: composeNow }]);
    await sweep(0);
    expect(await placeOf()).toBe(mutedOnes(100).at(-1)?.key);
    await sweep(1);
    await sweep(2, slow);
    expect(await placeOf()).toBe(mutedOnes(200).at(-1)?.key);
    expect(await facts()).toEqual([{ signalsLateMs: 0, unreadSince: composeNow }]);
    await sweep(3);
    expect(await facts()).toEqual([{ signalsLateMs: 0, unreadSince: null }]);
    await sweep(4);
    expect(await placeOf()).toBeNull();
    expect(await facts()).toEqual([{ signalsLateMs: 0, unreadSince: composeNow + 4 * minute }]);
  });
});

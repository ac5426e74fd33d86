import { describe, expect, it } from 'vitest';
import { sweepDue } from '../../../functions/compose-digests/sweep-due.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { exampleEntry } from '../../support/examples/example-signals.ts';
import { morningRoute } from '../../support/functions/example-routes.ts';
import { composeNow, openComposing } from '../../support/functions/open-composing.ts';

const slot = '2026-11-21T08:05:00.000Z';
const lateSlot = '2026-11-21T08:00:00.000Z';
const bothRoutes = [morningRoute, { ...morningRoute, id: 'sales' }];
const part = (routeId: string, number: number) => ({ routeId, slot: lateSlot, part: number });
const nothingDue = { digests: [], summaries: [], values: [], lateRoutes: [], waiting: [] };

/** A late slot of each route, with one signal that was seen before it. */
async function open(ledger: Partial<Ledger> = {}, routes: readonly Route[] = bothRoutes) {
  const bench = openComposing([], { config: { routes }, ledger });
  for (const { id } of bothRoutes) {
    await bench.ledger.markLate({ routeId: id, slot: lateSlot }, composeNow);
    bench.add([exampleEntry(1)], id);
  }
  const sweep = (dryRun = false, deadline = Number.POSITIVE_INFINITY) =>
    sweepDue(bench.ports, { slot, dryRun, deadline });
  const marked = async () => {
    const marks = await Promise.all(bothRoutes.map(({ id }) => bench.ledger.readLate(id)));
    return marks.flatMap((mark) => (mark === null ? [] : [mark.routeId]));
  };
  return Object.assign(bench, { sweep, marked });
}

describe('the sweep', () => {
  it('queues what is due once more', async () => {
    const due = {
      ...nothingDue,
      digests: [part('crm', 1)],
      summaries: ['buyer'],
      values: ['buyer', 'other'],
    };
    const { sweep, queued, observed } = await open({ listDue: async () => due });

    expect(await sweep()).toMatchObject({ digests: 1, summaries: 1 });
    const poll = (buyerId: string) => ({ slot, buyerIds: [buyerId], values: true });
    expect(queued).toEqual({
      delivery: [part('crm', 1)],
      summary: [{ buyerId: 'buyer' }],
      poll: [poll('buyer'), poll('other')],
      compose: [],
    });
    expect(observed).toMatchObject([
      { kind: 'swept', digests: 1, summaries: 1 },
      { kind: 'pending-checked' },
    ]);
  });

  it('takes a few of each route in turn, so that the backlog of one delays no other', async () => {
    const many = Array.from({ length: 116 }, (_, index) => part('crm', index + 1));
    const due = { ...nothingDue, digests: [...many, part('sales', 1), part('sales', 2)] };
    const { sweep, queued } = await open({ listDue: async () => due });

    expect(await sweep()).toMatchObject({ digests: 52 });
    expect(queued.delivery.slice(0, 5)).toEqual([
      part('crm', 1),
      part('sales', 1),
      part('crm', 2),
      part('sales', 2),
      part('crm', 3),
    ]);
    expect(queued.delivery).toHaveLength(52);
  });

  it('composes a late slot with what was seen until then, and clears its mark', async () => {
    const bench = await open();
    const later = exampleEntry(2, { firstSeenAt: composeNow + 1 });
    bench.add([later]);

    expect(await bench.sweep()).toMatchObject({ late: [{ routeId: 'crm' }, { routeId: 'sales' }] });

    expect(bench.frozen).toMatchObject([
      { routeId: 'crm', slot, members: [exampleEntry(1).key] },
      { routeId: 'sales', slot, members: [exampleEntry(1).key] },
    ]);
    expect(bench.outboxKeys('crm')).toEqual([later.key]);
    expect(await bench.marked()).toEqual([]);
  });

  it('passes over a route that is not in the config', async () => {
    const { sweep, marked } = await open({}, [morningRoute]);
    expect(await sweep()).toMatchObject({ late: [{ routeId: 'crm' }] });
    expect(await marked()).toEqual(['sales']);
  });

  it('tries every late route, and then fails for the one that failed, whose mark stays', async () => {
    const { sweep, marked } = await open({
      countHeld: async (routeId) => {
        if (routeId === 'crm') throw new Error('crm is ill');
        return 0;
      },
    });
    await expect(sweep()).rejects.toThrow('crm is ill');
    expect(await marked()).toEqual(['crm']);
  });

  it('gives each late route its share of what is left, whatever the one before it used up', async () => {
    const bench = await open();
    const many = Array.from({ length: 2_000 }, (_, index) => exampleEntry(index));
    for (const { id } of bothRoutes) bench.add(many, id);
    bench.beforeFreeze = () => {
      bench.time.now += 40_000;
    };
    await expect(bench.sweep(false, composeNow + 240_000)).rejects.toThrow('crm: no time left');
    expect(bench.frozen.map(({ routeId }) => routeId)).toEqual([
      ...['crm', 'crm', 'crm', 'sales', 'sales', 'sales'],
    ]);
  });

  it('composes what is late although what is pending could not be looked after, and then fails', async () => {
    const registerRoutes = () => Promise.reject(new Error('the registry is ill'));
    const { sweep, frozen } = await open({ registerRoutes });
    await expect(sweep()).rejects.toThrow('the registry is ill');
    expect(frozen.map(({ routeId }) => routeId)).toEqual(['crm', 'sales']);
  });

  it('in a dry run sends, writes and tells nothing', async () => {
    const { sweep, table, queued, observed } = await open();
    const before = JSON.stringify([...table.all()]);
    expect(await sweep(true)).toMatchObject({ late: [{ digests: [{ signals: 1 }] }, {}] });
    expect(JSON.stringify([...table.all()])).toBe(before);
    expect([queued.delivery, queued.summary, queued.poll, observed]).toEqual([[], [], [], []]);
  });
});

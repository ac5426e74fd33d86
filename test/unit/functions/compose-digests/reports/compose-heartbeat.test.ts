import { describe, expect, it } from 'vitest';
import { composeDue } from '../../../../../functions/compose-digests/compose-due.ts';
import { readRoutesOnce } from '../../../../../functions/lookups/read-routes-once.ts';
import { dayMs as day, hourMs as hour, minuteMs as minute } from '../../../../../shared/domain/duration.ts';
import type { HeartbeatContent } from '../../../../../shared/domain/reports/heartbeat.ts';
import type { Route } from '../../../../../shared/domain/routes/route.ts';
import { routeKey } from '../../../../../shared/ledger/items/keys.ts';
import { exampleEntry } from '../../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../../support/functions/example-routes.ts';
import { openComposing } from '../../../../support/functions/open-composing.ts';

/** A Monday. */
const eight = Date.parse('2026-11-23T08:00:00Z');
const daily: Route = { ...immediateRoute, heartbeat: { cron: '0 8 * * ? *', timezone: 'UTC' } };

/** A route that a sweep saw for the first time at half past eight on the day before. */
async function open(given: Route = daily, pagesAtOnce?: number) {
  let route = given;
  const bench = openComposing([], { config: { routes: [route] }, pagesAtOnce });
  const sweep = async (at: number, dryRun = false): Promise<HeartbeatContent[]> => {
    bench.time.now = at;
    const before = bench.frozen.length;
    const readRoute = readRoutesOnce(bench.ports);
    await composeDue(bench.ports, [route], { dryRun, deadline: at + 100_000, readRoute });
    const created = bench.frozen.slice(before).filter(({ members }) => members.length === 0);
    return created.map(({ body }) => JSON.parse(body) as HeartbeatContent);
  };
  expect(await sweep(eight - day + 30 * minute)).toEqual([]);
  const change = (to: Route) => {
    route = to;
  };
  return { ...bench, sweep, change };
}

describe('a heartbeat', () => {
  it('comes at its time if nothing was sent since, once, and is queued like a digest', async () => {
    const { sweep, queued, observed, ledger } = await open();
    expect(await sweep(eight - 1)).toEqual([]);
    const [content] = await sweep(eight + 20_000);
    expect(content).toMatchObject({ since: null, until: '2026-11-23T08:00:20.000Z', nextAt: null });
    expect(await sweep(eight + minute)).toEqual([]);
    expect(await sweep(eight + day)).toHaveLength(1);
    const slot = '2026-11-23T08:00:20.000Z+heartbeat';
    expect(queued.delivery?.[0]).toEqual({ routeId: 'crm', slot, part: 1 });
    expect(observed[0]).toMatchObject({ kind: 'report-frozen', digestId: content?.digestId });
    expect((await ledger.digests.listUndelivered('crm'))[0]).toMatchObject({ kind: 'heartbeat', signals: 0 });
  });

  it('counts from the last message of a round that went on beyond its time', async () => {
    const { sweep, table } = await open();
    const round = { at: eight - 10 * minute, createdAt: eight + minute, parts: 2, messages: 2, signals: 2 };
    await table.update({
      key: routeKey('crm'),
      set: { round: { ...round, hot: 0, inQuietHours: 0, more: false } },
    });
    expect(await sweep(eight + 3 * minute)).toEqual([]);
    expect(await sweep(eight + day)).toMatchObject([{ since: '2026-11-23T08:01:00.000Z' }]);
  });

  it('counts the digests that its route still owes, and no heartbeat among them', async () => {
    const { sweep, add } = await open();
    expect(await sweep(eight)).toMatchObject([{ undelivered: 0 }]);
    add([exampleEntry(1, { firstSeenAt: eight + hour })]);
    await sweep(eight + hour);
    expect(await sweep(eight + day)).toMatchObject([{ undelivered: 1 }]);
  });

  it('has missed nothing where its times are new or have changed', async () => {
    const { sweep, change } = await open();
    change({ ...daily, heartbeat: { cron: '0 7 * * ? *', timezone: 'UTC' } });
    expect(await sweep(eight + hour)).toEqual([]);
    expect(await sweep(eight + day)).toHaveLength(1);
  });

  it('waits for the end of quiet hours, and is not created for a disabled route or in a dry run', async () => {
    const quiet = { from: '07:00', to: '09:00', timezone: 'UTC' };
    const { sweep, ledger } = await open({ ...daily, quiet });
    expect(await sweep(eight)).toEqual([]);
    await ledger.routes.disable('crm', 'gone', eight);
    expect(await sweep(eight + hour)).toEqual([]);
    await ledger.routes.enable('crm', eight + hour);
    expect(await sweep(eight + hour, true)).toEqual([]);
    expect(await sweep(eight + hour)).toHaveLength(1);
  });
});

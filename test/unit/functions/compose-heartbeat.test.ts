import { describe, expect, it } from 'vitest';
import { composeDue } from '../../../functions/compose-digests/compose-due.ts';
import { lookOnce } from '../../../functions/lookups/look-once.ts';
import type { HeartbeatContent } from '../../../shared/domain/reports/heartbeat.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { buyerA, buyerB, exampleEntry } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';
import { openComposing } from '../../support/functions/open-composing.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Monday. */
const eight = Date.parse('2026-11-23T08:00:00Z');
const daily: Route = { ...immediateRoute, heartbeat: { cron: '0 8 * * ? *', timezone: 'UTC' } };
const onFridays: Route = { ...daily, when: { cron: '0 9 ? * FRI *', timezone: 'UTC' } };
const came = (at: number, over = {}) => exampleEntry(1, { firstSeenAt: at, ...over });

/** A route that a sweep saw for the first time at half past eight on the day before. */
async function open(given: Route = daily, pagesAtOnce?: number) {
  let route = given;
  const bench = openComposing([], { config: { routes: [route] }, pagesAtOnce });
  const sweep = async (at: number, dryRun = false): Promise<HeartbeatContent[]> => {
    bench.time.now = at;
    const before = bench.frozen.length;
    const lookAt = lookOnce(bench.ports);
    await composeDue(bench.ports, [route], { dryRun, deadline: at + 100_000, lookAt });
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

  it('says since when nothing was sent, and does not come where a digest went out', async () => {
    const { sweep, add } = await open();
    add([came(eight)]);
    expect(await sweep(eight + minute)).toEqual([]);
    expect(await sweep(eight + 2 * minute)).toEqual([]);
    const [content] = await sweep(eight + 3 * day);
    expect(content).toMatchObject({ since: '2026-11-23T08:01:00.000Z' });
  });

  it('is not sent for a digest a few minutes before its time', async () => {
    const { sweep, add } = await open();
    add([came(eight - 9 * minute)]);
    await sweep(eight - 9 * minute);
    expect(await sweep(eight)).toEqual([]);
    expect(await sweep(eight + day)).toHaveLength(1);
  });

  it('has missed nothing where its times are new or have changed', async () => {
    const { sweep, change } = await open();
    change({ ...daily, heartbeat: { cron: '0 7 * * ? *', timezone: 'UTC' } });
    expect(await sweep(eight + hour)).toEqual([]);
    expect(await sweep(eight + day)).toHaveLength(1);
  });

  it('does not come while a signal waits for its summary, and says what waits for the next time', async () => {
    const hot = await open();
    hot.add([came(eight - hour, { hot: true, releaseAt: eight + hour })]);
    expect(await hot.sweep(eight)).toEqual([]);
    const weekly = await open(onFridays);
    weekly.add([came(eight - hour)]);
    expect(await weekly.sweep(eight)).toMatchObject([{ nextAt: '2026-11-27T09:00:00.000Z' }]);
  });

  it('says what waits in a part of the outbox that its sweep did not read', async () => {
    const { sweep, add, ledger } = await open(onFridays, 1);
    const thursday = { firstSeenAt: eight - 4 * day, enteredAt: eight - hour };
    const muted = Array.from({ length: 120 }, (_, number) => {
      return exampleEntry(number + 2, { ...thursday, buyerId: buyerB });
    });
    add([exampleEntry(1, { ...thursday, released: true }), ...muted]);
    await ledger.mutes.begin({ kind: 'buyer', id: buyerB, until: eight + 7 * day, because: '' });
    expect(await sweep(eight - minute)).toEqual([]);
    const [content] = await sweep(eight);
    expect(content).toMatchObject({ nextAt: '2026-11-27T09:00:00.000Z', muted: 120 });
  });

  it('comes while everything is muted or held, and says so', async () => {
    const { sweep, add, ledger } = await open();
    add([came(eight - hour), exampleEntry(2, { firstSeenAt: eight - hour })]);
    await ledger.mutes.begin({ kind: 'buyer', id: buyerA, until: eight + day, because: '' });
    expect(await sweep(eight)).toMatchObject([{ muted: 2, held: 0 }]);
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

  it('does not wait for a mark that a wrong clock put into the future', async () => {
    const { sweep, ledger } = await open();
    const { ver } = await ledger.routes.read('crm');
    await ledger.routes.moveMark('crm', {
      ...{ ver, report: 'heartbeat' },
      mark: { at: eight + 365 * day, times: '0 8 * * ? * UTC' },
    });
    expect(await sweep(eight)).toHaveLength(1);
  });
});

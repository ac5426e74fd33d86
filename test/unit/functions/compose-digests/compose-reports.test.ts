import { describe, expect, it } from 'vitest';
import type { RecapContent } from '../../../../message/reports/report.ts';
import { dayMs as day, hourMs as hour, minuteMs as minute } from '../../../../shared/domain/duration.ts';
import {
  HttpStatusError,
  NotStartedError,
  TransportError,
  UpstreamPausedError,
} from '../../../../shared/domain/errors.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { signalIdOf } from '../../../../shared/domain/rows/signal.ts';
import { exampleRow, rowUuid } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { openReports, type ServedRow } from '../../../support/functions/open-reports.ts';
import { exampleClick, storeClicks } from '../../../support/ledger/clicks.ts';
import { settleDue } from '../../../support/ledger/digests.ts';

/** A Monday. */
const eight = Date.parse('2026-11-23T08:00:00Z');
const route: Route = { ...immediateRoute, recap: { cron: '0 8 ? * MON *', timezone: 'UTC' } };

/** Hot signals that were sent on the Friday before, one for each row, and a sweep that has seen the route before. */
async function open(served: Readonly<Record<number, ServedRow>> = {}) {
  const bench = openReports(route);
  for (const [number, row] of Object.entries(served)) bench.rows.set(Number(number), row);
  expect(await bench.sweep(eight - 6 * day)).toEqual([]);
  await bench.send(eight - 3 * day, [...bench.rows.keys()]);
  return bench;
}

const due = (date: string) => ({ 'Due Date': date });

describe('a recap', () => {
  it('asks what became of each signal, and counts once it is known', async () => {
    const { sweep, answer, calls, queued, ledger } = await open({
      1: { statuses: ['New'], columns: { ...due('2026-12-20'), Value: '$1,270,000' } },
      2: { statuses: ['New'], columns: { ...due('2026-11-27'), Owner: 'Ann Lee' } },
      3: { statuses: ['Actioned'] },
      4: { statuses: ['Sponsoring'] },
      5: { statuses: ['Saved'] },
      6: { statuses: ['NotInterested'] },
    });
    expect(await sweep(eight)).toEqual([]);
    expect(queued.summary).toHaveLength(1);
    await answer();
    const [recap] = (await sweep(eight + minute)) as RecapContent[];
    expect(recap).toMatchObject({
      kind: 'recap',
      since: '2026-11-16T08:00:00.000Z',
      until: '2026-11-23T08:00:00.000Z',
      counts: { hot: 6, acted: 2, saved: 1, notInterested: 1, untouched: 2, unknown: 0, closing: 1 },
      worth: { amount: 1_270_000, currency: 'USD', named: 1 },
      closingWorth: null,
      owners: [
        { name: 'Ann Lee', signals: 1 },
        { name: null, signals: 1 },
      ],
      signals: [
        { rowId: rowUuid(2), due: expect.stringContaining('Nov'), money: null },
        { rowId: rowUuid(1), buyerName: 'Springfield School District', money: '$1.27M' },
      ],
    });
    expect(calls).toEqual(
      ['New', 'Actioned,Attending,Sponsoring', 'Saved', 'NotInterested'].map(
        (statuses) => `${statuses} LastThreeMonths summaries`,
      ),
    );
    expect(await sweep(eight + 2 * minute)).toEqual([]);
    const [told] = await ledger.digests.listUndelivered('crm');
    expect(told).toMatchObject({ kind: 'recap', slot: '2026-11-23T08:00:00.000Z+recap', signals: 0 });
  });

  it('of the rest of a set is of all of its routes, also of an owner whose route is gone', async () => {
    const rest: Route = { ...route, owner: { set: route.id, is: null } };
    const owners = ['ann', 'dev'].map((name): Route => ({ ...immediateRoute, id: `${route.id}/${name}` }));
    const bench = await open({ 1: { statuses: ['New'], columns: { Owner: 'Dev' } } });
    for (const [index, to] of owners.entries()) {
      const columns = { Owner: index === 0 ? 'Ann Lee' : 'ANN  lee' };
      bench.rows.set(index + 2, { statuses: ['New'], columns });
      await bench.send(eight - 2 * day, [index + 2], { to });
    }
    await bench.sweep(eight, rest);
    await bench.answer();
    expect(await bench.sweep(eight + minute, rest)).toMatchObject([
      {
        counts: { hot: 3 },
        owners: [
          { name: 'Ann Lee', signals: 2 },
          { name: 'Dev', signals: 1 },
        ],
      },
    ]);
  });

  it('counts what readers claimed and refused, where its route offers that or somebody did', async () => {
    const chooses = { ...route, actions: ['claim', 'not-for-us'] } as const;
    for (const [given, names, chosen] of [
      [route, [], [undefined, undefined]],
      [chooses, [], [0, 0]],
      [route, ['ann', 'bob'], [1, 1]],
      [chooses, ['ann', 'bob'], [1, 1]],
    ] as const) {
      const bench = await open({ 1: { statuses: ['New'] }, 2: { statuses: ['New'] } });
      const [digest] = bench.frozen;
      const [one, two] = [1, 2].map((number) => signalIdOf(exampleRow(number)));
      const clicks = names.flatMap((name) => [
        exampleClick('claim', name, { signalId: one as string }),
        exampleClick('not-for-us', name, { signalId: two as string }),
        exampleClick('mute-week', name, { signalId: two as string }),
        exampleClick('claim', name, { signalId: 'of another digest' }),
      ]);
      if (digest && clicks.length > 0) await storeClicks(bench.table, digest, clicks);
      await bench.sweep(eight, given);
      await bench.answer();
      const [recap] = (await bench.sweep(eight + minute, given)) as RecapContent[];
      expect([recap?.counts.claimed, recap?.counts.notForUs]).toEqual(chosen);
    }
  });

  it('looks for a row that no list shows in longer lists, and counts one in two lists as unknown', async () => {
    const { sweep, answer, calls } = await open({
      1: { statuses: ['Actioned'], from: 'LastTwoYears' },
      2: { statuses: ['New', 'Saved'] },
      3: { statuses: [] },
      4: { statuses: ['New', 'Attending'] },
      5: { statuses: ['Saved', 'Sponsoring'] },
    });
    await sweep(eight);
    await answer();
    expect(await sweep(eight + minute)).toMatchObject([
      { counts: { acted: 1, saved: 0, untouched: 0, unknown: 4 } },
    ]);
    expect(calls).toHaveLength(12);
  });

  it.each([
    ['refused', new HttpStatusError(403, 'refused'), 0],
    ['not found', new HttpStatusError(404, 'not found'), 0],
    ['too slow', new TransportError('TIMEOUT', 'too slow'), 0],
    ['not asked for, since no turn came in time', new NotStartedError('TIMEOUT', 'not started'), 1],
    ['throttled', new HttpStatusError(429, 'too many'), 1],
    ['failing', new HttpStatusError(500, 'oops'), 1],
    ['paused', new UpstreamPausedError('failing', eight + hour), 1],
  ])(
    'of a buyer whose lists are %s is honest, and asks again only where that may help',
    async (_, failure, again) => {
      const { sweep, answer, service, queued } = await open({ 1: { statuses: ['New'] } });
      service.failure = failure;
      await sweep(eight);
      await answer();
      const told = await sweep(eight + minute);
      expect([told.length, queued.summary.length]).toEqual([1 - again, again]);
      const later = again === 1 ? await sweep(eight + 30 * minute) : told;
      expect(later).toMatchObject([{ counts: { hot: 1, untouched: 0, unknown: 1 } }]);
    },
  );

  it('waits half an hour from the first question on, however late that is', async () => {
    const { sweep, queued } = await open({ 1: { statuses: ['New'] } });
    expect(await sweep(eight + 5 * hour)).toEqual([]);
    expect(await sweep(eight + 5 * hour + 29 * minute)).toEqual([]);
    expect(queued.summary).toHaveLength(2);
    expect(await sweep(eight + 5 * hour + 30 * minute)).toHaveLength(1);
  });

  it('asks no buyer again that was answered, although two sweeps asked', async () => {
    const { sweep, answer, calls } = await open({ 1: { statuses: ['New'] } });
    await sweep(eight);
    await sweep(eight + 1);
    await answer();
    expect(calls.filter((call) => call.startsWith('New'))).toHaveLength(1);
  });

  it('that a clock created ahead of its time is tried once more at most, and the next one comes', async () => {
    const { sweep, ledger } = await open();
    expect(await sweep(eight)).toHaveLength(1);
    expect(await sweep(eight + 7 * day)).toHaveLength(1);
    for (const weeks of [0, 1]) {
      const slot = eight + weeks * 7 * day;
      expect(await sweep(slot + minute)).toEqual([]);
      expect((await ledger.routes.read('crm')).recap?.at).toBe(slot);
    }
    expect(await sweep(eight + 14 * day)).toHaveLength(1);
  });
});

const reminding: Route = { ...immediateRoute, remind: ['7 days', '2 days'] };
const isNew = (date: string) => ({ statuses: ['New'], columns: { 'Due Date': date } });

/** Hot signals that were sent on a Monday at nine. */
async function openReminding(served: Readonly<Record<number, ReturnType<typeof isNew>>>) {
  const bench = openReports(reminding);
  for (const [number, row] of Object.entries(served)) bench.rows.set(Number(number), row);
  expect(await bench.sweep(eight)).toEqual([]);
  await bench.send(eight + hour, [...bench.rows.keys()]);
  /** Runs a morning that many days later: asks, gets the answers, and creates the reminders that are due. */
  const morning = async (days: number) => {
    const at = eight + days * day;
    const asked = await bench.sweep(at);
    await bench.answer();
    return [...asked, ...(await bench.sweep(at + minute)), ...(await bench.sweep(at + 5 * minute))];
  };
  return { ...bench, morning };
}

const rowsOf = (...numbers: number[]) => ({ signals: numbers.map((number) => ({ rowId: rowUuid(number) })) });

describe('a reminder', () => {
  it('comes in the morning of each day that is so long before a deadline, once', async () => {
    const { morning, calls } = await openReminding({ 1: isNew('2026-12-05') });
    const told = [];
    for (let days = 1; days < 14; days += 1) {
      const reminders = await morning(days);
      told.push(...reminders.map(({ until }) => until.slice(0, 10)));
      expect(reminders.length).toBeLessThan(2);
    }
    expect(told).toEqual(['2026-11-28', '2026-12-03']);
    expect(calls.filter((call) => call.startsWith('New'))).toHaveLength(2);
  });

  it('names a deadline that has moved, and does not come where that is far off', async () => {
    const { morning, rows } = await openReminding({ 1: isNew('2026-12-02'), 2: isNew('2026-12-02') });
    rows.set(1, isNew('2026-12-20'));
    rows.set(2, isNew('2026-12-01'));
    expect(await morning(2)).toMatchObject([
      { ...rowsOf(2), signals: [{ deadline: '2026-12-01', closesAt: '2026-12-02T00:00:00.000Z' }] },
    ]);
    expect(await morning(7)).toMatchObject([rowsOf(2)]);
    expect(await morning(20)).toEqual([]);
  });

  it('is not about a muted buyer, nor about what was not delivered', async () => {
    const bench = await openReminding({ 1: isNew('2026-12-05') });
    bench.rows.set(2, isNew('2026-12-05'));
    await bench.send(eight + 2 * hour, [2], { isDelivered: false });
    const until = eight + 6 * day;
    await bench.ledger.mutes.begin({
      kind: 'buyer',
      id: 'aaaaaaaa-0000-4000-8000-000000000001',
      until,
      because: '',
    });
    expect(await bench.morning(5)).toEqual([]);
    expect(await bench.morning(10)).toMatchObject([rowsOf(1)]);
  });

  it('is of the route that a digest was handed over to', async () => {
    const bench = await openReminding({});
    const left: Route = { ...immediateRoute, id: `${route.id}/ann` };
    bench.rows.set(1, isNew('2026-12-05'));
    await bench.send(eight, [1], { to: left, isDelivered: false });
    const listed = await bench.ledger.digests.listUndelivered(left.id);
    await bench.ledger.digests.resend(listed, eight, route.id);
    const told = { outcome: 'delivered', status: 204, reason: 'answered 204' } as const;
    for (const one of listed) await settleDue(bench.ledger, one, eight, { to: 'DELIVERED' }, true, told);
    expect(await bench.morning(5)).toMatchObject([rowsOf(1)]);
  });

  it('has missed nothing when a route has new times', async () => {
    const { sweep } = await openReminding({ 1: isNew('2026-11-28') });
    const changed = { ...reminding, remind: ['3 days'] };
    expect(await sweep(eight + 3 * day, changed)).toEqual([]);
    expect(await sweep(eight + 3 * day + minute, changed)).toEqual([]);
  });
});

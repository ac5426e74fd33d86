import { describe, expect, it } from 'vitest';
import { dayMs as day, hourMs as hour, minuteMs as minute } from '../../../../shared/domain/duration.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { rowUuid } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { openReports } from '../../../support/functions/open-reports.ts';

const eight = Date.parse('2026-11-23T08:00:00Z');
const route: Route = { ...immediateRoute, remind: ['7 days', '2 days'] };
const isNew = (date: string) => ({ statuses: ['New'], columns: { 'Due Date': date } });

/** Hot signals that were sent on a Monday at nine. */
async function open(served: Readonly<Record<number, ReturnType<typeof isNew>>>) {
  const bench = openReports(route);
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

const about = (...numbers: number[]) => ({ signals: numbers.map((number) => ({ rowId: rowUuid(number) })) });

describe('a reminder', () => {
  it('comes in the morning of each day that is so long before a deadline, once', async () => {
    const { morning, calls } = await open({ 1: isNew('2026-12-05') });
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
    const { morning, rows } = await open({ 1: isNew('2026-12-02'), 2: isNew('2026-12-02') });
    rows.set(1, isNew('2026-12-20'));
    rows.set(2, isNew('2026-12-01'));
    expect(await morning(2)).toMatchObject([
      { ...about(2), signals: [{ deadline: '2026-12-01', closesAt: '2026-12-02T00:00:00.000Z' }] },
    ]);
    expect(await morning(7)).toMatchObject([about(2)]);
    expect(await morning(20)).toEqual([]);
  });

  it('is not about a muted buyer, nor about what was not delivered', async () => {
    const bench = await open({ 1: isNew('2026-12-05') });
    bench.rows.set(2, isNew('2026-12-05'));
    await bench.send(eight + 2 * hour, [2], {}, { isDelivered: false });
    const until = eight + 6 * day;
    await bench.ledger.mutes.begin({
      kind: 'buyer',
      id: 'aaaaaaaa-0000-4000-8000-000000000001',
      until,
      because: '',
    });
    expect(await bench.morning(5)).toEqual([]);
    expect(await bench.morning(10)).toMatchObject([about(1)]);
  });

  it('has missed nothing when a route has new times', async () => {
    const { sweep } = await open({ 1: isNew('2026-11-28') });
    const changed = { ...route, remind: ['3 days'] };
    expect(await sweep(eight + 3 * day, changed)).toEqual([]);
    expect(await sweep(eight + 3 * day + minute, changed)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { bridgeId, buyerA, buyerB, exampleNewSignal } from '../../support/examples/example-signals.ts';
import { immediateRoute } from '../../support/functions/compose-ports.ts';
import { now, openLedger } from './open-ledger.ts';

const unreadable = { buyerId: buyerB, problem: 'it has no id', raw: '{}' };

/**
 * Two signals that wait, one hot and one of another buyer; one that is held; one in a digest for a webhook; and one that
 * could not be read.
 */
async function openPending() {
  const opened = openLedger();
  const { ledger } = opened;
  const record = (number: number, over: Parameters<typeof exampleNewSignal>[1] = {}) =>
    ledger.record(exampleNewSignal(number, { routeIds: ['crm'], hot: false, ...over }));
  await record(1);
  await record(2);
  const [inDigest = '', held = ''] = (await ledger.readOutbox('crm', 2)).map(({ key }) => key);
  await ledger.openFlood('crm', 7);
  await ledger.setAside({ routeId: 'crm', keys: [held], fate: 'held', floodId: 7 }, now);
  const slot = '2026-11-21T08:00:00.000Z';
  const digest = { routeId: 'crm', slot, part: 1, digestId: 'msg_1', body: '{}', members: [inDigest] };
  await ledger.freeze({ ...digest, destinationType: 'webhook' }, now);
  await record(3, { hot: true });
  await record(4, { buyerId: buyerB });
  await record(5, { buyerId: buyerB, signalId: 'unreadable#5', content: unreadable });
  const count = (match: RouteMatch, to: Partial<Route> = {}, scope: 'all' | 'stuck' = 'all') =>
    ledger.countUnmatched({ from: 'crm', to: { ...immediateRoute, id: 'other', match, ...to }, scope });
  return { ledger, count };
}

describe('what a route would not take of what is pending for another', () => {
  it('is nothing where it takes everything', async () => {
    const { count } = await openPending();
    expect(await count({})).toEqual({ signals: 5, unmatched: 0 });
  });

  it.each([
    [{ hot: true }, 3],
    [{ hot: false }, 1],
    [{ bridges: [bridgeId] }, 0],
    [{ bridges: ['0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5affe'] }, 4],
    [{ buyers: [buyerA] }, 2],
    [{ buyers: [buyerB], hot: true }, 4],
  ])('is told by its match, and what is not known excludes nothing: %j', async (match, unmatched) => {
    const { count } = await openPending();
    expect(await count(match)).toEqual({ signals: 5, unmatched });
  });

  it('counts what waits for a value as if it may match', async () => {
    const { ledger } = openLedger();
    const undecided = {
      routeIds: ['crm'],
      until: now + 1,
      period: 'LastOneMonths',
      rankUnknown: false,
    } as const;
    await ledger.record(exampleNewSignal(1, { undecided }));
    await ledger.record(exampleNewSignal(2));
    const match: RouteMatch = { columns: [{ name: 'State', equals: 'CA' }] };
    const to = { ...immediateRoute, id: 'other', match };
    expect(await ledger.countUnmatched({ from: 'crm', to, scope: 'all' })).toEqual({
      signals: 2,
      unmatched: 1,
    });
  });

  it('leaves out digests that stay, as they are for another kind of destination', async () => {
    const { count } = await openPending();
    const to = { type: 'slack', webhookUrl: { secret: 'SLACK' } } as const;
    expect(await count({ hot: true }, { to })).toEqual({ signals: 4, unmatched: 2 });
  });

  it('is only about what is stuck, where the route sends the rest by itself', async () => {
    const { count } = await openPending();
    expect(await count({ hot: true }, {}, 'stuck')).toEqual({ signals: 1, unmatched: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { routeKey } from '../../../../shared/ledger/items/keys.ts';
import type { Ledger } from '../../../../shared/ledger/ledger.ts';
import type { Item } from '../../../../shared/ledger/table/table.ts';
import { bridgeId, buyerA, exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { freezeOldest, openFrozen, pointer, pointerKey, settleDue } from '../../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger } from '../../../support/ledger/open-ledger.ts';

async function record(ledger: Ledger, number: number, ...routeIds: string[]): Promise<boolean> {
  return ledger.signals.record(exampleNewSignal(number, { routeIds }));
}

/** One of each kind of item that the ledger has, made by the ledger's own writes. */
async function writeEverything({ ledger }: OpenedLedger): Promise<void> {
  const buyer = await ledger.buyers.read(buyerA);
  await ledger.buyers.completeScan(buyer, { startedAt: now, dueAt: now, listing: null });
  await ledger.summaries.request(buyerA, now, now + 1000);
  for (const number of [1, 2, 3, 4, 5]) await record(ledger, number, 'crm');
  await freezeOldest(ledger, pointer, now);
  const [second] = await ledger.outbox.read('crm', 1);
  await ledger.outbox.setAside({ routeId: 'crm', keys: [second?.key ?? ''], ver: 0 });
  await settleDue(ledger, pointer, now, { to: 'DELIVERED' });
  await record(ledger, 7, 'ops');
  await ledger.pending.discard({ routeId: 'ops', scope: 'all' });
  await freezeOldest(ledger, { ...pointer, part: 2 }, now, { members: [] });
  await ledger.digests.beginAttempt('crm', 'msg_1 1', now, 1000);
  await ledger.rosters.saveBuyer(bridgeId, buyerA, now);
  await ledger.rosters.noteNewcomer(buyerA, now);
  await ledger.rosters.saveProgress(bridgeId, { firstFullAt: now, lastFullAt: now, reading: null });
  await ledger.polls.savePlan({ marks: [], buyers: 1 });
  await ledger.polls.learnBridges(new Map([[bridgeId, 'Tenders']]));
  await ledger.upstream.reserve('lists', { calls: 1 });
  await ledger.polls.noteTick(now, await ledger.polls.readNews(now));
  await ledger.history.countRecorded({ signals: 1, hot: 0, baseline: 0, untaken: 0 }, now);
  await ledger.routes.disable('sales', 'gone', now);
  await ledger.routes.enable('other', now);
}

/** `R#/DIG#`: the family of an item, and what it is there. */
function kindOf({ pk, sk }: Item): string {
  if (pk === 'R#.registry') return `${pk}/route`;
  const family = pk.slice(0, pk.indexOf('#') + 1);
  if (family === 'H#') return `H#/${pk.split('#')[1]}`;
  return `${family}/${sk.includes('#') ? sk.slice(0, sk.indexOf('#') + 1) : sk}`;
}

it('the version of an item stands in every kind that is written', async () => {
  const opened = openLedger();
  await writeEverything(opened);
  const items = [...opened.table.all()];
  expect(items.filter(({ v }) => v !== 1)).toEqual([]);
  expect([...new Set(items.map(kindOf))].sort()).toEqual([
    'B#/META',
    'B#/SUMMARY',
    'BR#/BUY#',
    'BR#/META',
    'BR#/NEW#',
    'H#/DIG',
    'H#/HOUR',
    'H#/SIG',
    'O#/GONE#',
    'O#/HELD#',
    'O#/OUT#',
    'P#/BRIDGE#',
    'P#/META',
    'P#/NEWS',
    'R#.registry/route',
    'R#/DIG#',
    'R#/INFLIGHT',
    'R#/META',
    'R#/OWED#',
    'S#/SEEN',
    'U#/LIMITER#',
  ]);
});

describe('a state that only a later version knows', () => {
  async function openInState(state: string) {
    const opened = await openFrozen();
    await opened.table.update({ key: pointerKey, set: { state } });
    return { ...opened, digest: () => opened.item(pointerKey) };
  }

  it('keeps a digest: it is listed, and neither sent nor changed by anybody', async () => {
    const { ledger, digest } = await openInState('PARKED');
    const before = await digest();
    expect(await ledger.digests.claim(pointer, now + 1e9, 1000)).toBeNull();
    expect(await ledger.digests.makeDue(pointer, now)).toBe(false);
    expect(await ledger.digests.resend(await ledger.digests.listUndelivered('crm'), now)).toBe(0);
    expect(await ledger.pending.discard({ routeId: 'crm', scope: 'all' })).toMatchObject({
      digests: 0,
    });
    expect(await digest()).toEqual(before);
    expect(await ledger.digests.listUndelivered('crm')).toMatchObject([
      { digestId: 'msg_1', state: 'UNKNOWN' },
    ]);
    expect(await ledger.pending.findVanished([], now)).toMatchObject([{ routeId: 'crm' }]);
  });

  it('of a route counts as disabled, with the state as the reason', async () => {
    const { ledger, table } = await openInState('FROZEN');
    await table.update({ key: routeKey('crm'), set: { state: 'MUTED', v: 2 } });
    expect(await ledger.routes.read('crm')).toMatchObject({
      state: 'DISABLED',
      reason: 'it is MUTED, which a later version wrote',
    });
  });

  it('of a buyer takes nothing new for the baseline, once the buyer was live', async () => {
    const { ledger, table } = openLedger();
    await ledger.buyers.completeScan(await ledger.buyers.read(buyerA), {
      startedAt: now,
      dueAt: now,
      listing: null,
    });
    await table.update({ key: { pk: `B#${buyerA}`, sk: 'META' }, set: { state: 'RESTING', v: 2 } });
    expect(await ledger.buyers.read(buyerA)).toMatchObject({ state: 'LIVE' });
  });
});
